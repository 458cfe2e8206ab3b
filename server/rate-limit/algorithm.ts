import type { Algorithm } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { bucketKey, decodeQuestions, encodeSender, epochKey, type LimitQuestion } from "./codec";
import { newEpoch } from "./epoch";
import { type Script, scriptFor } from "./script";
import { parseReply, type Replies } from "./verdict";

type Limit = ReturnType<Algorithm<{ redis: Redis; prefix: string }>>["limit"];
type Response = Awaited<ReturnType<Limit>>;

/**
 * The reserving token bucket as an algorithm for `new Ratelimit({ limiter })`. An identifier comes
 * from encodeQuestions(), because each question has its own limit. With several questions, all
 * about one partner, the response describes the first; `repliesOf` returns all. Rejects when the
 * store does.
 */
export function reservingBucket(options: {
  /** True on Upstash, where the script then locks its own keys instead of the whole database. */
  locksKeys: boolean;
  /** Tests pass the time that the script uses in place of the store's, in microseconds. */
  nowUs?: () => number;
}): Algorithm<{ redis: Redis; prefix: string }> {
  const run = runnerOf(options);
  const bucket = {
    async limit({ redis }: { redis: Redis }, identifier: string): Promise<Response> {
      const questions = decodeQuestions(identifier);
      return summaryOf(questions, await run(redis, questions));
    },
    async getRemaining({ redis }: { redis: Redis }, identifier: string) {
      const question = { ...decodeQuestions(identifier)[0], epoch: null };
      return summaryOf([question], await run(redis, [question], "peek"));
    },
    async resetTokens({ redis }: { redis: Redis }, identifier: string): Promise<void> {
      await redis.del(bucketKey(decodeQuestions(identifier)[0]));
    },
  };
  return () => bucket;
}

/** The library passes unknown response fields through; the verdicts travel in this one. */
const REPLIES = Symbol("replies");

/** The replies in a response of reservingBucket(); null when the library answered on its own. */
export function repliesOf(response: Response & { [REPLIES]?: Replies }): Replies | null {
  return response[REPLIES] ?? null;
}

type Call = { keys: string[]; args: string[] };

/** The script's arguments: questions about one partner, decided in this order. */
function callOf(
  questions: readonly LimitQuestion[],
  { now, mode }: { now: string; mode: string },
): Call {
  const keys = questions.slice(0, 1).map(({ partnerId }) => epochKey(partnerId));
  const args = [now, newEpoch(), mode];
  for (const question of questions) {
    keys.push(bucketKey(question));
    args.push(encodeSender(question), String(question.perMinute), question.epoch ?? "");
  }
  return { keys, args };
}

/** The errors of Redis 7 and later, and of Redis 6, which cannot parse the line as Lua. */
const NO_SUCH_LINE = /shebang|unexpected symbol near '#'/;

type Run = (
  redis: Redis,
  questions: readonly LimitQuestion[],
  mode?: "take" | "peek",
) => Promise<unknown[]>;

function runnerOf(options: { locksKeys: boolean; nowUs?: () => number }): Run {
  let script = scriptFor(options);
  return async (redis, questions, mode = "take") => {
    const tried = script;
    const call = callOf(questions, { now: String(options.nowUs?.() || ""), mode });
    try {
      return await evaluate(redis, tried, call);
    } catch (error) {
      // A proxy with Upstash's API in front of a stock Redis, which does not support the flags
      // line.
      if (!tried.locksKeys || !NO_SUCH_LINE.test(String(error))) throw error;
      script = scriptFor({ locksKeys: false });
      return evaluate(redis, script, call);
    }
  };
}

async function evaluate(
  redis: Redis,
  { sha, text }: Script,
  { keys, args }: Call,
): Promise<unknown[]> {
  try {
    return listed(await redis.evalsha(sha, keys, args));
  } catch (error) {
    // The script cache is empty after a restart or SCRIPT FLUSH. EVAL loads the script again.
    if (!String(error).includes("NOSCRIPT")) throw error;
    return listed(await redis.eval(text, keys, args));
  }
}

/** A reply that is not a list holds no verdicts. */
function listed(answer: unknown): unknown[] {
  return Array.isArray(answer) ? answer : [];
}

const NOTHING_PENDING = Promise.resolve();

function summaryOf(
  questions: readonly LimitQuestion[],
  answers: unknown[],
): Response & { [REPLIES]: Replies } {
  const replies: Replies = (place) => {
    const question = questions[place];
    if (question === undefined) throw new RangeError("No such question");
    return parseReply(answers[place], question);
  };
  const { verdict } = replies(0);
  const pending = NOTHING_PENDING;
  if (verdict.kind === "stale") {
    return { success: false, limit: 0, remaining: 0, reset: 0, pending, [REPLIES]: replies };
  }
  return {
    success: verdict.kind === "admitted",
    limit: verdict.burst,
    remaining: verdict.remaining,
    reset: Date.now() + verdict.resetSeconds * 1000,
    pending,
    [REPLIES]: replies,
  };
}
