import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { freshDatabase } from "@/server/testing/database";
import { deferred } from "@/server/testing/deferred";
import { startPostgres } from "@/server/testing/postgres";
import { stopThisProcess } from "@/server/testing/processes";
import { openPostgres, type Postgres, type PostgresTarget } from "./postgres";
import { isStoreDown } from "./store-down";
import { expectAllThrough, SHORT, STOPPED_MS, sent } from "./testing/stopped";

const open: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  for (const item of open.splice(0).reverse()) await item.close();
});

function opened(connectionString: string): Postgres["prisma"] {
  const postgres = openPostgres({ connectionString });
  open.push(postgres);
  return postgres.prisma;
}

async function database(): Promise<string> {
  const made = await freshDatabase();
  open.push({ close: made.drop });
  return made.url;
}

const rejectionOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable("it went through"),
    (error: unknown) => error,
  );

const partner = {
  id: "prt_1",
  code: "acme",
  name: "Acme",
  revsharePct: "20",
  createdAt: new Date("2026-07-01T12:00:00.000Z"),
};

test("a server's own time zone, date style and isolation change nothing", async () => {
  const url = await database();
  const admin = opened(url);
  const name = new URL(url).pathname.slice(1);
  for (const setting of [
    "timezone = 'America/New_York'",
    "datestyle = 'German'",
    "default_transaction_isolation = 'serializable'",
  ]) {
    await admin.$executeRawUnsafe(`ALTER DATABASE ${name} SET ${setting}`);
  }
  const prisma = opened(url);
  await prisma.partner.create({ data: partner });
  const [row] = await prisma.$queryRaw<
    { seconds: number }[]
  >`SELECT extract(epoch FROM created_at)::float AS seconds FROM partners`;
  expect(row?.seconds).toBe(partner.createdAt.getTime() / 1000);
  expect((await prisma.partner.findFirstOrThrow()).createdAt).toEqual(partner.createdAt);
  const rename = (name: string) =>
    prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM partners FOR NO KEY UPDATE`;
      const { name: before } = await tx.partner.findFirstOrThrow();
      await tx.partner.updateMany({ data: { name: `${before} ${name}` } });
    });
  await Promise.all([rename("b"), rename("b")]);
  expect((await prisma.partner.findFirstOrThrow()).name).toBe("Acme b b");
});

test("an unreachable database is unavailable, including inside a transaction", async () => {
  const prisma = opened("postgresql://u@127.0.0.1:1/x");
  expect(isStoreDown(await rejectionOf(prisma.partner.count()))).toBe(true);
  expect(isStoreDown(await rejectionOf(prisma.$transaction((tx) => tx.partner.count())))).toBe(
    true,
  );
  const unknownHost = opened("postgresql://u@nowhere.invalid/x");
  expect(isStoreDown(await rejectionOf(unknownHost.partner.count()))).toBe(true);
});

test("a database that is being replaced by a restored one is unavailable", async () => {
  const url = new URL(await database());
  const name = url.pathname.slice(1);
  const admin = opened(Object.assign(new URL(url), { pathname: "/postgres" }).href);
  const count = () => rejectionOf(opened(url.href).partner.count());
  await admin.$executeRawUnsafe(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  expect(isStoreDown(await count())).toBe(true);
  await admin.$executeRawUnsafe(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await admin.$executeRawUnsafe(`ALTER DATABASE ${name} RENAME TO ${name}_old`);
  expect(isStoreDown(await count())).toBe(true);
  const raw = opened(url.href).$queryRaw`SELECT 1`;
  expect(isStoreDown(await rejectionOf(raw))).toBe(true);
  await admin.$executeRawUnsafe(`ALTER DATABASE ${name}_old RENAME TO ${name}`);
});

test("a database that accepts connections but never responds is unavailable within seconds", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await new Promise((listening) => silent.once("listening", listening));
  open.push({ close: async () => silent.close() });
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : 0;
  const prisma = opened(`postgresql://u@127.0.0.1:${port}/x`);
  const startedAt = Date.now();
  expect(isStoreDown(await rejectionOf(prisma.partner.count()))).toBe(true);
  expect(Date.now() - startedAt).toBeLessThan(12_000);
});

function impatient(target: PostgresTarget): Postgres {
  const postgres = openPostgres(target, { patience: SHORT });
  open.push(postgres);
  return postgres;
}

const externalTarget = async () => ({ connectionString: await database() });

test("running and queued statements succeed after this process was suspended", async () => {
  await expectAllThrough(impatient(await externalTarget()));
});

test("a response that arrived while this process was suspended is read", async () => {
  const { prisma } = impatient(await externalTarget());
  await prisma.partner.count();
  const slow = sent(prisma.$queryRaw`SELECT 1 AS n FROM pg_sleep(1)`);
  await new Promise((resume) => setTimeout(resume, 300));
  stopThisProcess(STOPPED_MS);
  expect(await slow).toEqual([{ n: 1 }]);
});

test("a statement without a response is unavailable", async () => {
  const { prisma } = impatient(await externalTarget());
  const startedAt = performance.now();
  expect(isStoreDown(await rejectionOf(prisma.$queryRaw`SELECT pg_sleep(12)`))).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(await prisma.partner.count()).toBe(0);
});

test("a transaction that takes too long is unavailable and rolled back", async () => {
  const { prisma, transact } = impatient(await externalTarget());
  const tooLong = transact(async (tx) => {
    await tx.partner.create({ data: partner });
    await new Promise(() => {});
  });
  expect(isStoreDown(await rejectionOf(tooLong))).toBe(true);
  expect(await prisma.partner.count()).toBe(0);
});

test("a request that waits too long for a connection is unavailable and leaks none", async () => {
  const { prisma, stats } = impatient(await externalTarget());
  // The first connection finds out that the server doesn't encrypt.
  await prisma.partner.count();
  const slow = Array.from({ length: 10 }, () =>
    sent(prisma.$queryRaw`SELECT 1 FROM pg_sleep(1.9)`),
  );
  expect(isStoreDown(await rejectionOf(prisma.partner.count()))).toBe(true);
  expect(stats().waiting).toBe(0);
  await Promise.allSettled(slow);
  await Promise.all(Array.from({ length: 20 }, () => sent(prisma.partner.count())));
  expect(stats()).toMatchObject({ total: stats().idle, waiting: 0 });
});

test("a session that PostgreSQL ended during a suspension is unavailable, and the next one works", async () => {
  const prisma = opened(await database());
  const ended = prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 20`;
    // It sends another query before it has read that its session ended.
    stopThisProcess(1_000);
    await tx.partner.count();
  });
  expect(isStoreDown(await rejectionOf(ended))).toBe(true);
  expect(await prisma.partner.count()).toBe(0);
});

test("a killed database is unavailable for queries and open transactions, and works after its restart", async () => {
  const postgres = await startPostgres();
  open.push({ close: postgres.stop });
  const prisma = opened(postgres.url);
  await prisma.$queryRaw`SELECT 1`;
  const inTransaction = prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1`;
    await postgres.kill9();
    await tx.$queryRaw`SELECT 1`;
  });
  expect(isStoreDown(await rejectionOf(inTransaction))).toBe(true);
  expect(isStoreDown(await rejectionOf(prisma.$queryRaw`SELECT 1`))).toBe(true);
  await postgres.restart();
  await expect(prisma.$queryRaw`SELECT 1 AS n`).resolves.toEqual([{ n: 1 }]);
});

test("a connection that the database closes is unavailable, and the next query gets another", async () => {
  const prisma = opened(await database());
  const ended = prisma.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`;
  expect(isStoreDown(await rejectionOf(ended))).toBe(true);
  await expect(prisma.$queryRaw`SELECT 1 AS n`).resolves.toEqual([{ n: 1 }]);
});

test("a query that the database rejects is not reported as unavailable", async () => {
  const prisma = opened(await database());
  await prisma.partner.create({ data: partner });
  const refusals = [
    () => prisma.partner.create({ data: partner }),
    () =>
      prisma.partner.create({ data: { ...partner, id: "prt_2", code: "b", revsharePct: "101" } }),
    () => prisma.partner.findUniqueOrThrow({ where: { id: "prt_9" } }),
    () => prisma.apiKey.findMany({ where: { partnerId: "prt_1" }, take: Number.NaN }),
    () =>
      prisma.$transaction(async () => {
        throw new Error("a fault of our own");
      }),
  ];
  for (const refusal of refusals) expect(isStoreDown(await rejectionOf(refusal()))).toBe(false);
  for (const odd of [null, undefined, "ECONNREFUSED", 57, {}]) expect(isStoreDown(odd)).toBe(false);
});

test("the database cancels a statement that runs too long", async () => {
  const prisma = opened(await database());
  const [row] = await prisma.$queryRaw<{ ms: string }[]>`
    SELECT setting AS ms FROM pg_settings WHERE name = 'statement_timeout'`;
  expect(row?.ms).toBe("15000");
});

test("the database compiles no statement, however expensive it seems", async () => {
  const prisma = opened(await database());
  const [row] = await prisma.$queryRaw<{ jit: string }[]>`SELECT current_setting('jit') AS jit`;
  expect(row?.jit).toBe("off");
});

test("a missing migration and a full disk are reported as unavailable, because they are temporary", async () => {
  const prisma = opened(await database());
  const refusals = [
    () => prisma.$queryRaw`SELECT * FROM nowhere`,
    () => prisma.$queryRaw`SELECT nothing FROM partners`,
    () => prisma.$executeRaw`DO $$ BEGIN RAISE 'no room' USING ERRCODE = 'disk_full'; END $$`,
  ];
  for (const refusal of refusals) expect(isStoreDown(await rejectionOf(refusal()))).toBe(true);
});

test("a deadlock and a lock that is not given in time are unavailable: nothing was written", async () => {
  const prisma = opened(await database());
  const other = { ...partner, id: "prt_2", code: "other" };
  await prisma.partner.createMany({ data: [partner, other] });
  const rename = (tx: Pick<typeof prisma, "partner">, id: string) =>
    tx.partner.update({ where: { id }, data: { name: "B" } });
  const [first, second] = [deferred(), deferred()];
  const opposite = await Promise.allSettled([
    prisma.$transaction(async (tx) => {
      await rename(tx, partner.id).then(() => first.resolve());
      await second.promise;
      await rename(tx, other.id);
    }),
    prisma.$transaction(async (tx) => {
      await rename(tx, other.id).then(() => second.resolve());
      await first.promise;
      await rename(tx, partner.id);
    }),
  ]);
  const late = rejectionOf(
    prisma.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM partners FOR UPDATE`;
      await prisma.$transaction(async (waiting) => {
        await waiting.$executeRaw`SET LOCAL lock_timeout = '10ms'`;
        await rename(waiting, partner.id);
      });
    }),
  );
  const rejected = opposite.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  expect([...rejected, await late].map(isStoreDown)).toEqual([true, true]);
});
