import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { isThorough } from "../testing/extent";
import { temporaryFolder } from "../testing/processes";
import { databaseFolder } from "./database-folder";
import { openEmbedded } from "./embedded";
import { migrate } from "./migrate";
import { openPostgres } from "./postgres";
import { EMBEDDED_SHORT, EMBEDDED_STOPPED_MS, expectAllThrough } from "./testing/stopped";

const root = join(import.meta.dirname, "../..");
const base = temporaryFolder("embedded");
/**
 * Made by the build. Creating and migrating a database takes seconds, so all but one test have
 * copies of it. Opening one takes more than a second: those that need no new one share it.
 */
const prepared = join(root, "dist/database");

async function openIn(dataDir: string) {
  const embedded = await openEmbedded({ dataDir, prepared });
  const postgres = openPostgres(embedded.target);
  const close = async () => {
    await postgres.close();
    await embedded.close();
  };
  try {
    const { applied } = await migrate(embedded.target);
    return { ...embedded, ...postgres, applied, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function opened<T>(
  dataDir: string,
  use: (stores: Awaited<ReturnType<typeof openIn>>) => Promise<T>,
): Promise<T> {
  const stores = await openIn(dataDir);
  return use(stores).finally(stores.close);
}

const partner = (code: string) => ({
  id: `prt_${code}`,
  code,
  name: code,
  revsharePct: "12.5",
  createdAt: new Date("2026-01-02T03:04:05.678Z"),
});

const shared = await openIn(join(base, "shared"));
afterAll(() => shared.close());

test("a new database is a copy of the prepared one, which is migrated and stays as it is; data persists", async () => {
  const [first, second] = [join(base, "first"), join(base, "second")];
  for (const dataDir of [first, second]) {
    await opened(dataDir, async ({ prisma, applied }) => {
      expect(applied, "migrations that are newer than the build").toEqual([]);
      expect(await prisma.partner.count()).toBe(0);
      await prisma.partner.create({ data: partner("acme") });
    });
  }
  expect(existsSync(join(first, "run")), "the folder of the socket").toBe(false);
  await opened(first, async ({ prisma }) => {
    const kept = await prisma.partner.findUniqueOrThrow({ where: { code: "acme" } });
    expect(kept.createdAt.toISOString()).toBe("2026-01-02T03:04:05.678Z");
    expect(kept.revsharePct.toNumber()).toBe(12.5);
  });
});

test("every user can read the prepared database, and only the server's can enter a copy", () => {
  expect(statSync(databaseFolder(join(base, "shared"))).mode & 0o777).toBe(0o700);
  const names = readdirSync(prepared, { recursive: true, encoding: "utf8" });
  const unreadable = ["", ...names].filter((name) => {
    const stats = statSync(join(prepared, name));
    const needed = stats.isDirectory() ? 0o005 : 0o004;
    return (stats.mode & needed) !== needed;
  });
  expect(unreadable).toEqual([]);
});

test("a missing permission is named", async () => {
  const closed = join(base, "closed");
  mkdirSync(closed, { mode: 0o500 });
  // Root may write everywhere.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  const opening = openEmbedded({ dataDir: join(closed, "data"), prepared });
  await expect(opening.finally(() => isRoot && process.seteuid?.(0))).rejects.toThrow(
    /^The embedded database in .* can't be opened: EACCES: permission denied, .*\. Check the permissions\.$/,
  );
});

test("running and queued statements succeed after this process was suspended", async () => {
  const postgres = openPostgres(shared.target, { patience: EMBEDDED_SHORT });
  const options = { waitingEach: 3, stoppedMs: EMBEDDED_STOPPED_MS };
  await expectAllThrough(postgres, options).finally(postgres.close);
});

test("the socket is accessible to this user only", () => {
  const { socketDir } = shared.target;
  expect(statSync(socketDir).mode & 0o777).toBe(0o700);
  expect(readdirSync(socketDir)).toEqual([".s.PGSQL.5432"]);
});

test("it is found with the settings of another database in the environment", async () => {
  vi.stubEnv("PGHOST", "192.0.2.1");
  vi.stubEnv("PGPORT", "1");
  vi.stubEnv("PGSSLMODE", "require");
  const postgres = openPostgres(shared.target);
  const counting = postgres.prisma.partner.count({ where: { code: "nobody" } });
  expect(await counting.finally(postgres.close)).toBe(0);
  vi.unstubAllEnvs();
});

test("its session has no timeouts, because one that fires during a suspension would block it forever", async () => {
  const timeouts = await shared.prisma.$queryRaw`
      SELECT name FROM pg_settings WHERE setting <> '0' AND name IN
        ('statement_timeout', 'transaction_timeout', 'lock_timeout', 'idle_session_timeout',
         'idle_in_transaction_session_timeout')`;
  expect(timeouts).toEqual([]);
});

test("a path too long for a Unix socket still works", async () => {
  await opened(join(base, "long".repeat(30), "data"), async ({ prisma, target }) => {
    expect(Buffer.byteLength(target.socketDir)).toBeLessThan(85);
    expect(await prisma.partner.count()).toBe(0);
  });
});

test("concurrent callers get their own results, and a failed transaction affects no others", async () => {
  const { prisma } = shared;
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) =>
      prisma.$transaction(async (tx) => {
        await tx.partner.create({ data: partner(`p${n}`) });
        if (n % 3 === 0) throw new Error("no");
        return tx.partner.findUniqueOrThrow({ where: { code: `p${n}` } });
      }),
    ),
  );
  for (const [n, result] of results.entries()) {
    if (n % 3 === 0) expect(result.status).toBe("rejected");
    else expect(result).toMatchObject({ value: { code: `p${n}` } });
  }
  expect(await prisma.partner.count({ where: { code: { startsWith: "p" } } })).toBe(40);
});

test("without a prepared database one is created and migrated, and every acknowledged write survives kill -9 at any moment", async () => {
  const dataDir = join(base, "killed");
  const none = join(base, "none");
  const script = join(base, "writer.mts");
  const at = (name: string) => JSON.stringify(join(import.meta.dirname, name));
  writeFileSync(
    script,
    `import { openEmbedded } from ${at("embedded.ts")};
       import { migrate } from ${at("migrate.ts")};
       import { openPostgres } from ${at("postgres.ts")};
       process.stdout.write("opening\\n");
       const embedded = await openEmbedded(${JSON.stringify({ dataDir, prepared: none })});
       process.stdout.write("migrating\\n");
       await migrate(embedded.target);
       const { prisma } = openPostgres(embedded.target);
       for (let n = await prisma.partner.count(); ; n += 1) {
         const id = String(n).padStart(6, "0");
         await prisma.partner.create({ data: { id, code: id, name: "x", revsharePct: 1, createdAt: new Date() } });
         process.stdout.write(id + "\\n");
       }`,
  );
  const usual: [RegExp, number][] = [
    [/migrating/, 5],
    [/^\d{5}9$/m, 3],
  ];
  const rare: [RegExp, number][] = [
    [/opening/, 200],
    [/opening/, 1_800],
    [/^000005$/m, 0],
  ];
  for (const [when, plusMs] of isThorough ? [...rare, ...usual] : usual) {
    const child = spawn(process.execPath, ["--import", "tsx", script], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const acknowledged = await killed(child, when, plusMs);
    if (acknowledged === null) continue;
    await opened(dataDir, async ({ prisma }) => {
      const last = await prisma.partner.findFirst({ orderBy: { id: "desc" } });
      expect(Number(last?.id)).toBeGreaterThanOrEqual(Number(acknowledged));
      expect(await prisma.partner.count()).toBe(Number(last?.id) + 1);
    });
  }
  await opened(dataDir, async ({ prisma, applied }) => {
    expect(applied).toEqual([]);
    expect(await prisma.partner.count()).toBeGreaterThanOrEqual(10);
  });
});

/**
 * Kills a writer `plusMs` after its output matches; returns the last ID that it reported, or null.
 */
function killed(child: ChildProcess, when: RegExp, plusMs: number): Promise<string | null> {
  return new Promise((done) => {
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
      if (when.test(output)) setTimeout(() => child.kill("SIGKILL"), plusMs);
    });
    child.on("close", () => done(output.match(/^\d{6}$/gm)?.at(-1) ?? null));
  });
}
