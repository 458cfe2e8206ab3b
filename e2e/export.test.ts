import { type IncomingMessage, request } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { PASSWORD, platformForTests } from "../server/testing/platform";
import { startProduct } from "../server/testing/product";
import { startRedis } from "../server/testing/redis";
import { signIn } from "./support/sign-in";

// Exports of 20 MB from the built product, over real connections.
const CUSTOMERS = 80_000;

const redis = await startRedis();
afterAll(() => redis.stop());
const platform = await platformForTests();
const product = await startProduct({ databaseUrl: platform.databaseUrl, redisUrl: redis.url });
afterAll(() => product.stop());
const partner = await platform.newPartner();
const { email } = await platform.newPerson(partner, "owner");
const client = new pg.Client({ connectionString: platform.databaseUrl });
afterAll(() => client.end());
await client.connect();
// Random names, because the buffers of the system would take all of a well compressed file.
await client.query(
  `INSERT INTO customers (id, partner_id, email, email_key, name, metadata, created_at)
   SELECT 'acc_' || n, $1, n || '@example.com', n || '@example.com',
     (SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 6) WHERE n > 0),
     '{}'::jsonb, now() FROM generate_series(1, $2::int) n`,
  [partner.id, CUSTOMERS],
);
const { cookies } = await signIn(product.url, { email, password: PASSWORD });
const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

const begin = (accept: string, method = "GET") =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { cookie, "accept-encoding": accept };
    const url = `${product.url}/api/export/customers`;
    request(url, { method, headers }, resolve).on("error", reject).end();
  });
/**
 * When the latest query of an export began; null if every connection has run others since. A page of
 * customers is followed by the look-up of the session.
 */
const latestQuery = async (): Promise<number | null> => {
  const text = `SELECT extract(epoch FROM max(query_start)) AS at FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND query ~ 'customers|^SELECT .*sessions'`;
  return (await client.query(text)).rows[0].at;
};
/** Resolves once no query of an export has begun for a second; returns the latest one. */
const untilQuiet = async () => {
  let last: number | null | undefined;
  const hasStopped = async () => {
    const before = last;
    last = await latestQuery();
    return before === last;
  };
  await expect.poll(hasStopped, { interval: 1_000, timeout: 30_000 }).toBe(true);
  return last;
};

it("an export is compressed as the client asks, and has every row once it is decoded", async () => {
  for (const { encoding, decoder } of [
    { encoding: "br", decoder: createBrotliDecompress() },
    { encoding: "gzip", decoder: createGunzip() },
  ]) {
    const response = await begin(`${encoding}, identity;q=0.5`);
    const { headers } = response;
    expect([response.statusCode, headers["content-encoding"]]).toEqual([200, encoding]);
    expect(headers.vary?.toLowerCase()).toContain("accept-encoding");
    expect(headers).not.toHaveProperty("content-length");
    const file = await text(response.pipe(decoder));
    expect(file.length).toBeGreaterThan(15_000_000);
    expect(file.split("\r\n")).toHaveLength(CUSTOMERS + 2);
  }
  const head = await begin("br", "HEAD");
  expect([head.statusCode, head.headers["content-encoding"]]).toEqual([200, "br"]);
  expect(await buffer(head)).toHaveLength(0);
  const plain = await begin("identity");
  expect(plain.headers).not.toHaveProperty("content-encoding");
  plain.destroy();
});

it("an export is read from the database only as the client reads, and no further once it has left", async () => {
  const slow = await begin("br");
  const paused = await untilQuiet();
  const file = await text(slow.pipe(createBrotliDecompress()));
  expect(file.split("\r\n")).toHaveLength(CUSTOMERS + 2);
  expect(Number(await latestQuery())).toBeGreaterThan(Number(paused));
  const leaving = await begin("br");
  const left = await untilQuiet();
  leaving.destroy();
  await new Promise((resume) => setTimeout(resume, 2_000));
  // Null once its connection was idle for so long that the pool closed it.
  expect([left, null]).toContain(await latestQuery());
});

it("an export is broken off once its session has ended, which is no error of the server", async () => {
  const response = await begin("br");
  await untilQuiet();
  await platform.wiring.core.transact((tx) => tx.session.deleteMany());
  const cut = buffer(response);
  await expect(cut).rejects.toThrow("aborted");
  await expect.poll(() => product.output(), { timeout: 5_000 }).toContain("broken off");
  expect(product.output()).not.toContain('{"level":50');
});
