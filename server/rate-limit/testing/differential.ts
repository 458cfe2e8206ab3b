import { deepStrictEqual } from "node:assert/strict";
import { Redis as TcpRedis } from "ioredis";
import type { Ask, Bucket } from "../bucket";
import { kinOf } from "../caller";
import { bucketKey, epochKey, type LimitQuestion } from "../codec";
import { newEpoch } from "../epoch";
import { decide, peek } from "../model";
import type { LimitStore } from "../store";
import { luaAsker, outcomeOf } from "./deciders";
import { type Random, seeded } from "./random";
import { parseCounts, parseState } from "./state";
import { randomTraffic } from "./traffic";

type Run = { store: LimitStore; raw: TcpRedis; seed: number };

/**
 * Sends the same random traffic to the model and the script, one by one and in batches, with epochs
 * and peeks, until they have made `decisions` decisions, and compares every reply and state. Throws
 * at the first difference, with the seed. Returns the number of decisions.
 */
export async function compareWithScript(options: {
  store: LimitStore;
  url: string;
  decisions: number;
  seed: number;
}): Promise<number> {
  const raw = new TcpRedis(options.url);
  try {
    let decided = 0;
    for (let run = 0; decided < options.decisions; run += 1) {
      decided += await compareRun({
        store: options.store,
        raw,
        seed: options.seed * 100_000 + run,
      });
    }
    return decided;
  } finally {
    raw.disconnect();
  }
}

async function compareRun({ store, raw, seed }: Run): Promise<number> {
  const place = { keyId: `traffic_${seed}`, partnerId: `prt_${seed}` };
  const { askAll, peek: peekAt } = luaAsker(store.redis);
  const { asks, next } = randomTraffic(seed);
  const random = seeded(seed);
  const epoch = newEpoch();
  await store.redis.set(epochKey(place.partnerId), epoch);
  let bucket: Bucket | null = null;
  let decided = 0;
  while (decided < asks) {
    const { batch, nowUs } = nextBatch(next, bucket, random);
    const questions: LimitQuestion[] = batch.map((ask) => ({
      ...place,
      ...ask,
      epoch: random() < 0.1 ? newEpoch() : random() < 0.5 ? epoch : null,
    }));
    const replies = await askAll(questions, nowUs);
    let isStored = true;
    for (const [n, question] of questions.entries()) {
      const reply = replies[n];
      if (reply === undefined) throw new Error("No reply");
      const isStale = question.epoch !== null && question.epoch !== epoch;
      deepStrictEqual(reply.verdict.kind === "stale", isStale, `seed ${seed}`);
      if (isStale) continue;
      const decision = decide({ bucket, ask: question, nowUs });
      decided += 1;
      deepStrictEqual(outcomeOf(reply), decision.outcome, `seed ${seed}`);
      isStored = decision.bucket !== bucket;
      bucket = decision.bucket;
    }
    const last = questions.at(-1);
    if (bucket === null || last === undefined || random() < 0.7) continue;
    const seen: number = peek({ bucket, ask: last, nowUs }).remaining;
    deepStrictEqual(await peekAt(last, nowUs), seen, `seed ${seed}`);
    // Nothing is written if nothing changes, so the stored state may contain lapsed promises.
    const state: Buffer | null = isStored ? await raw.getBuffer(bucketKey(place)) : null;
    if (state === null) continue;
    deepStrictEqual(settled(parseState(state)), settled(bucket), `seed ${seed}`);
    deepStrictEqual(parseCounts(state), countsOf(bucket), `seed ${seed}`);
  }
  return decided;
}

/** Usually one question, sometimes up to sixteen at the same time. */
function nextBatch(
  next: ReturnType<typeof randomTraffic>["next"],
  bucket: Bucket | null,
  random: Random,
): { batch: Ask[]; nowUs: number } {
  const size = random() < 0.1 ? 1 + Math.floor(random() * 16) : 1;
  const asks = Array.from({ length: size }, () => next(bucket));
  return { batch: asks.map(({ ask }) => ask), nowUs: asks.at(-1)?.nowUs ?? 0 };
}

/** Drops the earlier price where no promise uses it. */
function settled(bucket: Bucket): Bucket {
  return bucket.promises.length === 0 ? { ...bucket, earlier: null } : bucket;
}

function countsOf({ promises }: Bucket): ReturnType<typeof parseCounts> {
  return {
    callers: new Set(promises.map(({ caller }) => kinOf(caller))).size,
    clients: new Set(promises.map(({ client }) => client)).size,
    slots: promises.reduce((sum, { slots }) => sum + slots, 0),
  };
}
