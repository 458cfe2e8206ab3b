import pg from "pg";
import { newId } from "../server/core/kernel/ids";
import { MAX_PER_MINUTE } from "../server/core/keys/limits";
import { startProduct } from "../server/testing/product";
import { median, runBench } from "./run";
import { flood, keyFile } from "./throughput-load";
import { openStores, provideEqualKeys } from "./throughput-stage";

// Prints how long it takes until 10,000 people have a notification and its mail, and the latency of
// GET /me meanwhile, compared with the same load alone. Exits with 1 if a target is missed.
// Run with: npm run bench:notifications

const LONGEST_MS = 10 * 60_000;
const ROUNDS = 3;
const PEOPLE = 10_000;
const SECONDS = 5;
const PER_SECOND = 200;
const MAX_SECONDS = 120;
const MAX_P99_TIMES = 3;

/** A partner with so many owners; returns its ID. */
async function provideCrowd(client: pg.Client): Promise<string> {
  const partnerId = newId("partner");
  await client.query(
    `INSERT INTO partners (id, code, name, revshare_pct, created_at) VALUES ($1, $2, 'Crowd', 20, now())`,
    [partnerId, partnerId.replace("_", "-")],
  );
  await client.query(
    `INSERT INTO users (id, email, email_key, role, partner_id, password_hash, created_at)
     SELECT id, id || '@crowd.example', id || '@crowd.example', 'owner', $2, 'x', now()
     FROM unnest($1::text[]) AS id`,
    [Array.from({ length: PEOPLE }, () => newId("user")), partnerId],
  );
  return partnerId;
}

/** Writes an event of the crowd's partner, as the product does. */
async function writeFact(client: pg.Client, partnerId: string): Promise<void> {
  const about = { partnerId, subjectType: "partner", subjectId: partnerId, data: {} };
  const fact = { n: 0, id: newId("event"), type: "partner.reactivated", ...about };
  const facts = JSON.stringify([{ ...fact, occurredAt: new Date() }]);
  await client.query("SELECT append_changes('[]', $1::json)", [facts]);
}

const countOf = async (client: pg.Client, table: string): Promise<number> =>
  (await client.query(`SELECT count(*)::int AS rows FROM ${table}`)).rows[0].rows;

async function main(): Promise<number> {
  const stores = await openStores();
  const keys = await provideEqualKeys(stores, { count: 8, perMinute: MAX_PER_MINUTE });
  const mail = { SMTP_URL: "smtp://127.0.0.1:9?tls=never", MAIL_FROM: "no-reply@example.com" };
  const env = { ...mail, NEXTAUTH_URL: "http://127.0.0.1:3000" };
  const product = await startProduct({ ...stores, env });
  const client = new pg.Client({ connectionString: stores.databaseUrl });
  // The stores end before it if the bench fails; its error would hide the cause.
  client.on("error", () => {});
  await client.connect();
  const partnerId = await provideCrowd(client);
  const url = `http://127.0.0.1:${product.port}/api/v1/reseller/me`;
  const load = { url, file: keyFile("notifications", keys), pids: [], perSecond: PER_SECOND };
  const measure = async () => (await flood({ ...load, seconds: SECONDS })).latency.p99;
  const found: { quiet: number; busy: number; seconds: number }[] = [];
  // The first round is a warm-up.
  for (let round = 0; round <= ROUNDS; round++) {
    const quiet = await measure();
    const wanted = (await countOf(client, "notification_recipients")) + PEOPLE;
    const began = performance.now();
    await writeFact(client, partnerId);
    let doneMs = 0;
    const watch = async () => {
      while ((await countOf(client, "notification_recipients")) < wanted) {
        await new Promise((resume) => setTimeout(resume, 100));
      }
      doneMs = performance.now() - began;
    };
    const [busy] = await Promise.all([measure(), watch()]);
    if (round > 0) found.push({ quiet, busy, seconds: doneMs / 1_000 });
  }
  const mails = await countOf(client, "mails");
  await client.end();
  await product.stop();
  await stores.close();
  return report(found, mails);
}

function report(
  found: readonly { quiet: number; busy: number; seconds: number }[],
  mails: number,
): number {
  const of = (field: "quiet" | "busy" | "seconds") => median(found.map((round) => round[field]));
  console.log(
    `${PEOPLE} people had a notification after ${of("seconds").toFixed(1)} s (limit: ${MAX_SECONDS} s); ${mails} mails in ${ROUNDS + 1} rounds.`,
  );
  console.log(
    `GET /me at ${PER_SECOND} requests per second: p99 ${of("quiet").toFixed(1)} ms alone, ${of("busy").toFixed(1)} ms meanwhile (limit: ${MAX_P99_TIMES} times).`,
  );
  const isMet = of("seconds") <= MAX_SECONDS && of("busy") <= MAX_P99_TIMES * of("quiet");
  return isMet ? 0 : 1;
}

await runBench(main, LONGEST_MS);
