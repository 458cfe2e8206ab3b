import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { temporaryFolder } from "../testing/processes";
import { openEmbedded } from "./embedded";
import { openPostgres, type Postgres } from "./postgres";

// The API and the pages each have a connection to the embedded database, which has one session.

const folder = temporaryFolder("sessions");
const embedded = await openEmbedded({ dataDir: folder, prepared: join(folder, "none") });
afterAll(() => embedded.close());
const pools = [openPostgres(embedded.target), openPostgres(embedded.target)] as const;
afterAll(() => Promise.all(pools.map((pool) => pool.close())));
await pools[0].prisma.$executeRaw`CREATE TABLE numbers (pool int, n int, PRIMARY KEY (pool, n))`;

const every = <T>(count: number, run: (n: number, pool: Postgres) => Promise<T>) =>
  Promise.all(
    Array.from({ length: count }, (_, n) => Promise.all(pools.map((pool) => run(n, pool)))),
  );

type Row = { at: number; n: number; length: number };

it("each connection gets the answers to its own queries, also to long ones that arrive in parts", async () => {
  const answers = await every(60, async (n, pool) => {
    const at = pools.indexOf(pool);
    const text = "x".repeat(n * 10_000);
    const sql = `SELECT ${at} AS at, $1::int AS n, length($2) AS length`;
    const [row] = await pool.prisma.$queryRawUnsafe<Row[]>(sql, n, text);
    return row?.at === at && row.n === n && row.length === text.length;
  });
  expect(answers.flat().filter((isRight) => !isRight)).toEqual([]);
});

it("a rolled back transaction takes nothing of another connection's with it", async () => {
  await every(50, async (n, pool) => {
    const at = pools.indexOf(pool);
    const written = pool.transact(async (tx) => {
      await tx.$executeRaw`INSERT INTO numbers VALUES (${at}, ${n})`;
      await tx.$queryRaw`SELECT count(*)::int FROM numbers`;
      if (at === 0 && n % 2 === 0) throw new Error("no");
    });
    await written.catch((error: unknown) => expect(String(error)).toContain("no"));
  });
  const kept = await pools[0].prisma.$queryRaw`
    SELECT pool, count(*)::int AS count FROM numbers GROUP BY pool ORDER BY pool`;
  expect(kept).toEqual([
    { pool: 0, count: 25 },
    { pool: 1, count: 50 },
  ]);
});

it("a statement that fails on one connection fails on no other", async () => {
  const results = await every(100, async (n, pool) => {
    const isBad = pools.indexOf(pool) === 0;
    const answer = isBad
      ? pool.prisma.$queryRaw`SELECT 1 / ${0}::int`
      : pool.prisma.$queryRaw<{ n: number }[]>`SELECT ${n}::int AS n`;
    return answer.then(
      (rows) => (rows as { n: number }[])[0]?.n === n,
      (error: unknown) => isBad && String(error).includes("division by zero"),
    );
  });
  expect(results.flat().filter((isRight) => !isRight)).toEqual([]);
});

const message = (type: string, ...parts: (string | number[])[]) => {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : Buffer.from(part))),
  );
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};

const STARTUP = message("", [0, 3, 0, 0], "user", "postgres", "database", "postgres", [0]);

/** Connects, sends the messages once it may, and leaves without waiting for an answer. */
function sendAndLeave(...messages: Buffer[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(join(embedded.target.socketDir, ".s.PGSQL.5432"));
    socket.on("error", reject);
    socket.once("connect", () => socket.write(STARTUP));
    socket.once("data", () => {
      socket.write(Buffer.concat(messages), () => setTimeout(() => socket.destroy(), 50));
    });
    socket.once("close", () => resolve());
  });
}

it.each([
  ["in a transaction", [message("Q", "BEGIN; INSERT INTO numbers VALUES (7, 7)")]],
  ["between a statement and its Sync", [message("P", "", "SELECT 1", [0, 0])]],
  ["after a statement that fails, before its Sync", [message("P", "", "SELECT nothing", [0, 0])]],
  [
    "in a transaction, before the Sync of a statement that fails",
    [message("Q", "BEGIN"), message("P", "", "SELECT nothing", [0, 0])],
  ],
])("a connection that ends %s holds up no other", async (_, messages) => {
  await sendAndLeave(...messages);
  const [{ prisma }] = pools;
  const rows =
    await prisma.$queryRaw`SELECT ${1}::int AS n, (SELECT count(*)::int FROM numbers WHERE pool = 7) AS kept`;
  expect(rows).toEqual([{ n: 1, kept: 0 }]);
});
