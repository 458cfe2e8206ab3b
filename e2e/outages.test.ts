import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { revokeKey, setKeyLimit } from "../server/core/keys/mutations";
import { isThorough } from "../server/testing/extent";
import { PASSWORD, platformForTests } from "../server/testing/platform";
import { startPostgres } from "../server/testing/postgres";
import { eventually, freePort } from "../server/testing/processes";
import { startProduct } from "../server/testing/product";
import { startRedis } from "../server/testing/redis";
import { createDatabase } from "../server/testing/template-database";
import { expectRecovery, MAX_ANSWER_MS, startLoad } from "./support/outage-load";
import { openBrowser, signIn } from "./support/sign-in";

// Two processes on one PostgreSQL and one Redis, under load, during an outage of one of the four.
// `npm run soak -- outages` makes each outage last ten seconds. `npm test` has the outage of each
// store that breaks connections; `npm run test:all` also those that only delay them.
const OUTAGE_MS = Number(process.env.OUTAGE_SECONDS ?? (isThorough ? 3 : 2)) * 1_000;
const ifThorough = isThorough ? it : () => undefined;
const PROCESSES = 2;
const PER_MINUTE = 60;
const BURST = 10;

const postgres = await startPostgres();
afterAll(() => postgres.stop());
const redis = await startRedis();
afterAll(() => redis.stop());
const { url: databaseUrl } = await createDatabase(postgres.url);
const env = { REDIS_URL: redis.url };
const platform = await platformForTests({ beside: { databaseUrl }, env });
const stores = { databaseUrl, redisUrl: redis.url, env: { LOG_LEVEL: "fatal" } };
const reporting = { ...stores, env: { LOG_LEVEL: "warn" } };
const products = [await startProduct(reporting), await startProduct(stores)];
afterAll(() => Promise.all(products.map((product) => product.stop())));

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));
const origins = () => products.map(({ url }) => url);

type Outage = {
  breaks: () => Promise<unknown> | unknown;
  mends: () => Promise<unknown> | unknown;
  /** Whether connections may break; only when a process is killed. */
  mayBreak?: boolean;
  /** The number of processes that count a key on their own during the outage. */
  counters?: number;
};

async function withstand({ breaks, mends, mayBreak = false, counters = 1 }: Outage) {
  const partner = await platform.newPartner();
  const keyOf = async (perMinute: number) => {
    const issued = await platform.newKey(partner);
    await setKeyLimit(platform.system, { keyId: issued.key.id, perMinute });
    return issued;
  };
  const [served, dead, limited] = [await keyOf(1e6), await keyOf(1e6), await keyOf(PER_MINUTE)];
  const keys = {
    served: served.plaintext,
    revoked: dead.plaintext,
    limited: limited.plaintext,
  };
  await expectRecovery(origins(), dead.plaintext);
  // Served, and so cached, until this moment.
  await revokeKey(platform.system, { keyId: dead.key.id, after: "now" });
  const startedAt = performance.now();
  const load = startLoad(origins(), keys);
  await pause(700);
  await breaks();
  await pause(OUTAGE_MS);
  await mends();
  await expectRecovery(origins(), served.plaintext);
  await pause(700);
  await load.stop();
  const { seen } = load;
  const minutes = (performance.now() - startedAt) / 60_000;

  expect([...new Set(seen.wrong)]).toEqual([]);
  if (!mayBreak) expect(seen.broken).toBe(0);
  // A full rate and burst for each process that counts on its own, and for the shared counter
  // before and after.
  const bound = (BURST + PER_MINUTE * minutes) * (counters + 1) + 5;
  expect(seen.admitted).toBeLessThanOrEqual(bound);
  expect(seen.served).toBeGreaterThan(20);
  expect(seen.acknowledged.size).toBeGreaterThan(5);
  const { db } = platform.wiring.core;
  const rows = await db.customer.findMany({ where: { partnerId: partner.id } });
  const emails = rows.map(({ email }) => email).filter((email) => email.startsWith("customer-"));
  expect([...seen.acknowledged].filter((email) => !emails.includes(email))).toEqual([]);
  expect(new Set(emails).size).toBe(emails.length);
  expect(emails.filter((email) => !seen.attempted.has(email))).toEqual([]);
  const { customerCount } = await db.partner.findUniqueOrThrow({ where: { id: partner.id } });
  expect(customerCount).toBe(rows.length);
  return seen;
}

it("a normal start logs no warning", () => {
  expect(products[0]?.output()).not.toContain('"level":');
});

ifThorough("kill -9 of a process", async () => {
  await withstand({
    mayBreak: true,
    breaks: () => products[1]?.kill9(),
    mends: async () => {
      const port = products[1]?.port;
      products[1] = await startProduct({ ...stores, ...(port && { port }) });
    },
  });
});

it("kill -9 of Redis, which restarts empty", async () => {
  const outage = { breaks: () => redis.kill9(), mends: () => redis.restart() };
  const seen = await withstand({ ...outage, counters: PROCESSES + 1 });
  // The limiter continues in each process; nothing else needs Redis.
  expect(seen.unavailable).toBe(0);
});

ifThorough("a paused Redis", async () => {
  const outage = { breaks: () => redis.pause(), mends: () => redis.resume() };
  const seen = await withstand({ ...outage, counters: PROCESSES + 1 });
  expect(seen.unavailable).toBe(0);
});

it("a Redis that is down from the start is logged before the first request", async () => {
  const nowhere = `redis://127.0.0.1:${await freePort()}`;
  const product = await startProduct({ ...reporting, redisUrl: nowhere });
  const isSaid = () => expect(product.output()).toContain("rate limit store is unreachable");
  await eventually(async () => isSaid(), 10_000);
  await product.stop();
});

it("kill -9 of PostgreSQL", async () => {
  const outage = { breaks: () => postgres.kill9(), mends: () => postgres.restart() };
  const seen = await withstand(outage);
  expect(seen.unavailable).toBeGreaterThan(0);
});

ifThorough("a paused PostgreSQL", async () => {
  await withstand({ breaks: () => postgres.pause(), mends: () => postgres.resume() });
});

it("a paused PostgreSQL: each kind of request gets its documented response in time", async () => {
  const { partner, plaintext } = await platform.newPartnerWithKey();
  const { email } = await platform.newPerson(partner, "owner");
  const [{ url } = { url: "" }] = products;
  const browser = await signIn(url, { email, password: PASSWORD });
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const api = { authorization: `Bearer ${plaintext}`, "content-type": "application/json" };
  const own = { cookie, origin: url, "content-type": "application/json" };
  const body = JSON.stringify({ email: "late@example.com" });
  const input = JSON.stringify({ partner: partner.code });
  const kinds: Record<string, [path: string, init?: RequestInit]> = {
    read: ["/api/v1/reseller/accounts", { headers: api }],
    write: ["/api/v1/reseller/accounts", { method: "POST", headers: api, body }],
    procedure: ["/api/trpc/keys.list", { method: "POST", headers: own, body: input }],
    export: [`/api/export/customers?partner=${partner.code}`, { headers: own }],
    page: [`/partners/${partner.code}/api-keys`, { headers: own }],
    signInPage: ["/sign-in"],
    ready: ["/api/ready"],
    health: ["/api/health"],
    document: ["/api/v1/reseller/openapi.json"],
  };
  const signal = AbortSignal.timeout(MAX_ANSWER_MS);
  const outcomeOf = async ({ status, headers }: Response) => [status, headers.get("retry-after")];
  postgres.pause();
  const answers = Object.entries(kinds).map(async ([kind, [path, init]]) => {
    let response = await fetch(url + path, { ...init, signal });
    // Readiness is checked once a second, and the last check may be from before the pause.
    while (kind === "ready" && response.status === 200) {
      await pause(100);
      response = await fetch(url + path, { ...init, signal });
    }
    return [kind, await outcomeOf(response)] as const;
  });
  const signedIn = openBrowser(url).signIn({ email, password: PASSWORD });
  const seen = Object.fromEntries([
    ...(await Promise.all(answers)),
    ["signIn", await outcomeOf(await signedIn)],
  ]);
  postgres.resume();
  const [served, refused] = [
    [200, null],
    [503, "1"],
  ];
  expect(seen).toEqual({
    read: refused,
    write: refused,
    procedure: refused,
    export: refused,
    signIn: refused,
    ready: refused,
    health: served,
    document: served,
    signInPage: served,
    page: refused,
  });
  await expectRecovery(origins(), plaintext);
});

ifThorough(
  "a full connection pool: requests that need no connection are served as usual",
  async () => {
    const holder = new pg.Client({ connectionString: stores.databaseUrl });
    await holder.connect();
    let worst = 0;
    const warm = await platform.newKey(await platform.newPartner());
    await setKeyLimit(platform.system, { keyId: warm.key.id, perMinute: 1e6 });
    const me = async () => {
      const startedAt = performance.now();
      const headers = { authorization: `Bearer ${warm.plaintext}` };
      const { status } = await fetch(`${origins()[0]}/api/v1/reseller/me`, { headers });
      return { status, tookMs: performance.now() - startedAt };
    };
    await me();
    await withstand({
      breaks: async () => {
        await holder.query("BEGIN; LOCK TABLE customers IN ACCESS EXCLUSIVE MODE");
        const writes = Array.from({ length: 30 }, () =>
          fetch(`${origins()[0]}/api/v1/reseller/accounts`, {
            headers: { authorization: `Bearer ${warm.plaintext}` },
          }).catch(() => null),
        );
        void Promise.all(writes);
        await pause(500);
        for (let n = 0; n < 20; n++) {
          const { status, tookMs } = await me();
          expect(status).toBe(200);
          worst = Math.max(worst, tookMs);
        }
      },
      mends: () => holder.query("ROLLBACK"),
    });
    // A request that needed a connection would have waited five seconds for one.
    expect(worst).toBeLessThan(4_500);
    await holder.end();
  },
);
