import { afterAll, expect, it } from "vitest";
import { openPostgres, type Postgres } from "../../stores/postgres";
import { concurrently, fulfilled } from "../../testing/concurrently";
import { freshDatabase } from "../../testing/database";
import { deferred } from "../../testing/deferred";
import { CUSTOMER_EVENTS } from "../customers/events";
import { systemClock } from "../kernel/actor";
import { event } from "../kernel/event";
import type { EventNews } from "../kernel/ports";
import { KEY_EVENTS } from "../keys/events";
import { transactWithEvents } from "./mutations";

const database = await freshDatabase();
afterAll(() => database.drop());
const postgres = openPostgres({ connectionString: database.url });
afterAll(() => postgres.close());

let partners = 0;
const newPartner = () => `prt_${++partners}`;
const fact = (subject: string) =>
  event(CUSTOMER_EVENTS["account.created"], { subject, data: { externalId: null } });

/** Transactions that write events, and what was announced after commits. */
function open(transact: Postgres["transact"] = postgres.transact) {
  const announced: string[][] = [];
  const onCommitted = ({ partnerIds }: EventNews) => void announced.push([...partnerIds]);
  return { announced, write: transactWithEvents(transact, { clock: systemClock, onCommitted }) };
}

/** A transaction that has written its events, and waits before it commits. */
async function openUncommitted(partnerId: string, ...subjects: string[]) {
  const { promise: finished, resolve: finish } = deferred<"commit" | "rollback">();
  const { promise: hasWritten, resolve: reached } = deferred();
  const held: Postgres["transact"] = (run) =>
    postgres.transact(async (tx) => {
      const result = await run(tx);
      reached();
      if ((await finished) === "rollback") throw new Error("rolled back");
      return result;
    });
  const { write } = open(held);
  const done = write(async (_, { emit }) => subjects.map((each) => emit(partnerId, fact(each))));
  return {
    hasWritten,
    end: async (how: "commit" | "rollback") => {
      finish(how);
      await done.catch(() => undefined);
    },
  };
}

async function eventsOf(partnerId: string) {
  const rows = await postgres.prisma.event.findMany({
    where: { partnerId },
    orderBy: { sequence: "asc" },
  });
  return rows.map(({ sequence, subjectId }) => [Number(sequence), subjectId]);
}

it("counts each partner's events from 1, in the order in which they were emitted", async () => {
  const [one, two] = [newPartner(), newPartner()];
  const { write, announced } = open();
  await write(async (_, { emit }) => {
    emit(one, fact("a"));
    emit(two, fact("b"));
    emit(one, fact("c"));
  });
  await write(async (_, { emit }) => emit(one, fact("d")));
  expect(await eventsOf(one)).toEqual([
    [1, "a"],
    [2, "c"],
    [3, "d"],
  ]);
  expect(await eventsOf(two)).toEqual([[1, "b"]]);
  expect(announced).toEqual([[one, two], [one]]);
});

it("shows no event before an earlier one: the second waits until the first is committed", async () => {
  const partner = newPartner();
  const first = await openUncommitted(partner, "first");
  await first.hasWritten;
  const second = await openUncommitted(partner, "second");
  const outcome = await Promise.race([
    second.hasWritten.then(() => "written"),
    waitsForLock().then(() => "waits"),
  ]);
  expect(outcome).toBe("waits");
  expect(await eventsOf(partner)).toEqual([]);
  await first.end("commit");
  await second.hasWritten;
  expect(await eventsOf(partner)).toEqual([[1, "first"]]);
  await second.end("commit");
  expect(await eventsOf(partner)).toEqual([
    [1, "first"],
    [2, "second"],
  ]);
});

it("leaves no gap and announces nothing where a transaction is rolled back", async () => {
  const partner = newPartner();
  const first = await openUncommitted(partner, "lost", "lost too");
  await first.hasWritten;
  const second = await openUncommitted(partner, "kept");
  await first.end("rollback");
  await second.hasWritten;
  await second.end("commit");
  expect(await eventsOf(partner)).toEqual([[1, "kept"]]);
  const { write, announced } = open();
  const failing = write(async (_, { emit }) => {
    emit(partner, fact("never"));
    throw new Error("refused");
  });
  await expect(failing).rejects.toThrow("refused");
  expect(announced).toEqual([]);
  expect(await eventsOf(partner)).toEqual([[1, "kept"]]);
});

it("says whether there are webhooks to deliver: of enabled endpoints that want the type", async () => {
  const announced: boolean[] = [];
  const onCommitted = ({ hasDeliveries }: EventNews) => void announced.push(hasDeliveries);
  const write = transactWithEvents(postgres.transact, { clock: systemClock, onCommitted });
  const partnerId = newPartner();
  const writeOne = () => write(async (_, { emit }) => emit(partnerId, fact("a")));
  await postgres.prisma.partner.create({
    data: {
      id: partnerId,
      code: "with-endpoint",
      name: "P",
      revsharePct: 1,
      createdAt: new Date(),
    },
  });
  await writeOne();
  const { id } = await postgres.prisma.webhookEndpoint.create({
    data: {
      id: "whe_1",
      partnerId,
      url: "https://example.com",
      types: ["payout.*"],
      secret: new Uint8Array(),
      secretBy: "",
      createdAt: new Date(),
      createdBy: "x",
    },
  });
  await writeOne();
  const change = (data: object) => postgres.prisma.webhookEndpoint.update({ where: { id }, data });
  await change({ types: ["payout.*", "account.*"] });
  await writeOne();
  await change({ status: "disabled", disabledAt: new Date(), disabledReason: "manual" });
  await writeOne();
  expect(announced).toEqual([false, false, true, false]);
  expect(await postgres.prisma.webhookDelivery.count()).toBe(1);
});

it("does not wait for other partners", async () => {
  const held = await openUncommitted(newPartner(), "held");
  await held.hasWritten;
  const free = newPartner();
  await open().write(async (_, { emit }) => emit(free, fact("free")));
  expect(await eventsOf(free)).toEqual([[1, "free"]]);
  await held.end("commit");
});

it("is gap-free for every partner after many concurrent writes to many partners, some rolled back", async () => {
  const all = Array.from({ length: 5 }, newPartner);
  const { write } = open();
  let kept = 0;
  const results = await concurrently([...Array(120).keys()], (n) => {
    // Each names the partners in another order: the counters are locked in one order all the same.
    const own = [...all.slice(n % 5), ...all.slice(0, n % 5)].slice(0, 1 + (n % 4));
    return write(async (_, { emit }) => {
      for (const partner of own) emit(partner, fact(`w${n}`));
      if (n % 7 === 0) throw new Error("refused");
      kept += own.length;
    }).catch((error: Error) => expect(error.message).toBe("refused"));
  });
  fulfilled(results);
  let found = 0;
  for (const partner of all) {
    const sequences = (await eventsOf(partner)).map(([sequence]) => sequence);
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    found += sequences.length;
  }
  expect(found).toBe(kept);
});

it("writes only the data that an event type's schema has", async () => {
  const partner = newPartner();
  const expiresAt = new Date("2027-01-01T00:00:00Z");
  const data = { label: "Shop", expiresAt, days: 7, hash: "secret" };
  await open().write(async (_, { emit }) =>
    emit(partner, event(KEY_EVENTS["key.expiring"], { subject: "k", data })),
  );
  const row = await postgres.prisma.event.findFirstOrThrow({ where: { partnerId: partner } });
  expect(row.data).toEqual({ label: "Shop", expires_at: "2027-01-01T00:00:00.000Z", days: 7 });
  const wrong = { ...data, days: "7" as unknown as number };
  expect(() => event(KEY_EVENTS["key.expiring"], { subject: "k", data: wrong })).toThrow();
});

/** Resolves once a session of this database waits for a lock. */
async function waitsForLock(): Promise<void> {
  for (;;) {
    const [row] = await postgres.prisma.$queryRaw<{ waits: boolean }[]>`
      SELECT count(*) > 0 AS waits FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    if (row?.waits) return;
  }
}
