import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { concurrently, fulfilled } from "../../../e2e/support/concurrently";
import { openPlatform, type Platform } from "../../../e2e/support/platform";
import { eventually } from "../../../e2e/support/processes";
import { migrate } from "../../stores/migrate";
import { event } from "./event";
import { readPlatformFeed } from "./queries";

let platform: Platform;
beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.close());

const fact = (subject: string) => event("account.created", { subject, data: { externalId: null } });
const write = (partnerId: string, subject: string) =>
  platform.wiring.core.transact(async (_, emit) => emit(partnerId, fact(subject)));

/** Reads on from a cursor to the end, two events at a time. */
function openReader() {
  let after: string | undefined;
  return async (): Promise<string[]> => {
    const found: string[] = [];
    for (;;) {
      const page = await readPlatformFeed(platform.system, { after, limit: 2 });
      after = page.nextAfter;
      found.push(...page.data.map(({ subject }) => subject.id));
      if (!page.hasMore) return found;
    }
  };
}

it("loses nothing where a later transaction commits first, and keeps each partner's order", async () => {
  const read = openReader();
  await read();
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const slow = platform.wiring.core.transact(async (tx, emit) => {
    // PostgreSQL numbers a transaction at its first write, and the order depends on the number.
    await tx.$queryRaw`SELECT pg_current_xact_id()::text`;
    emit("prt_slow", fact("slow 1"));
    emit("prt_slow", fact("slow 2"));
    begun();
    await finished;
  });
  await hasBegun;
  await write("prt_fast", "fast 1");
  await write("prt_fast", "fast 2");
  expect(await read()).toEqual([]);
  finish();
  await slow;
  // The order waits for the oldest transaction of the whole cluster, so for other tests' too.
  const found: string[] = [];
  await eventually(async () => {
    found.push(...(await read()));
    expect(found).toHaveLength(4);
  }, 20_000);
  expect(found).toEqual(["slow 1", "slow 2", "fast 1", "fast 2"]);
  expect(await read()).toEqual([]);
});

it("shows each event of many concurrent writers once, while they write", async () => {
  const read = openReader();
  await read();
  let isWriting = true;
  const names = Array.from({ length: 60 }, (_, n) => `${n % 4}-${n}`);
  const writing = concurrently(names, (name) => write(`prt_${name[0]}`, name)).finally(() => {
    isWriting = false;
  });
  const found: string[] = [];
  while (isWriting) found.push(...(await read()));
  fulfilled(await writing);
  // Transactions of other tests on the same server may still be running.
  while (found.length < names.length) found.push(...(await read()));
  expect(found.toSorted()).toEqual(names.toSorted());
});

it("goes on after a restore into a server that counts transactions from a lower number", async () => {
  const read = openReader();
  await read();
  const client = new pg.Client({ connectionString: platform.databaseUrl });
  await client.connect();
  await client.query("UPDATE events SET position = position + 1000000");
  const later = openReader();
  await client.query("UPDATE event_order SET base = base + 1000001");
  await later();
  await client.query("UPDATE event_order SET base = base - 1000001");
  await client.end();
  await migrate({ connectionString: platform.databaseUrl });
  await write("prt_restored", "restored");
  let found: string[] = [];
  while (found.length === 0) found = await later();
  expect(found).toEqual(["restored"]);
});

it("is for operators, and refuses what is no cursor", async () => {
  const partner = await platform.newPartner();
  const { actor } = await platform.newPerson(partner, "owner");
  const reading = readPlatformFeed(platform.as(actor), { limit: 1 });
  await expect(reading).rejects.toMatchObject({ code: "forbidden" });
  for (const after of ["", "1", "x/y/z", "1/prt_1/-1", `${"9".repeat(30)}/a/1`]) {
    const refused = readPlatformFeed(platform.system, { after, limit: 1 });
    await expect(refused).rejects.toMatchObject({ code: "validation_failed" });
  }
});
