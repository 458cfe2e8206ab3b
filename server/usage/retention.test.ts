import { expect, it, onTestFinished } from "vitest";
import { createCustomer } from "../core/customers/mutations";
import type { Tx } from "../core/kernel/actor";
import { newId } from "../core/kernel/ids";
import { openPlatform, platformForTests, steppingClock } from "../testing/platform";
import { createRetention } from "./retention";
import { deleteEventsBefore } from "./sweeps";

const platform = await platformForTests();

const DAY_MS = 86_400_000;
const now = new Date("2026-11-21T12:00:00Z");
const transact = <T>(run: (tx: Tx) => Promise<T>) => platform.wiring.core.transact(run);

function retention(bounds: { days?: number; rowsPerPartner?: number; maxRows?: number }) {
  let reclaimed = 0;
  let written = new Map<string, number>();
  const { sweep, close } = createRetention({
    transact,
    clock: { now: () => now },
    log: platform.wiring.log,
    bounds: { days: 30, rowsPerPartner: 1_000_000, maxRows: 1_000_000, eventDays: 90, ...bounds },
    takeWritten: () => {
      const taken = written;
      written = new Map();
      return taken;
    },
    reclaim: async () => {
      reclaimed++;
    },
  });
  close();
  const wrote = (partnerId: string, rows: number) => void written.set(partnerId, rows);
  return { sweep, wrote, reclaimed: () => reclaimed };
}

async function fill(partnerId: string, rows: number, daysAgo: (i: number) => number) {
  const data = Array.from({ length: rows }, (_, i) => {
    const at = new Date(now.getTime() - daysAgo(i) * DAY_MS);
    const id = newId("request", at.getTime());
    return {
      id,
      at,
      partnerId,
      keyId: "k",
      method: "GET",
      route: "/me",
      status: 200,
      durationUs: 1,
    };
  });
  await transact((tx) => tx.requestLog.createMany({ data }));
  return data.map(({ id }) => id).sort();
}

const idsOf = async (partnerId: string) => {
  const rows = await platform.wiring.core.db.requestLog.findMany({ where: { partnerId } });
  return rows.map(({ id }) => id).sort();
};
const empty = () => transact((tx) => tx.requestLog.deleteMany());

it("deletes all rows older than the retention period and nothing else, and is idempotent", async () => {
  await empty();
  const { id } = await platform.newPartner();
  const ids = await fill(id, 1_300, (i) => (i < 1_200 ? 30.1 + i / 100 : 29.9));
  const { sweep, reclaimed } = retention({});
  await sweep();
  expect(await idsOf(id)).toEqual(ids.slice(1_200));
  expect(reclaimed()).toBe(1);
  await sweep();
  expect(await idsOf(id)).toHaveLength(100);
  expect(reclaimed()).toBe(1);
});

it("deletes counts after 90 days", async () => {
  const { key } = await platform.newKey(await platform.newPartner());
  const minutes = [91, 89].map((days) => new Date(now.getTime() - days * DAY_MS));
  const data = minutes.map((minute) => ({ keyId: key.id, minute, succeeded: 1 }));
  await transact((tx) => tx.keyUsage.createMany({ data }));
  await retention({}).sweep();
  const left = await platform.wiring.core.db.keyUsage.findMany({ where: { keyId: key.id } });
  expect(left.map(({ minute }) => minute)).toEqual([minutes[1]]);
});

it("keeps the newest rows of each partner, at the start and after enough writes", async () => {
  await empty();
  const [loud, quiet] = [await platform.newPartner(), await platform.newPartner()];
  const before = await fill(loud.id, 700, (i) => i / 1_000);
  await fill(quiet.id, 90, () => 1);
  const { sweep, wrote } = retention({ rowsPerPartner: 100 });
  await sweep();
  expect(await idsOf(loud.id)).toEqual(before.slice(600));
  expect(await idsOf(quiet.id)).toHaveLength(90);
  await fill(loud.id, 5, () => 0);
  wrote(loud.id, 5);
  await sweep();
  expect(await idsOf(loud.id)).toHaveLength(100);
});

it("keeps the newest rows in total", async () => {
  await empty();
  const partners = [await platform.newPartner(), await platform.newPartner()];
  const ids: string[] = [];
  for (const { id } of partners) ids.push(...(await fill(id, 300, (i) => i / 1_000)));
  await retention({ maxRows: 50 }).sweep();
  const left = (await Promise.all(partners.map(({ id }) => idsOf(id)))).flat().sort();
  expect(left).toEqual(ids.sort().slice(550));
});

it("skips a sweep while another process runs one, and catches up at the next sweep", async () => {
  await empty();
  const { id } = await platform.newPartner();
  await fill(id, 20, () => 31);
  const { sweep } = retention({});
  await transact(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(4071521)`;
    await sweep();
    expect(await idsOf(id)).toHaveLength(20);
  });
  await Promise.all([sweep(), retention({}).sweep()]);
  await sweep();
  expect(await idsOf(id)).toEqual([]);
});

it("keeps an event of a clock that ran behind as long as those before it", async () => {
  const { id: partnerId } = await platform.newPartner();
  const clock = steppingClock();
  const other = await openPlatform({ beside: { databaseUrl: platform.databaseUrl }, clock });
  onTestFinished(() => other.close());
  const write = (daysAgo: number, email: string) => {
    clock.set(new Date(Date.now() - daysAgo * DAY_MS));
    return createCustomer(other.system, { partnerId, email, metadata: {} });
  };
  await write(100, "old@example.com");
  await write(1, "young@example.com");
  await write(365, "behind@example.com");
  await write(0, "new@example.com");
  const where = { partnerId };
  const left = async () => {
    const rows = await platform.system.db.event.findMany({ where, orderBy: { sequence: "asc" } });
    return rows.map(({ sequence }) => Number(sequence));
  };
  await deleteEventsBefore(transact, new Date(Date.now() - 90 * DAY_MS));
  expect(await left()).toEqual([2, 3, 4]);
  await deleteEventsBefore(transact, new Date(Date.now() + DAY_MS));
  expect(await left()).toEqual([]);
});
