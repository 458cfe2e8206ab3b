import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { createCustomer } from "../server/core/customers/mutations";
import { revokeKey } from "../server/core/keys/mutations";
import { revokePlatformKey } from "../server/core/platform-keys/mutations";
import { migrate } from "../server/stores/migrate";
import { openRedis } from "../server/stores/redis";
import { locate } from "../server/testing/packages";
import { openPlatform, type Platform } from "../server/testing/platform";
import { startPostgres } from "../server/testing/postgres";
import { spawnOwned, temporaryFolder } from "../server/testing/processes";
import { startRedis } from "../server/testing/redis";

// Runs each block of docs/operations.md as written, in order, for an operator whose database has
// roles, extensions and schemas of its own.
const ROOT = join(import.meta.dirname, "..");
const DOCUMENT = readFileSync(join(ROOT, "docs/operations.md"), "utf8");

type Block = { section: string; language: string; code: string };
type Settings = Record<string, string>;

const BLOCKS = blocksIn(DOCUMENT);
const ran = new Set<Block>();

const bin = locate("postgres");
const postgres = await startPostgres();
afterAll(() => postgres.stop());
const redis = await startRedis();
afterAll(() => redis.stop());
await redis.send("CONFIG SET requirepass old-password");

function blocksIn(document: string): Block[] {
  let section = "";
  const found: Block[] = [];
  for (const match of document.matchAll(/^## ([^\n]+)$|^( *)```(\w*)\n(.*?)^ *```$/gms)) {
    const [, heading, indent = "", language = "", code = ""] = match;
    section = heading ?? section;
    if (heading === undefined) {
      found.push({ section, language, code: code.replaceAll(new RegExp(`^${indent}`, "gm"), "") });
    }
  }
  return found;
}

/** The next block of the section that has not run yet. */
function nextBlock(section: string): Block {
  const block = BLOCKS.find((each) => each.section === section && !ran.has(each));
  if (!block) throw new Error(`${section} has no further block`);
  ran.add(block);
  return block;
}

const urlOf = (role: string, database: string) => {
  const url = new URL(postgres.url);
  url.username = role;
  url.pathname = `/${database}`;
  return url.href;
};
const admin = (database = "postgres") => urlOf("postgres", database);

/** Runs a shell block in the project's folder; stops at the first command that fails. */
async function runShell({ code }: Block, settings: Settings): Promise<string> {
  const file = join(temporaryFolder("block"), "block.sh");
  writeFileSync(file, code);
  const { PATH, HOME } = process.env;
  const env = { PATH: [bin, PATH].join(delimiter), HOME, NODE_ENV: "production", ...settings };
  const args = ["-euo", "pipefail", file];
  const child = spawnOwned({ command: "bash", args, cwd: ROOT, env });
  const ended = await child.exited;
  if (ended !== 0) throw new Error(`${code}\nended with ${ended}:\n${child.output()}`);
  return child.output();
}

/** Runs an SQL block with psql; stops at the first statement that fails. */
function runSql({ code }: Block, database: string): string {
  const args = ["--set", "ON_ERROR_STOP=1", "--no-psqlrc", admin(database)];
  return execFileSync(join(bin, "psql"), args, { input: code, encoding: "utf8" });
}

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text).finally(() => client.end());
  return rows;
}

/** The product over a database, as its own role. */
async function onDatabase<T>(databaseUrl: string, work: (platform: Platform) => Promise<T>) {
  const platform = await openPlatform({ beside: { databaseUrl } });
  return work(platform).finally(() => platform.close());
}

it("a database is created for Latchkey and migrated by its own role", async () => {
  runSql(nextBlock("Managed PostgreSQL"), "postgres");
  expect(await migrate({ connectionString: urlOf("latchkey", "latchkey") })).toMatchObject({
    applied: expect.arrayContaining([expect.any(String)]),
  });
  expect(await query(admin("latchkey"), "SELECT lower('É')")).toEqual([{ lower: "é" }]);
});

it("the role's timeouts apply behind a pooler", async () => {
  runSql(nextBlock("Managed PostgreSQL"), "postgres");
  const shown =
    "SELECT current_setting('statement_timeout') AS one, current_setting('idle_in_transaction_session_timeout') AS two";
  expect(await query(urlOf("latchkey", "latchkey"), shown)).toEqual([{ one: "15s", two: "15s" }]);
});

it("a backup is restored under another owner, and keys revoked since are revoked again", async () => {
  // Other contents of an operator's database: an extension, another schema, and a read-only role.
  const owner = urlOf("latchkey", "latchkey");
  await query(
    admin("latchkey"),
    `CREATE EXTENSION pg_trgm; CREATE SCHEMA billing; CREATE TABLE billing.secret (n int);
     CREATE ROLE reader; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader`,
  );
  const { partner, key, retiring, platformKey } = await onDatabase(owner, async (platform) => {
    const { newPartner, newKey, system } = platform;
    const platformKey = await platform.newPlatformKey();
    const partner = await newPartner();
    const key = await newKey(partner);
    const retiring = await newKey(partner);
    await createCustomer(system, {
      partnerId: partner.id,
      email: "kept@example.com",
      metadata: {},
    });
    return { partner, key, retiring, platformKey };
  });
  const settings = {
    DATABASE_URL: owner,
    ADMIN_URL: admin(),
    RESTORED_URL: urlOf("latchkey", "restored"),
    OLD_URL: owner,
    REDIS_URL: `redis://:old-password@127.0.0.1:${redis.port}`,
    NEXTAUTH_SECRET: "s".repeat(40),
    NEXTAUTH_URL: "http://127.0.0.1:3000",
    BACKUP_TAKEN: new Date().toISOString(),
    BACKUP: join(temporaryFolder("dump"), "latchkey.dump"),
  };
  await runShell(nextBlock("Backup and restore"), settings);
  await onDatabase(owner, async ({ system }) => {
    await revokeKey(system, { keyId: key.key.id, after: "now" });
    await revokeKey(system, { keyId: retiring.key.id, after: "24h" });
    await revokePlatformKey(system, { keyId: platformKey.key.id, after: "now" });
  });
  await runShell(nextBlock("Backup and restore"), settings);
  const whose = "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'";
  expect(await query(settings.RESTORED_URL, whose)).toEqual([{ tableowner: "latchkey" }]);
  await onDatabase(settings.RESTORED_URL, async ({ wiring, call }) => {
    const { db } = wiring.core;
    expect(await db.customer.count({ where: { partnerId: partner.id } })).toBe(1);
    expect((await call("/me", { key: key.plaintext })).status).toBe(200);
  });
  await runShell(nextBlock("Backup and restore"), settings);
  await onDatabase(settings.RESTORED_URL, async ({ call, callPlatform }) => {
    expect((await call("/me", { key: key.plaintext })).status).toBe(401);
    // Still in its grace period.
    expect((await call("/me", { key: retiring.plaintext })).status).toBe(200);
    const verify = { method: "POST", key: platformKey.plaintext };
    expect((await callPlatform("/keys/verify", verify)).status).toBe(401);
  });
  expect(await runShell(nextBlock("Backup and restore"), settings)).toContain("key.revoked");
});

it("all sessions end if the old NEXTAUTH_SECRET was leaked", async () => {
  const databaseUrl = urlOf("latchkey", "latchkey");
  const count = () => query(databaseUrl, "SELECT count(*)::int AS n FROM sessions");
  await onDatabase(databaseUrl, async ({ newPerson, newPartner }) =>
    newPerson(await newPartner(), "owner"),
  );
  expect(await count()).not.toEqual([{ n: 0 }]);
  await runShell(nextBlock("Changing secrets"), { DATABASE_URL: databaseUrl });
  expect(await count()).toEqual([{ n: 0 }]);
});

it("the database role is replaced while servers use both, and nothing of the old role remains", async () => {
  runSql(nextBlock("Changing secrets"), "latchkey");
  const [old, fresh] = [urlOf("latchkey", "latchkey"), urlOf("latchkey_2", "latchkey")];
  // Both at once, while one instance after the other changes over; by then a new release may
  // migrate.
  await onDatabase(old, async ({ newPartner }) => {
    const partner = await newPartner();
    await onDatabase(fresh, ({ newKey }) => newKey(partner));
  });
  await migrate({ connectionString: fresh });
  await query(admin(), "DROP DATABASE restored");
  runSql(nextBlock("Changing secrets"), "latchkey");
  expect(await query(admin(), "SELECT 1 FROM pg_roles WHERE rolname = 'latchkey'")).toEqual([]);
  await onDatabase(fresh, ({ newPartner }) => newPartner());
  const owners = "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'";
  expect(await query(fresh, owners)).toEqual([{ tableowner: "latchkey_2" }]);
  const limit = "SELECT current_setting('statement_timeout') AS limit";
  expect(await query(fresh, limit)).toEqual([{ limit: "15s" }]);
});

it("the Redis password is replaced while both are valid", async () => {
  const settings = {
    REDIS_ADDRESS: `redis://127.0.0.1:${redis.port}`,
    OLD_PASSWORD: "old-password",
    NEW_PASSWORD: "new-password",
  };
  const may = async (password: string) => {
    const store = await openRedis({ url: `redis://:${password}@127.0.0.1:${redis.port}` });
    const answer = await store.redis.exec(["PING"]).catch(() => "refused");
    await store.close();
    return answer;
  };
  expect(await runShell(nextBlock("Changing secrets"), settings)).toBe("OK\n");
  expect([await may("old-password"), await may("new-password")]).toEqual(["PONG", "PONG"]);
  expect(await runShell(nextBlock("Changing secrets"), settings)).toBe("OK\n");
  expect([await may("old-password"), await may("new-password")]).toEqual(["refused", "PONG"]);
});

it("every code block names its language, and every runnable one has run", () => {
  const runnable = BLOCKS.filter(({ language }) => language === "sh" || language === "sql");
  expect(
    BLOCKS.filter((block) => !runnable.includes(block)).map(({ language }) => language),
  ).toEqual(["json"]);
  expect(runnable.filter((block) => !ran.has(block))).toEqual([]);
});
