import { rmSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from "vitest";
import { lookAtPostgres } from "../cli/doctor/look-at-postgres";
import { lookAtRedis } from "../cli/doctor/look-at-redis";
import { readEnv } from "../env";
import { openPostgres } from "../stores/postgres";
import { openPlatform } from "../testing/platform";
import { freePort, temporaryFolder } from "../testing/processes";
import { startRedis } from "../testing/redis";
import { createDatabase, type TestDatabase } from "../testing/template-database";
import { openWiring } from "../wiring";

const TOKEN = "a token of the tests";
const ROLE = "broken_stores_role";
const SETTINGS = {
  LOG_LEVEL: "silent",
  METRICS_TOKEN: TOKEN,
  NEXTAUTH_SECRET: "s".repeat(40),
  NEXTAUTH_URL: "https://partners.example.com",
};

let admin: pg.Client;
beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject("postgresUrl") });
  await admin.connect();
  await admin.query(`DROP ROLE IF EXISTS ${ROLE}`);
  await admin.query(`CREATE ROLE ${ROLE} LOGIN`);
});
afterAll(async () => {
  await admin.query(`DROP ROLE ${ROLE}`);
  await admin.end();
});

type Database = TestDatabase & { name: string; run: (text: string) => Promise<unknown> };

async function database(): Promise<Database> {
  const made = await createDatabase(inject("postgresUrl"));
  const client = new pg.Client({ connectionString: made.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await made.drop();
  });
  return { ...made, name: new URL(made.url).pathname.slice(1), run: (text) => client.query(text) };
}

const asRole = (url: string) => Object.assign(new URL(url), { username: ROLE }).href;

/** Calls /api/ready with the token, on a server over these stores. */
async function readiness(databaseUrl: string, env: Record<string, string> = {}) {
  const { watch, close } = await openWiring({
    env: readEnv({ ...SETTINGS, DATABASE_URL: databaseUrl, ...env }),
    postgres: openPostgres({ connectionString: databaseUrl }),
    secret: "a secret of the tests",
    hasOwnServer: false,
  });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const ask = async () => {
    const answer = await watch.answerReady(new Request("http://latchkey.test", { headers }));
    const body = (await answer.json()) as { status: string; problems: Record<string, string> };
    return { http: answer.status, ...body };
  };
  let found = await ask();
  // On a busy machine a check may exceed its two seconds.
  const isLate = () => Object.values(found.problems).some((text) => text.includes("no response"));
  for (let tries = 1; tries < 10 && isLate(); tries++) found = await ask();
  await close();
  return found;
}

/** The faults and warnings of `latchkey doctor`. */
async function examined(databaseUrl: string) {
  const env = readEnv({ DATABASE_URL: databaseUrl }, { isServing: false });
  const findings = await lookAtPostgres(env, databaseUrl);
  return findings.filter(({ state }) => state !== "ok");
}

/** Makes writes fail with PostgreSQL's own error for a full disk. */
const FULL_DISK = `
  CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
  END $$;
  CREATE TRIGGER no_room BEFORE INSERT ON write_probe FOR EACH ROW EXECUTE FUNCTION no_room()`;

const GRANTS = `
  GRANT USAGE ON SCHEMA public TO ${ROLE};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${ROLE}`;

type Case = {
  title: string;
  break: (store: Database) => string;
  url?: (url: string) => string;
  http: number;
  status: string;
  says: RegExp;
  cure: RegExp;
};

const CASES: Case[] = [
  {
    title: "a read-only database",
    break: ({ name }) => `ALTER DATABASE ${name} SET default_transaction_read_only = on`,
    http: 200,
    status: "degraded",
    says: /read-only/,
    cure: /primary/,
  },
  {
    title: "a full disk",
    break: () => FULL_DISK,
    http: 200,
    status: "degraded",
    says: /disk of the database is full/,
    cure: /Free or add disk space/,
  },
  {
    title: "a role without privileges",
    break: () => `GRANT USAGE ON SCHEMA public TO ${ROLE}`,
    url: asRole,
    http: 503,
    status: "unready",
    says: /privileges/,
    cure: /Grant/,
  },
  {
    title: "a role without one privilege on one table",
    break: () => `${GRANTS}; REVOKE DELETE ON payouts FROM ${ROLE}`,
    url: asRole,
    http: 503,
    status: "unready",
    says: /can.t read and write: payouts$/,
    cure: /Grant/,
  },
  {
    title: "a database without free connections",
    break: ({ name }) => `ALTER DATABASE ${name} CONNECTION LIMIT 0`,
    url: asRole,
    http: 503,
    status: "unready",
    says: /connections of the database are in use/,
    cure: /max_connections/,
  },
  {
    title: "a role that may not log in",
    break: () => "SELECT",
    url: (url) => Object.assign(new URL(url), { username: "pg_monitor" }).href,
    http: 503,
    status: "unready",
    says: /refuses this role/,
    cure: /log in/,
  },
  {
    title: "a database that does not exist",
    break: () => "SELECT",
    url: (url) => Object.assign(new URL(url), { pathname: "/nowhere" }).href,
    http: 503,
    status: "unready",
    says: /does not exist/,
    cure: /Create it/,
  },
];

it.each(CASES)("$title is reported with its fix by /api/ready and doctor", async (broken) => {
  const store = await database();
  await store.run(broken.break(store));
  const url = broken.url?.(store.url) ?? store.url;
  const { http, status, problems } = await readiness(url);
  expect({ http, status }).toEqual({ http: broken.http, status: broken.status });
  const [problem, ...others] = Object.values(problems);
  const matching = [problem, ...others].find((text) =>
    broken.says.test(text?.split(". ")[0] ?? ""),
  );
  expect(matching, JSON.stringify(problems)).toMatch(broken.cure);
  const faults = await examined(url);
  const fault = faults.find(({ says }) => broken.says.test(says));
  expect(fault, JSON.stringify(faults)).toMatchObject({ state: "fault" });
  expect(fault?.advice).toMatch(broken.cure);
  expect(JSON.stringify(faults)).not.toContain("check DATABASE_URL first");
});

it("a role that can't change the schema is not a problem, and doctor reports that it can't migrate", async () => {
  const store = await database();
  await store.run(GRANTS);
  expect(await readiness(asRole(store.url))).toEqual({ http: 200, status: "ready", problems: {} });
  const [finding, ...others] = await examined(asRole(store.url));
  expect(finding).toMatchObject({ check: "postgresql writes", state: "warning" });
  expect(finding?.advice).toContain("owns the tables");
  expect(others).toEqual([]);
});

it("a probe leaves no data behind", async () => {
  const store = await database();
  for (let round = 0; round < 3; round++) await readiness(store.url);
  await examined(store.url);
  expect(await store.run("SELECT FROM write_probe")).toMatchObject({ rowCount: 0 });
});

const REDIS = [
  {
    title: "a Redis at its maxmemory",
    send: () => ["CONFIG SET maxmemory 1"],
    says: /maxmemory/,
    cure: /Raise maxmemory/,
  },
  {
    title: "a Redis that is a replica",
    send: (gone: number) => [`REPLICAOF 127.0.0.1 ${gone}`],
    says: /replica/,
    cure: /primary/,
  },
  {
    title: "a Redis user without permissions",
    send: () => ["ACL SETUSER default -time"],
    says: /lacks permissions/,
    cure: /TIME/,
  },
  {
    title: "a Redis that requires a password",
    send: () => ["CONFIG SET requirepass secret-of-the-test"],
    says: /requires a password/,
    cure: /REDIS_URL/,
  },
];

it.each(REDIS)(
  "$title is reported with its fix while the API keeps serving",
  async ({ send, says, cure }) => {
    const [redis, store, gone] = [await startRedis(), await database(), await freePort()];
    for (const command of send(gone)) await redis.send(command);
    const { http, status, problems } = await readiness(store.url, { REDIS_URL: redis.url });
    expect({ http, status }).toEqual({ http: 200, status: "degraded" });
    expect(Object.keys(problems)).toEqual(["limiter"]);
    expect(problems.limiter).toMatch(says);
    expect(problems.limiter).toMatch(cure);
    const findings = await lookAtRedis({ kind: "tcp", url: redis.url, isCluster: false });
    const fault = findings.find((finding) => says.test(finding.says));
    expect(fault, JSON.stringify(findings)).toMatchObject({ state: "fault" });
    expect(fault?.advice).toMatch(cure);
    await redis.stop();
  },
);

it("a Redis that can't save to its disk is reported with its fix", async () => {
  const [folder, store] = [temporaryFolder("redis-disk"), await database()];
  const redis = await startRedis({ args: ["--dir", folder, "--save", "1 1"] });
  rmSync(folder, { recursive: true });
  await redis.send("SET a b");
  const ask = async () => (await readiness(store.url, { REDIS_URL: redis.url })).problems.limiter;
  await expect.poll(ask).toMatch(/can't save to its disk.*turn off persistence/);
  await redis.stop();
});

it("a platform with healthy stores is ready", async () => {
  const platform = await openPlatform({ env: { METRICS_TOKEN: TOKEN } });
  const answer = await platform.wiring.watch.answerReady(
    new Request("http://latchkey.test", { headers: { authorization: `Bearer ${TOKEN}` } }),
  );
  expect(await answer.json()).toEqual({ status: "ready", problems: {} });
  await platform.close();
});
