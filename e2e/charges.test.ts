import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { billingFaults, openBilling } from "../server/testing/billing";
import { platformForTests } from "../server/testing/platform";
import { freePort, type OwnedProcess } from "../server/testing/processes";
import { launchProduct, startProduct } from "../server/testing/product";
import { startRedis } from "../server/testing/redis";
import { spawnScript } from "../server/testing/script";

// `npm run soak -- charges` sends a million.
const CHARGES = Number(process.env.CHARGES_SOAK ?? 20_000);
const BATCH = 500;
const BATCHES = Math.ceil(CHARGES / BATCH);
const PARTNERS = 20;
/**
 * The most batches that are answered between two kills; more for a million, or most of it would be
 * starts.
 */
const MOST_BETWEEN = CHARGES > 100_000 ? 150 : 10;
/** A new client repeats so many batches that were answered. */
const REPEATED = 3;
const LIMIT_MS = 45 * 60_000;
const PATIENCE = { timeout: 120_000, interval: 20 };
const CLIENT = fileURLToPath(new URL("support/charges-client.ts", import.meta.url));

const platform = await platformForTests();
const redis = await startRedis();
afterAll(() => redis.stop());
const billing = await openBilling(platform.system, PARTNERS);
const port = await freePort();
let product = await startProduct({ databaseUrl: platform.databaseUrl, redisUrl: redis.url, port });
afterAll(() => product.stop());

const answered = new Set<number>();
const wrong: string[] = [];

function startClient(): OwnedProcess {
  let from = 0;
  while (answered.has(from)) from += 1;
  from = Math.max(0, from - REPEATED);
  const { key, codes } = billing;
  const numbers = [BATCHES, BATCH, from].map(String);
  const args = [`http://127.0.0.1:${port}`, key, ...numbers, ...codes];
  let rest = "";
  const onOutput = (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("SENT ")) answered.add(Number(line.slice(5)));
      else if (line !== "DONE") wrong.push(line);
    }
  };
  return spawnScript(CLIENT, { args, onOutput });
}

async function restartServer(): Promise<void> {
  await product.kill9();
  const { databaseUrl } = platform;
  product = await launchProduct({ databaseUrl, redisUrl: redis.url, port });
}

it(
  `records ${CHARGES} charges once each, whatever is killed and however often they are sent`,
  async () => {
    let client = startClient();
    let kills = 0;
    while (answered.size < BATCHES) {
      const until = Math.min(BATCHES, answered.size + randomInt(1, MOST_BETWEEN));
      await expect.poll(() => answered.size, PATIENCE).toBeGreaterThanOrEqual(until);
      if (answered.size === BATCHES) break;
      // At any moment of the next ones.
      await sleep(randomInt(100));
      const isServer = kills++ % 2 === 0;
      if (isServer) await restartServer();
      else {
        client.signal("SIGKILL");
        await client.exited;
        client = startClient();
      }
    }
    await client.stop();
    const database = new pg.Client({ connectionString: platform.databaseUrl });
    await database.connect();
    const of = { items: BATCHES * BATCH, partnerIds: billing.partnerIds };
    const faults = await billingFaults(database, of);
    await database.end();
    expect(faults).toEqual([]);
    expect(wrong).toEqual([]);
    expect(kills).toBeGreaterThan(0);
    process.stderr.write(`${BATCHES * BATCH} charges, ${kills} kills\n`);
  },
  LIMIT_MS,
);
