import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, expect, inject, it } from "vitest";
import { createEndpoint } from "../server/core/webhooks/mutations";
import { newCertificate } from "../server/testing/certificate";
import { startPgBouncer } from "../server/testing/pgbouncer";
import { openPlatform, platformForTests } from "../server/testing/platform";
import { freePort, temporaryFolder } from "../server/testing/processes";
import { startRedis } from "../server/testing/redis";
import { latchkey, runHere, type Settings } from "./support/latchkey";

const platform = await platformForTests();
const redis = await startRedis();
afterAll(() => redis.stop());

type Finding = { check: string; state: string; says: string; advice: string | null };
type Report = { code: number | string; findings: Finding[] };

async function doctor(settings: Settings, run = runHere): Promise<Report> {
  const { code, stdout } = await run(settings, ["doctor", "--json"]);
  return { code, ...(JSON.parse(stdout) as { findings: Finding[] }) };
}
const of = ({ findings }: Report, check: string) =>
  findings.filter((finding) => finding.check === check);
const sound = () => ({
  DATABASE_URL: platform.databaseUrl,
  REDIS_URL: redis.url,
  NEXTAUTH_SECRET: "s".repeat(40),
  NEXTAUTH_URL: "https://partners.example.com",
  TRUST_PROXY: "1",
});

it("reports no problems on a healthy system and exits with 0", async () => {
  const report = await doctor(sound());
  expect(report.findings.filter(({ state }) => state !== "ok")).toEqual([]);
  expect(report.code).toBe(0);
  const checks = new Set(report.findings.map(({ check }) => check));
  for (const check of ["node", "settings", "postgresql", "migrations", "redis", "redis clock"]) {
    expect(checks).toContain(check);
  }
  expect(of(report, "webhooks")[0]?.says).toBe("0 pending, 0 failing endpoints");
});

it("warns about webhooks that no process sends", async () => {
  const forgotten = await openPlatform();
  const { id: partnerId } = await forgotten.newPartner();
  const endpoint = { url: "https://partner.example/hooks", types: ["*"] };
  await createEndpoint(forgotten.system, {
    partnerId,
    ...endpoint,
    payload: "thin",
    perSecond: 50,
  });
  await forgotten.system.transact(
    (tx) => tx.$executeRaw`
      UPDATE webhook_deliveries SET next_attempt_at = now() - interval '6 minutes'`,
  );
  const report = await doctor({ ...sound(), DATABASE_URL: forgotten.databaseUrl });
  await forgotten.close();
  expect(report.code).toBe(0);
  expect(of(report, "webhooks")[0]).toMatchObject({
    state: "warning",
    says: "webhooks have been due for 6 minutes, and no process sends them",
    advice: expect.stringContaining("latchkey deliver --once"),
  });
});

it("names every invalid setting without its value", async () => {
  const report = await doctor({ DATABASE_URL: "mysql://root:pa55word@db", PORT: "x" });
  expect(of(report, "settings")).toHaveLength(2);
  expect(report.code).toBe(1);
  expect(JSON.stringify(report)).not.toContain("pa55word");
});

it("warns if the CLI lacks the servers' Redis", async () => {
  const { REDIS_URL: _, ...without } = sound();
  const [finding] = of(await doctor(without), "settings");
  expect(finding?.state).toBe("warning");
  expect(finding?.advice).toContain("same REDIS_URL");
});

it("warns about a proxy that is not trusted", async () => {
  const { TRUST_PROXY: _, ...without } = sound();
  const report = await doctor(without);
  expect(report.code).toBe(0);
  const [finding] = of(report, "settings");
  expect(finding?.state).toBe("warning");
  expect(finding?.advice).toContain("TRUST_PROXY");
});

it("reports missing migrations and how to apply them", async () => {
  const report = await doctor({ ...sound(), DATABASE_URL: inject("postgresUrl") });
  expect(of(report, "migrations")[0]).toMatchObject({ state: "fault", advice: expect.any(String) });
  expect(report.code).toBe(1);
});

it("reports lost parts of the schema and migrations of a newer release", async () => {
  const restored = await openPlatform();
  const client = new pg.Client({ connectionString: restored.databaseUrl });
  await client.connect();
  await client.query("DROP INDEX api_keys_hash_key");
  const examined = () => doctor({ ...sound(), DATABASE_URL: restored.databaseUrl });
  const [lost] = of(await examined(), "migrations");
  expect(lost).toMatchObject({ state: "fault", advice: expect.stringContaining("restore") });
  expect(lost?.says).toContain("index api_keys_hash_key");
  await client.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('x', 'x', '29991231000000_newer', now())`);
  const [newer] = of(await examined(), "migrations");
  expect(newer).toMatchObject({ state: "warning", says: expect.stringContaining("29991231") });
  await client.end();
  await restored.close();
});

it("reports unreachable stores", async () => {
  const gone = await freePort();
  const report = await doctor({
    ...sound(),
    DATABASE_URL: `postgresql://u:pa55word@127.0.0.1:${gone}/x`,
    REDIS_URL: `redis://:pa55word@127.0.0.1:${gone}`,
  });
  expect(of(report, "postgresql")[0]?.says).toContain("can't be reached");
  expect(of(report, "redis")[0]?.says).toBe(
    `can't connect: connect ECONNREFUSED 127.0.0.1:${gone}`,
  );
  expect(JSON.stringify(report)).not.toContain("pa55word");
});

it("reports hosts that can't be resolved", async () => {
  const report = await doctor({
    ...sound(),
    DATABASE_URL: "postgresql://u:pa55word@nowhere.invalid/x",
    REDIS_URL: "redis://:pa55word@nowhere.invalid",
  });
  expect(of(report, "postgresql")[0]?.says).toMatch(
    /^the host nowhere.invalid of DATABASE_URL can't be resolved \(E/,
  );
  expect(of(report, "redis")[0]?.says).toMatch(
    /^the host nowhere.invalid of REDIS_URL can't be resolved \(E/,
  );
  expect(JSON.stringify(report)).not.toContain("HOST");
});

it("warns if connections to PostgreSQL don't check the server", async () => {
  const report = await doctor({
    ...sound(),
    DATABASE_URL: `${platform.databaseUrl}?sslmode=prefer`,
  });
  expect(of(report, "postgresql encryption")[0]).toMatchObject({
    state: "warning",
    says: expect.stringContaining("sslmode=prefer"),
  });
  expect(report.code).toBe(0);
});

it("trusts a Redis with a certificate of a private authority in NODE_EXTRA_CA_CERTS", async () => {
  const certificate = newCertificate("IP:127.0.0.1");
  const key = join(dirname(certificate.file), "key.pem");
  const port = await freePort();
  const files = ["--tls-cert-file", certificate.file, "--tls-key-file", key];
  const args = ["--tls-port", `${port}`, ...files, "--tls-auth-clients", "no"];
  const encrypted = await startRedis({ args: [...args, "--tls-ca-cert-file", certificate.file] });
  const settings = { ...sound(), REDIS_URL: `rediss://127.0.0.1:${port}` };
  expect(of(await doctor(settings), "redis")[0]?.says).toContain("self-signed certificate");
  // Node reads the variable when a process starts.
  const trusting = await doctor({ ...settings, NODE_EXTRA_CA_CERTS: certificate.file }, latchkey);
  await encrypted.stop();
  expect(trusting.findings.filter(({ state }) => state !== "ok")).toEqual([]);
});

it("reports why a node of a Redis Cluster can't be used", async () => {
  const gone = await freePort();
  const examined = async (port: number) => {
    const report = await doctor({
      ...sound(),
      REDIS_URL: `redis://127.0.0.1:${port}/?cluster=true`,
    });
    return of(report, "redis")[0]?.says;
  };
  expect(await examined(gone)).toBe(`can't connect: connect ECONNREFUSED 127.0.0.1:${gone}`);
  expect(await examined(redis.port)).toMatch(
    `127.0.0.1:${redis.port}: ERR This instance has cluster support disabled`,
  );
});

it("warns about a Redis that may evict epochs", async () => {
  const args = ["--maxmemory", "50mb", "--maxmemory-policy", "allkeys-lru"];
  const forgetful = await startRedis({ args });
  const report = await doctor({ ...sound(), REDIS_URL: forgetful.url });
  expect(of(report, "redis eviction")[0]).toMatchObject({ state: "fault" });
  expect(of(report, "redis eviction")[0]?.says).toContain("allkeys-lru");
  await forgetful.stop();
});

it("checks the embedded database too, and creates none", async () => {
  const DATA_DIR = temporaryFolder("doctor");
  for (let time = 0; time < 2; time++) {
    const before = await doctor({ DATA_DIR });
    const says = `there is none in ${DATA_DIR}`;
    expect(of(before, "embedded database")).toMatchObject([{ state: "warning", says }]);
    expect(before.code).toBe(0);
  }
  await runHere({ DATA_DIR }, ["migrate"]);
  const report = await doctor({ DATA_DIR });
  expect(of(report, "embedded database")[0]?.state).toBe("ok");
  expect(report.code).toBe(0);
});

it("reports a broken embedded database without suggesting to check a server", async () => {
  const DATA_DIR = temporaryFolder("doctor");
  writeFileSync(join(DATA_DIR, "postgres"), "");
  const [finding] = of(await doctor({ DATA_DIR }), "embedded database");
  expect(finding).toMatchObject({ state: "fault", advice: "Latchkey needs the database." });
});

it("detects PgBouncer in transaction mode, and times are stored correctly through it", async () => {
  const { url, stop } = await startPgBouncer(platform.databaseUrl);
  const report = await doctor({ ...sound(), DATABASE_URL: url });
  const [finding] = of(report, "postgresql connections");
  expect(finding?.state).toBe("warning");
  expect(finding?.says).toContain("transaction mode");
  expect(finding?.advice).toContain("statement_timeout");
  expect(report.code).toBe(0);
  const pooled = await openPlatform({ beside: { databaseUrl: url } });
  const partner = await pooled.newPartner();
  const expiresAt = new Date("2031-07-01T12:00:00.000Z");
  const issued = await Promise.all(
    Array.from({ length: 30 }, () => pooled.newKey(partner, { expiresAt })),
  );
  const rows = await platform.wiring.core.db.apiKey.findMany({
    where: { id: { in: issued.map(({ key }) => key.id) } },
  });
  expect(new Set(rows.map((row) => row.expiresAt?.toISOString()))).toEqual(
    new Set([expiresAt.toISOString()]),
  );
  await pooled.close();
  await stop();
});

it("reports no problem with PgBouncer if timeouts are set on the role", async () => {
  const { url, stop } = await startPgBouncer(platform.databaseUrl, {
    limits: "statement_timeout TO '15s'",
    pooling: "server_round_robin = 1",
  });
  const others = new pg.Pool({ connectionString: url, max: 2 });
  await Promise.all([1, 2].map(() => others.query("SELECT pg_sleep(0.5)")));
  const [finding] = of(await doctor({ ...sound(), DATABASE_URL: url }), "postgresql connections");
  expect(finding?.says).toContain("transaction mode");
  expect(finding?.state).toBe("ok");
  await others.end();
  await stop();
});

it("names another isolation of transactions behind PgBouncer", async () => {
  const limits = "default_transaction_isolation TO 'repeatable read'";
  const { url, stop } = await startPgBouncer(platform.databaseUrl, { limits });
  const [finding] = of(await doctor({ ...sound(), DATABASE_URL: url }), "postgresql connections");
  expect(finding?.state).toBe("warning");
  expect(finding?.advice).toContain("Transactions are repeatable read");
  await stop();
});

it("names a PgBouncer in statement mode, which ends the connection at a transaction", async () => {
  const { url, stop } = await startPgBouncer(platform.databaseUrl, {
    pooling: "pool_mode = statement",
  });
  const report = await doctor({ ...sound(), DATABASE_URL: url });
  const [finding] = of(report, "postgresql");
  expect(finding?.says).toContain("statement mode");
  expect(finding?.advice).toContain("pool_mode");
  expect(report.code).toBe(1);
  await stop();
});
