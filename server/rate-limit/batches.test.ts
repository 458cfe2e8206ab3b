import { describe, expect, it, vi } from "vitest";
import type { Bucket } from "./bucket";
import { epochKey, type LimitQuestion } from "./codec";
import { newEpoch } from "./epoch";
import { decide } from "./model";
import { createStoreDecider } from "./store-decider";
import { newQuestion, newQuestions } from "./testing/questions";
import { seeded } from "./testing/random";
import { redisForTests } from "./testing/redis-for-tests";
import type { LimitVerdict } from "./verdict";

const NOW_US = 1_800_000_000_000_000;

const { store } = await redisForTests();

/** Asks one limiter, all at the same time, and counts its calls to the store. */
function limiter() {
  const calls = vi.spyOn(store.redis, "evalsha").mockClear();
  const decider = createStoreDecider({ store, nowUs: () => NOW_US });
  const ask = async (question: LimitQuestion): Promise<LimitVerdict> =>
    (await decider(question)).verdict;
  return { ask, calls };
}

describe("a batch of questions", () => {
  it("is decided in order, as if asked one by one", async () => {
    const { ask, calls } = limiter();
    const random = seeded(3);
    const any = (of: number) => Math.floor(random() * of);
    const questions = newQuestions(200, () => ({
      keyId: `key_${any(3)}`,
      client: `client${any(3)}A`,
      caller: `caller${any(4)}A`,
      perMinute: 60 + any(2),
    }));
    const buckets = new Map<string, Bucket>();
    const expected = questions.map((question) => {
      const bucket = buckets.get(question.keyId) ?? null;
      const decision = decide({ bucket, ask: question, nowUs: NOW_US });
      buckets.set(question.keyId, decision.bucket);
      const { admitted, remaining, resetSeconds, retryAfterSeconds, waitUs } = decision.outcome;
      const kind = admitted ? "admitted" : "refused";
      return { kind, remaining, resetSeconds, retryAfterSeconds, waitUs };
    });
    // Loads the script into the server's cache.
    await ask(newQuestion());
    calls.mockClear();
    expect(await Promise.all(questions.map(ask))).toMatchObject(expected);
    expect(calls).toHaveBeenCalledTimes(Math.ceil(200 / 16));
  });

  it("is sent per partner, because another node may have its keys", async () => {
    const { ask, calls } = limiter();
    const questions = [newQuestions(3), newQuestions(3)].flat();
    await ask(questions[0] as LimitQuestion);
    calls.mockClear();
    await Promise.all(questions.map(ask));
    expect(calls).toHaveBeenCalledTimes(2);
  });

  it("reports stale records only to their holders and takes no token for them", async () => {
    const { ask } = limiter();
    const [old, current] = [newEpoch(), newEpoch()];
    const epochs = [current, old, null, current, old];
    const questions = newQuestions(epochs.length, (n) => ({ epoch: epochs[n] ?? null }));
    await store.redis.set(epochKey(questions[0]?.partnerId ?? ""), current);
    const stale = { kind: "stale", epoch: current };
    const verdicts = await Promise.all(questions.map(ask));
    expect(verdicts).toMatchObject([
      { kind: "admitted", remaining: 49, epoch: current },
      stale,
      { kind: "admitted", remaining: 48, epoch: null },
      { kind: "admitted", remaining: 47, epoch: current },
      stale,
    ]);
  });

  it("gets one new epoch where none is stored", async () => {
    const { ask } = limiter();
    const [first, second] = await Promise.all(
      newQuestions(2, () => ({ epoch: newEpoch() })).map(ask),
    );
    expect(first?.kind).toBe("stale");
    expect(second).toEqual(first);
  });

  it("gets one new epoch where the stored value is not an epoch", async () => {
    const { ask } = limiter();
    const epochs = ["8", "7"];
    const questions = newQuestions(2, (n) => ({ epoch: epochs[n] ?? null }));
    await store.redis.set(epochKey(questions[0]?.partnerId ?? ""), "7");
    const [first, second] = await Promise.all(questions.map(ask));
    expect(first?.kind).toBe("stale");
    expect(second).toEqual(first);
  });

  it("fails as a whole if the store fails, and the next batch is sent", async () => {
    const { ask, calls } = limiter();
    const questions = newQuestions(3);
    calls.mockImplementationOnce(() => {
      throw new Error("gone");
    });
    const failed = await Promise.allSettled(questions.map(ask));
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(await Promise.all(questions.map(ask))).toMatchObject([
      { remaining: 49 },
      { remaining: 48 },
      { remaining: 47 },
    ]);
  });

  it("gives no verdict to questions that the store did not answer", async () => {
    const { ask, calls } = limiter();
    calls.mockResolvedValueOnce([[1, 9, 1, 0, 0, 0]]);
    const [answered, forgotten] = await Promise.allSettled(newQuestions(2).map(ask));
    expect(answered).toMatchObject({ status: "fulfilled", value: { remaining: 9 } });
    expect(forgotten?.status).toBe("rejected");
  });
});
