import { cpSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CUSTOMER_EVENTS } from "../core/customers/events";
import { transactWithEvents } from "../core/events/mutations";
import { systemClock } from "../core/kernel/actor";
import { event } from "../core/kernel/event";
import { startPostgres } from "../testing/postgres";
import { temporaryFolder } from "../testing/processes";
import { openEmbedded } from "./embedded";
import { migrate } from "./migrate";
import { openPostgres, type Postgres, type PostgresTarget } from "./postgres";

const RECENTLY_MS = 240_000;
const PARTNER = "prt_1";
const base = temporaryFolder("history");

/** Writes an event of a partner; returns its sequence. */
async function write({ transact, prisma }: Postgres): Promise<number> {
  const transactWith = transactWithEvents(transact, {
    clock: systemClock,
    onCommitted: () => undefined,
  });
  const fact = event(CUSTOMER_EVENTS["account.created"], {
    subject: "a",
    data: { externalId: null },
  });
  await transactWith(async (_, { emit }) => emit(PARTNER, fact));
  const where = { partnerId: PARTNER };
  return Number((await prisma.eventCounter.findUniqueOrThrow({ where })).lastSequence);
}

async function writeTo(target: PostgresTarget): Promise<number> {
  const postgres = openPostgres(target);
  return write(postgres).finally(postgres.close);
}

/** As a server's start and stop, with one event between. */
async function startOn(dataDir: string): Promise<number> {
  const embedded = await openEmbedded({ dataDir, prepared: join(base, "none") });
  try {
    await migrate(embedded.target);
    return await writeTo(embedded.target);
  } finally {
    await embedded.close();
  }
}

it("raises the sequences of a server that was recovered to a point in time, or took another's place", async () => {
  const server = await startPostgres();
  const target = { connectionString: server.url };
  await migrate(target);
  expect(await writeTo(target)).toBe(1);
  const copy = await startPostgres({ copyOf: server.url });
  expect(await writeTo(target)).toBe(2);
  // Servers that run reconnect to it, and nobody migrates.
  const raised = await writeTo({ connectionString: copy.url });
  expect(raised).toBeGreaterThan(Date.now() - RECENTLY_MS);
  expect(await writeTo({ connectionString: copy.url })).toBe(raised + 1);
  // A restart is no recovery.
  await server.restart();
  await migrate(target);
  expect(await writeTo(target)).toBe(3);
  await Promise.all([server.stop(), copy.stop()]);
});

it("raises the sequences of a standby that is promoted under open connections", async () => {
  const server = await startPostgres();
  await migrate({ connectionString: server.url });
  expect(await writeTo({ connectionString: server.url })).toBe(1);
  const standby = await startPostgres({ copyOf: server.url, isStandby: true });
  // Lost by the standby.
  expect(await writeTo({ connectionString: server.url })).toBe(2);
  const postgres = openPostgres({ connectionString: standby.url });
  await expect(write(postgres)).rejects.toThrow("read-only");
  await postgres.prisma.$queryRaw`SELECT pg_promote()`;
  const raised = await write(postgres);
  expect(raised).toBeGreaterThan(Date.now() - RECENTLY_MS);
  expect(await write(postgres)).toBe(raised + 1);
  await postgres.close();
  await Promise.all([server.stop(), standby.stop()]);
});

const WAYS: { title: string; restore(backup: string, dataDir: string): void }[] = [
  {
    title: "in place of the old one",
    restore: (backup, dataDir) => {
      rmSync(dataDir, { recursive: true });
      cpSync(backup, dataDir, { recursive: true, preserveTimestamps: true });
    },
  },
  {
    title: "over the old one",
    restore: (backup, dataDir) =>
      cpSync(backup, dataDir, { recursive: true, preserveTimestamps: true, force: true }),
  },
  {
    title: "of the database alone",
    restore: (backup, dataDir) => {
      rmSync(join(dataDir, "postgres"), { recursive: true });
      cpSync(join(backup, "postgres"), join(dataDir, "postgres"), { recursive: true });
    },
  },
];

it("raises the sequences of an embedded database whose folder was restored, and of no other", async () => {
  const dataDir = join(base, "data");
  const backup = join(base, "backup");
  expect(await startOn(dataDir)).toBe(1);
  expect(await startOn(dataDir)).toBe(2);
  cpSync(dataDir, backup, { recursive: true });
  expect(await startOn(dataDir)).toBe(3);
  const moved = join(base, "moved");
  renameSync(dataDir, moved);
  expect(await startOn(moved)).toBe(4);
  renameSync(moved, dataDir);
  let latest = 4;
  for (const { title, restore } of WAYS) {
    restore(backup, dataDir);
    const raised = await startOn(dataDir);
    expect(raised, title).toBeGreaterThan(Math.max(latest, Date.now() - RECENTLY_MS));
    expect(await startOn(dataDir), title).toBe(raised + 1);
    latest = raised + 1;
  }
});
