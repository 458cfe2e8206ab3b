import { expect, it } from "vitest";
import { migrate } from "../../stores/migrate";
import { administer } from "../../stores/testing/administer";
import { concurrently, fulfilled } from "../../testing/concurrently";
import { deferred } from "../../testing/deferred";
import { platformForTests } from "../../testing/platform";
import { eventually } from "../../testing/processes";
import { deleteEventsBefore } from "../../usage/sweeps";
import { CUSTOMER_EVENTS } from "../customers/events";
import { event } from "../kernel/event";
import type { EventType } from "../registry";
import { readPlatformFeed } from "./platform";

const platform = await platformForTests();

const fact = (subject: string) =>
  event(CUSTOMER_EVENTS["account.created"], { subject, data: { externalId: null } });
const write = (partnerId: string, subject: string) =>
  platform.wiring.core.transact(async (_, { emit }) => emit(partnerId, fact(subject)));

/** Reads on from a cursor to the end, two events at a time. */
function openReader(types?: readonly EventType[]) {
  let after: string | undefined;
  return async (): Promise<string[]> => {
    const found: string[] = [];
    for (;;) {
      const page = await readPlatformFeed(platform.system, { after, types, limit: 2 });
      after = page.nextAfter;
      found.push(...page.data.map(({ event: { subject } }) => subject.id));
      if (!page.hasMore) return found;
    }
  };
}

it("loses nothing where a later transaction commits first, and keeps each partner's order", async () => {
  const read = openReader();
  await read();
  const { promise: finished, resolve: finish } = deferred();
  const { promise: hasBegun, resolve: begun } = deferred();
  const slow = platform.wiring.core.transact(async (tx, { emit }) => {
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

it("finds rare types among many others, a bounded number of events at a time", async () => {
  const read = openReader(["payout.paid"]);
  await read();
  await administer(
    platform.databaseUrl,
    `INSERT INTO events (id, partner_id, sequence, type, subject_type, subject_id, data, occurred_at, position)
     SELECT 'evt_' || n, 'prt_many', n, CASE n WHEN 4500 THEN 'payout.paid' ELSE 'price.changed' END,
       'payout', 's' || n, '{}', now(), pg_current_xact_id()::text::bigint
     FROM generate_series(1, 5000) n`,
  );
  let found: string[] = [];
  while (found.length === 0) found = await read();
  expect(found).toEqual(["s4500"]);
  // Events that it has passed over are not read again.
  expect(await read()).toEqual([]);
  await administer(platform.databaseUrl, "DELETE FROM events WHERE partner_id = 'prt_many'");
});

it("goes on after a restore into a server that counts transactions from a lower number", async () => {
  const read = openReader();
  // The old server had counted much further.
  await administer(platform.databaseUrl, "UPDATE event_order SET base = base + 1000000");
  await write("prt_old", "in the backup");
  await write("prt_old", "after the backup");
  while (!(await read()).includes("after the backup"));
  await administer(
    platform.databaseUrl,
    "DELETE FROM events WHERE subject_id = 'after the backup'",
    "UPDATE event_order SET base = base - 1000000",
  );
  // The feed fails instead of skipping events.
  await expect(read()).rejects.toMatchObject({ code: "validation_failed" });
  await migrate({ connectionString: platform.databaseUrl });
  await write("prt_restored", "restored");
  let found: string[] = [];
  while (found.length === 0) found = await read();
  expect(found).toEqual(["restored"]);
});

it("is for operators only, and rejects an invalid cursor", async () => {
  const partner = await platform.newPartner();
  const { actor } = await platform.newPerson(partner, "owner");
  const reading = readPlatformFeed(platform.as(actor), { limit: 1 });
  await expect(reading).rejects.toMatchObject({ code: "forbidden" });
  for (const after of ["", "1", "x/y/z", "1/prt_1/-1", `${"9".repeat(30)}/a/1`]) {
    const refused = readPlatformFeed(platform.system, { after, limit: 1 });
    await expect(refused).rejects.toMatchObject({ code: "validation_failed" });
  }
});

it("fails once events after a cursor have been deleted, instead of leaving a gap", async () => {
  await write("prt_gone", "gone");
  const { data } = await readPlatformFeed(platform.system, { limit: 1 });
  const after = data[0]?.cursor;
  const read = openReader();
  while (!(await read()).includes("gone"));
  await deleteEventsBefore(platform.wiring.core.transact, new Date(Date.now() + 60_000));
  const expired = readPlatformFeed(platform.system, { after, limit: 1 });
  await expect(expired).rejects.toMatchObject({ code: "events_expired" });
  // A reader at the end has missed nothing.
  expect(await read()).toEqual([]);
});
