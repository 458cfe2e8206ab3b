import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { newCertificate } from "@/server/testing/certificate";
import { startPostgres } from "@/server/testing/postgres";
import { databaseUrlOf } from "../env-database";
import { temporaryFolder } from "../testing/processes";
import { encryptionOf } from "./encryption";
import { Pool } from "./pool";
import { connectClient, openPostgres } from "./postgres";

/** Roles, and what pg_hba.conf allows them. */
const HBA = `
hostssl   all ssl_only   127.0.0.1/32 trust
hostnossl all plain_only 127.0.0.1/32 trust
hostssl   all with_cert  127.0.0.1/32 trust clientcert=verify-ca
host      all either      127.0.0.1/32 trust
host      all postgres   127.0.0.1/32 trust
`;

const postgres = await startPostgres();
afterAll(() => postgres.stop());
const home = temporaryFolder("home");
/** The server's certificate: for 127.0.0.1, and not for localhost. */
const certificate = newCertificate("IP:127.0.0.1");
const another = newCertificate("IP:127.0.0.1");
const admin = new pg.Client({ connectionString: postgres.url });
await admin.connect();
for (const role of ["ssl_only", "plain_only", "with_cert", "either"]) {
  await admin.query(`CREATE ROLE ${role} LOGIN`);
}
const { rows } = await admin.query<{ file: string }>("SELECT current_setting('hba_file') AS file");
const hba = rows[0]?.file ?? "";
const owner = statSync(hba);
const give = (name: string, content: Buffer | string) => {
  const path = join(dirname(hba), name);
  writeFileSync(path, content);
  chmodSync(path, 0o600);
  chownSync(path, owner.uid, owner.gid);
};
give("pg_hba.conf", HBA);
give("server.crt", certificate.cert);
give("server.key", certificate.key);
give("root.crt", certificate.cert);
await admin.query("ALTER SYSTEM SET ssl_ca_file = 'root.crt'");
await admin.query("ALTER SYSTEM SET ssl = on");
await admin.end();
await postgres.restart();

type Parameters = Record<string, string>;

function urlOf({ role = "either", host = "127.0.0.1", ...parameters }: Parameters): string {
  const url = new URL(postgres.url);
  url.username = role;
  url.hostname = host;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

const IS_ENCRYPTED = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";

/** Over a single connection and over the pool: `encrypted`, `plain`, or why it can't connect. */
async function connected(parameters: Parameters): Promise<string> {
  const connectionString = urlOf(parameters);
  try {
    const client = await connectClient({ connectionString });
    const { rows } = await client.query<{ ssl: boolean }>(IS_ENCRYPTED);
    await client.end();
    const database = openPostgres({ connectionString });
    expect(await database.prisma.$queryRawUnsafe(IS_ENCRYPTED)).toEqual(rows);
    await database.close();
    return rows[0]?.ssl ? "encrypted" : "plain";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const keyFile = () => {
  const file = join(home, "client.key");
  writeFileSync(file, certificate.key);
  return file;
};

test("disable: never encrypts", async () => {
  expect(await connected({ sslmode: "disable" })).toBe("plain");
  expect(await connected({ sslmode: "disable", role: "ssl_only" })).toContain("no encryption");
});

test("allow: encrypts only if the server insists", async () => {
  expect(await connected({ sslmode: "allow" })).toBe("plain");
  expect(await connected({ sslmode: "allow", role: "ssl_only" })).toBe("encrypted");
});

test("prefer, and no sslmode: encrypts unless the server doesn't", async () => {
  const modes: Parameters[] = [{}, { sslmode: "prefer" }];
  for (const mode of modes) {
    expect(await connected(mode)).toBe("encrypted");
    expect(await connected({ ...mode, role: "plain_only" })).toBe("plain");
  }
  const unencrypted = new URL(inject("postgresUrl"));
  unencrypted.searchParams.set("sslmode", "prefer");
  const client = await connectClient({ connectionString: unencrypted.href });
  expect((await client.query(IS_ENCRYPTED)).rows).toEqual([{ ssl: false }]);
  await client.end();
});

test("prefer: requests that arrive while others connect don't change the way of these", async () => {
  const { connectionString, ways } = encryptionOf(
    `${inject("postgresUrl")}?sslmode=prefer`,
    temporaryFolder("home"),
  );
  const pool = new Pool({ connectionString, max: 1 }, { waitMs: 10_000, ways });
  const asked = [pool.query("SELECT 1"), pool.query("SELECT 1")];
  while (pool.options.ssl !== false) await nextTurn();
  asked.push(pool.query("SELECT 1"));
  const results = await Promise.allSettled(asked);
  await pool.end();
  expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
});

test("prefer: names both reasons if neither way works", async () => {
  const reason = await connected({ sslmode: "prefer", role: "nobody" });
  expect(reason).toContain("SSL encryption; then: ");
  expect(reason).toContain("no encryption");
});

test("require: encrypts whoever the server is, and only with sslrootcert checks who signed", async () => {
  expect(await connected({ sslmode: "require" })).toBe("encrypted");
  expect(await connected({ ssl: "true", host: "localhost" })).toBe("encrypted");
  expect(await connected({ sslmode: "no-verify" })).toBe("encrypted");
  expect(await connected({ sslmode: "require", role: "plain_only" })).toContain("pg_hba.conf");
  const checked = { sslmode: "require", sslrootcert: certificate.file };
  expect(await connected({ ...checked, host: "localhost" })).toBe("encrypted");
  expect(await connected({ ...checked, sslrootcert: another.file })).toContain("self-signed");
  const unencrypted = new URL(inject("postgresUrl"));
  unencrypted.searchParams.set("sslmode", "require");
  await expect(connectClient({ connectionString: unencrypted.href })).rejects.toThrow(
    "The server does not support SSL connections",
  );
});

test("verify-ca: checks who signed, and not the host", async () => {
  const mode = { sslmode: "verify-ca", sslrootcert: certificate.file };
  expect(await connected(mode)).toBe("encrypted");
  expect(await connected({ ...mode, host: "localhost" })).toBe("encrypted");
  expect(await connected({ ...mode, sslrootcert: another.file })).toContain("self-signed");
  expect(await connected({ sslmode: "verify-ca" })).toContain("verify-ca without sslrootcert");
});

test("verify-full: checks who signed, and the host", async () => {
  const mode = { sslmode: "verify-full", sslrootcert: certificate.file };
  expect(await connected(mode)).toBe("encrypted");
  expect(await connected({ ...mode, host: "localhost" })).toContain("Host: localhost.");
  expect(await connected({ ...mode, sslrootcert: another.file })).toContain("self-signed");
  // A public authority did not sign it.
  expect(await connected({ sslmode: "verify-full" })).toContain("self-signed");
  expect(await connected({ sslrootcert: "system" })).toContain("self-signed");
});

test("sslcert and sslkey: sends the client's certificate", async () => {
  const mode = { sslmode: "verify-full", sslrootcert: certificate.file, role: "with_cert" };
  expect(await connected(mode)).toContain("certificate");
  expect(await connected({ ...mode, sslcert: certificate.file, sslkey: keyFile() })).toBe(
    "encrypted",
  );
  expect(await connected({ ...mode, sslcert: certificate.file })).toContain("both sslcert and");
});

test("a file that can't be read, an unknown mode and a weak mode are explained", async () => {
  const missing = join(home, "missing.pem");
  expect(await connected({ sslmode: "verify-full", sslrootcert: missing })).toBe(
    `The sslrootcert of DATABASE_URL, ${missing}, can't be read: there is no such file.`,
  );
  expect(await connected({ sslmode: "always" })).toContain("unknown sslmode");
  expect(await connected({ sslmode: "require", sslrootcert: "system" })).toContain("verify-full");
  expect(await connected({ sslnegotiation: "direct" })).toContain("require or stricter");
});

test("reads libpq's environment and its root.crt", () => {
  const raw = { PGSSLMODE: "require", PGSSLROOTCERT: certificate.file };
  expect(encryptionOf(databaseUrlOf(urlOf({}), raw))).toMatchObject({
    mode: "require",
    ways: [{ ca: certificate.cert }],
  });
  const named = databaseUrlOf(urlOf({ sslmode: "disable" }), raw);
  expect(encryptionOf(named).ways).toEqual([false]);
  mkdirSync(join(home, ".postgresql"));
  writeFileSync(join(home, ".postgresql", "root.crt"), another.cert);
  expect(encryptionOf(urlOf({ sslmode: "verify-ca" }), home).ways).toMatchObject([
    { ca: another.cert },
  ]);
});

test("a Unix socket is never encrypted, and never warned about", () => {
  for (const url of ["postgresql:///x?host=/run/postgresql", "postgresql://%2Frun%2Fpg/x"]) {
    expect(encryptionOf(`${url}${url.includes("?") ? "&" : "?"}sslmode=require`)).toMatchObject({
      ways: [false],
      warning: null,
    });
  }
});

test("warns of each mode that does not check the server, except on this machine by default", () => {
  const nowhere = join(home, "nobody");
  const warns = (parameters: Parameters) =>
    encryptionOf(urlOf(parameters), nowhere).warning !== null;
  const host = "db.example";
  for (const sslmode of ["disable", "allow", "prefer", "require", "no-verify"]) {
    expect([sslmode, warns({ host, sslmode })]).toEqual([sslmode, true]);
  }
  expect(warns({ host })).toBe(true);
  expect(warns({ sslmode: "require" })).toBe(true);
  expect(warns({})).toBe(false);
  expect(warns({ sslmode: "disable" })).toBe(false);
  expect(warns({ host, sslmode: "verify-full" })).toBe(false);
  expect(warns({ host, sslmode: "verify-ca", sslrootcert: certificate.file })).toBe(false);
  expect(warns({ host, sslmode: "require", sslrootcert: certificate.file })).toBe(false);
});

test("the parameters of encryption don't reach the driver, and all others do", () => {
  const url = urlOf({ sslmode: "require", uselibpqcompat: "true", options: "-c geqo=off" });
  expect(new URL(encryptionOf(url).connectionString).search).toBe("?options=-c+geqo%3Doff");
});
