import { afterUse, mayUse } from "./admit";
import { type Bucket, costOf, type Hold, planOf } from "./bucket";
import { roomUs } from "./calendar";
import { intervalUs, RULES } from "./rules";

/** The result of a held request's question. `ask`: decide it like any other request. */
type Redeemed =
  | { next: "admit" | "leave" | "ask"; bucket: Bucket }
  | { next: "wait"; waitUs: number };

/**
 * Uses the promise of a held request once it is due. If a token is free earlier, because another
 * client has left or the limit was raised, uses that one.
 */
export function redeem(bucket: Bucket, hold: Hold, nowUs: number): Redeemed {
  const { promises, emptyUs, perMinute } = bucket;
  const index = promises.findIndex(({ caller }) => caller === hold.name);
  const promise = promises[index];
  const isLeaving = hold.maxUs < 0;
  if (promise === undefined) return { next: isLeaving ? "leave" : "ask", bucket };
  const without = { ...bucket, promises: promises.toSpliced(index, 1) };
  if (isLeaving) return { next: "leave", bucket: without };
  if (promise.dueUs <= nowUs + RULES.earlyUs && mayUse(bucket, { index, tokens: 1, nowUs })) {
    const used = afterUse(bucket, { index, tokens: 1, who: hold.name });
    return { next: "admit", bucket: { ...used, promises: without.promises } };
  }
  const interval = intervalUs(perMinute);
  if (roomUs(planOf(without, nowUs)) >= interval) {
    return { next: "admit", bucket: { ...without, emptyUs: emptyUs + interval } };
  }
  if (hold.maxUs === 0) return { next: "ask", bucket: without };
  const tokenUs = emptyUs - interval + costOf(bucket, promise);
  return { next: "wait", waitUs: Math.max(promise.dueUs, tokenUs) - nowUs };
}
