import { Ratelimit } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { luaAsker, luaDecider } from "../server/rate-limit/testing/deciders";
import type { Identity } from "../server/rate-limit/testing/simulator";
import { byAddress, mark, rotatingIds, stranger } from "../server/rate-limit/testing/workers";
import { PER_MINUTE, stock } from "./limiter-contenders";
import type { Row } from "./limiter-rows";
import { median } from "./run";

const CALLS = 1_000;
const ROUNDS = 15;
const PLENTY = 60_000_000;

/** The number of script calls so far and their time in Redis. */
export async function scriptMicroseconds(redis: Redis): Promise<{ calls: number; us: number }> {
  const info = String(await redis.exec(["INFO", "commandstats"]));
  const sum = { calls: 0, us: 0 };
  for (const match of info.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+),usec=(\d+)/g)) {
    sum.calls += Number(match[1]);
    sum.us += Number(match[2]);
  }
  return sum;
}

/**
 * Our script as in production, with the server's time, against stock tokenBucket; both always
 * admit.
 */
export async function measureCost(redis: Redis): Promise<Row[]> {
  const ask = { client: "clientAA", caller: "callerAA", isNamed: false, perMinute: PLENTY };
  const bucket = Ratelimit.tokenBucket(PLENTY, "1 s", PLENTY);
  const stockDecide = stock("tokenBucket", bucket).decider(redis, "cost");
  const ours = luaDecider(redis, "cost");
  // Alternating, so that other load on the machine slows down both.
  const stockUs: number[] = [];
  const ourUs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    stockUs.push(await costOf(redis, () => stockDecide(ask, Date.now() * 1_000), CALLS));
    ourUs.push(await costOf(redis, () => ours(ask, 0), CALLS));
  }
  return [
    costRow("stock tokenBucket, one caller", stockUs, stockUs),
    costRow("Latchkey, one caller", ourUs, stockUs),
    costRow("Latchkey, 200 waiting", [await crowdedCost(redis)], stockUs),
  ];
}

/**
 * Ways to attack one key: the sender of the n-th request and the number of other clients that wait.
 */
const HAMMERS: { name: string; others: number; who: (n: number) => Identity }[] = [
  { name: "one caller", others: 0, who: () => stranger({ isFresh: false })(0)(0, 0) },
  { name: "fresh URLs", others: 0, who: (n) => stranger({ isFresh: true })(0)(n, 0) },
  { name: "rotating ids", others: 0, who: (n) => rotatingIds()(0)(n, 0) },
  { name: "rotating addresses", others: 0, who: (n) => byAddress(n)() },
  {
    name: "fresh URLs beside one waiting",
    others: 1,
    who: (n) => stranger({ isFresh: true })(0)(n, 0),
  },
  {
    name: "fresh URLs beside 20 waiting",
    others: 20,
    who: (n) => stranger({ isFresh: true })(0)(n, 0),
  },
];

/**
 * Measures how many decisions per second Redis still makes while one key is attacked, with 16
 * decisions per call.
 */
export async function measureHammered(redis: Redis): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, others, who } of HAMMERS) {
    const { askAll } = luaAsker(redis);
    const place = {
      keyId: `hammered ${name}`,
      partnerId: "prt_hammered",
      epoch: null,
      perMinute: PER_MINUTE,
    };
    const key = { ...place, keyId: place.keyId.replaceAll(" ", "_") };
    const ask = (senders: Identity[]) =>
      askAll(
        senders.map((sender) => ({ ...key, ...sender })),
        0,
      );
    await ask(Array.from({ length: 50 }, (_, n) => byAddress(n)()));
    for (let n = 0; n < others; n += 1) await ask([byAddress(n)()]);
    let sent = 0;
    const batch = () => {
      sent += 16;
      return ask(Array.from({ length: 16 }, (_, n) => who(sent + n)));
    };
    for (let n = 0; n < 80; n += 1) await batch();
    const before = await scriptMicroseconds(redis);
    const startMs = performance.now();
    for (let n = 0; n < 250; n += 1) await Promise.all([batch(), batch()]);
    const seconds = (performance.now() - startMs) / 1_000;
    const after = await scriptMicroseconds(redis);
    const decisions = (after.calls - before.calls) * 16;
    rows.push({
      "one key flooded by": name,
      "Redis us per decision": ((after.us - before.us) / decisions).toFixed(1),
      "decisions/s of Redis time": Math.round((decisions * 1e6) / (after.us - before.us)),
      "decisions/s reached": Math.round(decisions / seconds),
    });
  }
  return rows;
}

async function crowdedCost(redis: Redis): Promise<number> {
  const decide = luaDecider(redis, "crowded");
  let next = 0;
  const newcomer = () => {
    next += 1;
    const [client, caller] = [mark("c", next), mark("u", next)];
    return decide({ client, caller, isNamed: false, perMinute: PER_MINUTE }, 0);
  };
  for (let n = 0; n < 250; n += 1) await newcomer();
  return costOf(redis, newcomer, 20);
}

/** Mean Redis time per call of the script. */
async function costOf(redis: Redis, decide: () => unknown, calls: number): Promise<number> {
  const before = await scriptMicroseconds(redis);
  for (let n = 0; n < calls; n += 1) await decide();
  const after = await scriptMicroseconds(redis);
  return (after.us - before.us) / (after.calls - before.calls);
}

function costRow(name: string, us: readonly number[], stockUs: readonly number[]): Row {
  return {
    case: name,
    "Redis us, least": Math.min(...us).toFixed(2),
    median: median(us).toFixed(2),
    "times stock tokenBucket": (median(us) / median(stockUs)).toFixed(2),
  };
}
