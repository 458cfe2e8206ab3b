import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { type Env, readEnv } from "../env";
import { holdDataDir } from "../stores/control";
import { DiskFull } from "../stores/disk-space";
import { openEmbedded } from "../stores/embedded";
import { migrate } from "../stores/migrate";
import { temporaryFolder } from "../testing/processes";
import { openHttpServer } from "./http-server";
import { explainFailure } from "./start-failure";

const base = temporaryFolder("failure");

const envOf = (settings: Record<string, string>): Env => readEnv({ NODE_ENV: "test", ...settings });

async function explained(work: () => Promise<unknown>, env: Env | null): Promise<string | null> {
  try {
    await work();
  } catch (error) {
    return explainFailure(error, env);
  }
  return expect.unreachable("it went through");
}

const listen = (env: Env) =>
  openHttpServer({ host: env.host, port: env.port, scheme: "http", onError: () => {} });
const hold = (env: Env) => holdDataDir({ dataDir: env.dataDir, serve: async () => null });
const migrateExternal = (env: Env) => migrate({ connectionString: env.databaseUrl ?? "" });

test("settings: reports each problem on its own line", async () => {
  const wrong = { NODE_ENV: "test", PORT: "x", LOG_LEVEL: "x" };
  const message = await explained(async () => readEnv(wrong), null);
  expect(message?.split("\n")).toHaveLength(2);
});

test("reports a busy port and an address of another machine", async () => {
  const httpServer = await listen(envOf({ PORT: "0" }));
  await httpServer.open(async () => {});
  const busy = envOf({ PORT: String(httpServer.port) });
  expect(await explained(() => listen(busy), busy)).toContain(
    `Port ${httpServer.port} on 127.0.0.1 is`,
  );
  await httpServer.close(0);
  const elsewhere = envOf({ HOST: "192.0.2.1", PORT: "0" });
  expect(await explained(() => listen(elsewhere), elsewhere)).toContain("not an address of this");
});

test("a DATA_DIR in use names the process that uses it", async () => {
  const env = envOf({ DATA_DIR: join(base, "used") });
  const lock = await hold(env);
  expect(await explained(() => hold(env), env)).toContain(`in use by process ${process.pid}.`);
  await lock.release();
});

test("reports a DATA_DIR that can't be written", async () => {
  writeFileSync(join(base, "file"), "");
  const env = envOf({ DATA_DIR: join(base, "file", "data") });
  expect(await explained(() => hold(env), env)).toBe(
    `DATA_DIR ${join(base, "file", "data")} can't be written: a file with that name already exists. Fix this or set a different DATA_DIR.`,
  );
  const nowhere = envOf({ DATA_DIR: "/proc/nope/data" });
  expect(await explained(() => hold(nowhere), nowhere)).toMatch(
    /^DATA_DIR .proc.nope.data can't be written: /,
  );
  const sealed = Object.assign(new Error("EACCES"), { code: "EACCES", syscall: "mkdir" });
  expect(explainFailure(sealed, env)).toContain("permission denied");
});

test("reports an embedded database that can't be opened, with the fix", async () => {
  const env = envOf({ DATA_DIR: join(base, "damaged") });
  mkdirSync(join(env.dataDir, "postgres"), { recursive: true });
  writeFileSync(join(env.dataDir, "postgres", "PG_VERSION"), "18\n");
  const message = await explained(() => openEmbedded({ dataDir: env.dataDir }), env);
  expect(message).toMatch(/^The embedded database in .*damaged.postgres can't be opened: .*backup/);
});

test("reports a limit of open files that is too low", () => {
  const full = Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" });
  expect(explainFailure(full, envOf({}))).toMatch(/^Latchkey needs to open \d+ files at once/);
});

test("reports a full disk", () => {
  const room = new DiskFull("the disk of .data is full");
  expect(explainFailure(room, envOf({}))).toContain("the disk of .data is full");
});

test("reports an unreachable database without its password", async () => {
  const env = envOf({ DATABASE_URL: "postgresql://u:pa55word@127.0.0.1:1/latchkey" });
  const message = await explained(() => migrateExternal(env), env);
  expect(message).toContain("The database latchkey at 127.0.0.1:1 can't be reached");
  expect(message).not.toContain("pa55word");
});

test("a database host that can't be resolved is not mistaken for HOST", async () => {
  const env = envOf({ DATABASE_URL: "postgresql://u:pa55word@nowhere.invalid/latchkey" });
  const message = await explained(() => migrateExternal(env), env);
  expect(message).toMatch(
    /^The database latchkey at nowhere.invalid:5432: the host nowhere.invalid of DATABASE_URL can't be resolved \((ENOTFOUND|EAI_AGAIN)\)\. Correct the host in DATABASE_URL, or check the DNS of this machine\.$/,
  );
  const unknown = envOf({ HOST: "nowhere.invalid", PORT: "0" });
  expect(await explained(() => listen(unknown), unknown)).toMatch(/^HOST is nowhere.invalid/);
});

test("explains an encryption that is not possible", async () => {
  const env = envOf({ DATABASE_URL: "postgresql://u:pa55word@127.0.0.1/x?sslmode=sometimes" });
  const message = await explained(() => migrateExternal(env), env);
  expect(message).toMatch(/^DATABASE_URL has an unknown sslmode/);
});

test("quotes the error of a database that refuses the connection", async () => {
  const url = new URL(inject("postgresUrl"));
  url.pathname = "/nothing_here";
  const env = envOf({ DATABASE_URL: url.href });
  const message = await explained(() => migrateExternal(env), env);
  expect(message).toContain('database "nothing_here" does not exist');
});

test("names a failed migration", async () => {
  const folder = join(base, "migrations");
  mkdirSync(join(folder, "1_bad"), { recursive: true });
  writeFileSync(join(folder, "1_bad", "migration.sql"), "SELECT nonsense;");
  const target = { connectionString: inject("postgresUrl") };
  const message = await explained(() => migrate(target, { folder }), envOf({}));
  expect(message).toContain("Migration 1_bad failed at line 1");
});

test("an unexpected error keeps its stack", () => {
  expect(explainFailure(new TypeError("x is not a function"), envOf({}))).toBeNull();
});
