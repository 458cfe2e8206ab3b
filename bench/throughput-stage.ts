import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { newId } from "../server/core/kernel/ids";
import { hashPlaintext, newPlaintext, plaintextEnds } from "../server/core/keys/format";
import { MAX_PER_MINUTE } from "../server/core/keys/limits";
import { startPostgres } from "../server/testing/postgres";
import { eventually, freePort, spawnOwned, temporaryFolder } from "../server/testing/processes";
import { type Product, startProduct } from "../server/testing/product";
import { startRedis } from "../server/testing/redis";
import { createDatabase } from "../server/testing/template-database";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** One key may have a million requests per minute; several together never reach their limit. */
const KEYS = 8;
const KEYS_PER_PARTNER = 50;
const START_MS = 60_000;

type Peer = { url: string; pids: () => number[]; stop(): Promise<unknown> };

/** The bench's own stores, which all contenders use. */
export async function openStores() {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const { url: databaseUrl } = await createDatabase(postgres.url);
  const close = async () => {
    await Promise.all([postgres.stop(), redis.stop()]);
  };
  return { databaseUrl, redisUrl: redis.url, close };
}

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** Creates keys as the product does, many in one statement; returns their plaintexts. */
async function insertKeys(
  client: pg.Client,
  options: { count: number; perMinute: number; isRevoked?: boolean },
): Promise<string[]> {
  const { count, perMinute, isRevoked = false } = options;
  const plaintexts = Array.from({ length: count }, newPlaintext);
  const partners = Array.from({ length: Math.ceil(count / KEYS_PER_PARTNER) }, () =>
    newId("partner"),
  );
  await client.query(
    `INSERT INTO partners (id, code, name, revshare_pct, created_at)
     SELECT id, replace(id, '_', '-'), 'Bench', 20, now() FROM unnest($1::text[]) id`,
    [partners],
  );
  const ends = plaintexts.map(plaintextEnds);
  await client.query(
    `INSERT INTO api_keys (id, partner_id, label, hash, head, tail, scopes, per_minute, created_at,
       created_by, revoked_at, revoked_by)
     SELECT id, partner, 'bench', decode(hash, 'hex'), head, tail, '{}', $6, now(), 'bench',
       CASE WHEN $7 THEN now() END, CASE WHEN $7 THEN 'bench' END
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
       AS k(id, partner, hash, head, tail)`,
    [
      plaintexts.map(() => newId("key")),
      plaintexts.map((_, at) => partners[Math.floor(at / KEYS_PER_PARTNER)]),
      plaintexts.map(hashPlaintext),
      ends.map(({ head }) => head),
      ends.map(({ tail }) => tail),
      perMinute,
      isRevoked,
    ],
  );
  return plaintexts;
}

/** Creates this many keys with the same limit, fifty per partner. */
export async function provideEqualKeys(
  { databaseUrl }: Stores,
  options: { count: number; perMinute: number },
): Promise<string[]> {
  return withClient(databaseUrl, (client) => insertKeys(client, options));
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Creates a key that may verify others, as the product does; returns its plaintext. */
async function insertPlatformKey(client: pg.Client): Promise<string> {
  const plaintext = newPlaintext("platform");
  const { head, tail } = plaintextEnds(plaintext);
  await client.query(
    `INSERT INTO platform_keys (id, label, hash, head, tail, scopes, created_at, created_by)
     VALUES ($1, 'bench', decode($2, 'hex'), $3, $4, '{keys:verify}', now(), 'bench')`,
    [newId("platformKey"), hashPlaintext(plaintext), head, tail],
  );
  return plaintext;
}

/** The keys of all cases, created before any process has cached one. */
export async function provideKeys({ databaseUrl }: Stores, distinct: number) {
  return withClient(databaseUrl, async (client) => ({
    served: await insertKeys(client, { count: KEYS, perMinute: MAX_PER_MINUTE }),
    limited: await insertKeys(client, { count: KEYS, perMinute: 1 }),
    revoked: await insertKeys(client, { count: KEYS, perMinute: 300, isRevoked: true }),
    platform: await insertPlatformKey(client),
    unknown: Array.from({ length: KEYS }, newPlaintext),
    malformed: Array.from({ length: KEYS }, () => newPlaintext().replace(/.$/, "-")),
    distinct: await insertKeys(client, { count: distinct, perMinute: MAX_PER_MINUTE }),
  }));
}

/** The product on its own stores, with keys created by its command line. */
export async function openEmbedded(): Promise<{ product: Product; keys: string[] }> {
  const product = await startProduct({ hasDemo: true });
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production" as const,
    DATA_DIR: product.dataDir,
  };
  const keys: string[] = [];
  for (let n = 0; n < KEYS; n++) {
    const words = ["key", "issue", "--partner", "acme", "--label", `bench ${n}`];
    words.push("--scopes", "accounts:read", "--limit", String(MAX_PER_MINUTE), "--json");
    const { stdout } = await run(process.execPath, ["dist/latchkey.mjs", ...words], {
      cwd: ROOT,
      env,
    });
    keys.push((JSON.parse(stdout) as { key: string }).key);
  }
  return { product, keys };
}

/** A Fastify server with keys and limits on the same stores. */
export async function startFastify({ redisUrl, databaseUrl }: Stores): Promise<Peer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/me`;
  const file = join(ROOT, "bench/throughput-fastify.ts");
  const args = ["--import", "tsx", file, redisUrl, databaseUrl, String(port)];
  return whenServing(url, { args, cwd: ROOT });
}

const ROUTE = `export const dynamic = "force-dynamic";
export const GET = () => Response.json({ code: "bench", name: "Bench", status: "active" });
`;

/** A Next app with one no-op route handler, built with the product's version of Next. */
export async function startNextNoop(): Promise<Peer> {
  // Inside node_modules, so that it resolves the same packages without being part of the product.
  const folder = join(ROOT, "node_modules/.cache/latchkey-bench-next");
  mkdirSync(join(folder, "app/me"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}');
  writeFileSync(
    join(folder, "next.config.mjs"),
    `export default { turbopack: { root: ${JSON.stringify(ROOT)} } };\n`,
  );
  writeFileSync(join(folder, "app/me/route.js"), ROUTE);
  const next = join(ROOT, "node_modules/next/dist/bin/next");
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  await run(process.execPath, [next, "build"], { cwd: folder, env });
  const port = await freePort();
  const args = [next, "start", "-H", "127.0.0.1", "-p", String(port)];
  return whenServing(`http://127.0.0.1:${port}/me`, { args, cwd: folder });
}

async function whenServing(url: string, options: { args: string[]; cwd: string }): Promise<Peer> {
  const env = { PATH: process.env.PATH, NODE_ENV: "production", TMPDIR: temporaryFolder("peer") };
  const child = spawnOwned({ command: process.execPath, ...options, env });
  await eventually(async () => {
    if (child.hasExited()) return;
    // Any response will do: without a key the peers refuse.
    await fetch(url);
  }, START_MS);
  if (child.hasExited()) throw new Error(`A peer ended:\n${child.output()}`);
  return { url, pids: () => [child.pid], stop: () => child.stop(2_000) };
}
