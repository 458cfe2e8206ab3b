import fc from "fast-check";
import { expect, it } from "vitest";
import { deferred } from "../../testing/deferred";
import { platformForTests } from "../../testing/platform";
import { createCustomer } from "../customers/mutations";
import { DomainError } from "./errors";
import { type Answer, once } from "./idempotency";

const platform = await platformForTests();

const DAY_MS = 24 * 3_600_000;
const failure = (code: string) => expect.objectContaining({ code });
const answer = (body: string): Answer => ({ status: 201, body, headers: { location: "/x" } });
let made = 0;

async function newScene() {
  const { id: partnerId } = await platform.newPartner();
  const write = (key: string, input: unknown = 1, operation = "POST /things") => ({
    partnerId,
    operation,
    key,
    input,
  });
  const add = async (ctx: typeof platform.system) => {
    const email = `c${++made}@example.com`;
    const { id } = await createCustomer(ctx, { partnerId, email, metadata: {} });
    return answer(id);
  };
  const count = () => platform.system.db.customer.count({ where: { partnerId } });
  const records = () => platform.system.db.idempotencyRecord.count({ where: { partnerId } });
  return { partnerId, write, add, count, records };
}

it("matches a model that maps each key to its first response, in any order of requests", async () => {
  const step = fc.record({
    key: fc.constantFrom("a", "b"),
    operation: fc.constantFrom("POST /x", "PUT /y"),
    input: fc.constantFrom({ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1 }),
    fails: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const { write, add, count, records } = await newScene();
      const model = new Map<string, { input: string; body: string }>();
      for (const { key, operation, input, fails } of steps) {
        const slot = `${operation} ${key}`;
        const canonical = "b" in input ? "ab" : "a";
        const known = model.get(slot);
        const got = await once(platform.system, write(key, input, operation), async (ctx) => {
          const done = await add(ctx);
          if (fails) throw new DomainError("conflict", "no", {});
          return done;
        }).catch((error: unknown) => error);
        if (known && known.input !== canonical) {
          expect(got).toEqual(failure("idempotency_key_reused"));
        } else if (known) {
          expect(got).toEqual({ answer: answer(known.body), isReplay: true });
        } else if (fails) {
          expect(got).toEqual(failure("conflict"));
        } else {
          const { answer: fresh, isReplay } = got as Awaited<ReturnType<typeof once>>;
          expect(isReplay).toBe(false);
          model.set(slot, { input: canonical, body: fresh.body });
        }
      }
      expect([await count(), await records()]).toEqual([model.size, model.size]);
    }),
    { numRuns: 25 },
  );
});

it("gives concurrent duplicates one effect and one response", async () => {
  const { write, add, count } = await newScene();
  const results = await Promise.all(
    Array.from({ length: 20 }, () => once(platform.system, write("k"), add)),
  );
  expect(await count()).toBe(1);
  expect(results.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
  expect(new Set(results.map(({ answer: { body } }) => body)).size).toBe(1);
});

it("lets the next waiting duplicate run if the first fails", async () => {
  const { write, add, count } = await newScene();
  let calls = 0;
  const run = async (ctx: typeof platform.system) => {
    const isFirst = ++calls === 1;
    const done = await add(ctx);
    if (isFirst) throw new Error("broken");
    return done;
  };
  const results = await Promise.allSettled(
    [1, 2, 3, 4].map(() => once(platform.system, write("k"), run)),
  );
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect([await count(), calls]).toEqual([1, 2]);
});

it("returns idempotency_key_in_use if the first takes too long", async () => {
  const { write, add, count } = await newScene();
  const { promise: held, resolve: finish } = deferred();
  const { promise: isRunning, resolve: begun } = deferred();
  const first = once(platform.system, write("k"), async (ctx) => {
    begun();
    await held;
    return add(ctx);
  });
  await isRunning;
  const second = once(platform.system, write("k"), add);
  await expect(second).rejects.toEqual(failure("idempotency_key_in_use"));
  finish();
  expect((await first).isReplay).toBe(false);
  expect(await count()).toBe(1);
});

it("limits the wait for the first request, not the duration of the write", async () => {
  const { write, add } = await newScene();
  const bounds: string[] = [];
  await once(platform.system, write("k"), async (ctx) => {
    const [row] = await ctx.db.$queryRaw<{ lock_timeout: string }[]>`SHOW lock_timeout`;
    bounds.push(row?.lock_timeout ?? "");
    return add(ctx);
  });
  expect(bounds).toEqual(["0"]);
});

it("separates partners", async () => {
  const [one, two] = [await newScene(), await newScene()];
  await once(platform.system, one.write("k"), one.add);
  await once(platform.system, two.write("k", 2), two.add);
  expect([await one.count(), await two.count()]).toEqual([1, 1]);
});

/** As if all records had been written this much earlier. */
const age = (ms: number) =>
  platform.system.transact(
    (tx) => tx.$executeRaw`
      UPDATE idempotency_records SET expires_at = expires_at - ${ms} * interval '1 millisecond'`,
  );

it("expires records after 24 hours and deletes them", async () => {
  const { write, add, count } = await newScene();
  for (let i = 0; i < 30; i++) await once(platform.system, write(`old ${i}`), add);
  await age(DAY_MS - 60_000);
  expect((await once(platform.system, write("old 0"), add)).isReplay).toBe(true);
  await age(60_000);
  expect((await once(platform.system, write("old 0", "other"), add)).isReplay).toBe(false);
  expect(await count()).toBe(31);
  const left = () =>
    platform.system.db.idempotencyRecord.count({ where: { expiresAt: { lte: new Date() } } });
  const before = await left();
  await once(platform.system, write("new"), add);
  expect(await left()).toBe(Math.max(0, before - 20));
  for (let i = 0; i < before / 20; i++) await once(platform.system, write(`new ${i}`), add);
  expect(await left()).toBe(0);
});

it.each([1, -1])("a process whose clock is off by %d days performs nothing twice", async (days) => {
  const { write, add, count } = await newScene();
  const now = () => new Date(Date.now() + days * (DAY_MS + 1));
  const wrong = { ...platform.system, clock: { now } };
  await once(platform.system, write("right"), add);
  await once(wrong, write("wrong"), add);
  expect((await once(wrong, write("right"), add)).isReplay).toBe(true);
  expect((await once(platform.system, write("wrong"), add)).isReplay).toBe(true);
  expect(await count()).toBe(2);
});

it("announces a write to other processes only after it is committed", async () => {
  const { write, partnerId, add } = await newScene();
  const announced: [string, number][] = [];
  const records = () => platform.system.db.idempotencyRecord.count({ where: { partnerId } });
  const ctx = {
    ...platform.system,
    announce: async (id: string) => {
      announced.push([id, await records()]);
      return false;
    },
  };
  await once(ctx, write("k"), add);
  expect(announced).toEqual([[partnerId, 1]]);
});
