import type { Algorithm } from "@upstash/ratelimit";
import type { Redis } from "@upstash/redis";
import { bucketKey, decodeQuestion, epochKey, type LimitQuestion } from "./codec";
import { newEpoch } from "./epoch";
import { type Script, scriptFor } from "./script";
import { parseReply, type Reply } from "./verdict";

type Limit = ReturnType<Algorithm<{ redis: Redis; prefix: string }>>["limit"];
type Response = Awaited<ReturnType<Limit>>;

/**
 * The reserving token bucket as an algorithm for `new Ratelimit({ limiter })`. Identifiers come
 * from encodeQuestion(), as each question carries its own limit; `replyOf` reads the whole
 * verdict from the response. Rejects when the store does.
 */
export function reservingBucket(options: {
  /** True on Upstash, where a script then locks its own keys and not the database. */
  locksKeys: boolean;
  /** In tests, the time the script shall take for the store's, in microseconds. */
  nowUs?: () => number;
}): Algorithm<{ redis: Redis; prefix: string }> {
  const run = runnerOf(options);
  const bucket = {
    async limit({ redis }: { redis: Redis }, identifier: string): Promise<Response> {
      const question = decodeQuestion(identifier);
      const args = argumentsOf(question, options.nowUs?.());
      const keys = [bucketKey(question), epochKey(question.partnerId)];
      const reply = parseReply(await run(redis, keys, args), question);
      return summaryOf(reply);
    },
    async getRemaining({ redis }: { redis: Redis }, identifier: string) {
      const question = decodeQuestion(identifier);
      const args = [...argumentsOf({ ...question, epoch: null }, options.nowUs?.()), "peek"];
      const keys = [bucketKey(question), epochKey(question.partnerId)];
      return summaryOf(parseReply(await run(redis, keys, args), question));
    },
    async resetTokens({ redis }: { redis: Redis }, identifier: string): Promise<void> {
      await redis.del(bucketKey(decodeQuestion(identifier)));
    },
  };
  return () => bucket;
}

/** The library passes unknown fields of a response through; this is the one for the verdict. */
const REPLY = Symbol("reply");

/** The reply behind a response of reservingBucket(); null when the library itself answered. */
export function replyOf(response: Response & { [REPLY]?: Reply }): Reply | null {
  return response[REPLY] ?? null;
}

function argumentsOf(question: LimitQuestion, nowUs: number | undefined): string[] {
  const { client, request, perMinute, epoch } = question;
  // An empty argument asks for no check; an empty epoch asks for one that fails.
  const [expected, fresh] = epoch === null ? ["", ""] : [epoch || "none", newEpoch()];
  return [client, request, String(perMinute), expected, fresh, nowUs ? String(nowUs) : ""];
}

/** Redis from 7 on, and Redis 6, to which it is not even Lua. */
const NO_SUCH_LINE = /shebang|unexpected symbol near '#'/;

type Run = (redis: Redis, keys: string[], args: string[]) => Promise<unknown>;

function runnerOf(options: { locksKeys: boolean }): Run {
  let script = scriptFor(options);
  const run: Run = async (redis, keys, args) => {
    const tried = script;
    try {
      return await evaluate(redis, tried, keys, args);
    } catch (error) {
      // Something that speaks Upstash's API in front of a stock Redis, which knows no such line.
      if (!tried.locksKeys || !NO_SUCH_LINE.test(String(error))) throw error;
      script = scriptFor({ locksKeys: false });
      return evaluate(redis, script, keys, args);
    }
  };
  return run;
}

async function evaluate(
  redis: Redis,
  { sha, text }: Script,
  keys: string[],
  args: string[],
): Promise<unknown> {
  try {
    return await redis.evalsha(sha, keys, args);
  } catch (error) {
    // After a restart or SCRIPT FLUSH; EVAL loads it again.
    if (!String(error).includes("NOSCRIPT")) throw error;
    return redis.eval(text, keys, args);
  }
}

const NOTHING_PENDING = Promise.resolve();

function summaryOf(reply: Reply): Response & { [REPLY]: Reply } {
  const { verdict } = reply;
  const pending = NOTHING_PENDING;
  if (verdict.kind === "stale") {
    return { success: false, limit: 0, remaining: 0, reset: 0, pending, [REPLY]: reply };
  }
  return {
    success: verdict.kind === "admitted",
    limit: verdict.burst,
    remaining: verdict.remaining,
    reset: Date.now() + verdict.resetSeconds * 1000,
    pending,
    [REPLY]: reply,
  };
}
