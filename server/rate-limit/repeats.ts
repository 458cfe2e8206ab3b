import { LRUCache } from "lru-cache";
import type { LimitQuestion } from "./codec";
import type { Reply } from "./verdict";

/**
 * How long a refusal is repeated. A revocation or raised limit is delayed as much for that caller.
 */
const REPEAT_MS = 100;
const MAX_CALLERS = 10_000;

/**
 * Repeats refusals over a cap without asking the store, since they promise and change nothing. A
 * caller that hammers a key costs the store at most ten decisions a second.
 */
export function withRepeats(
  ask: (question: LimitQuestion) => Promise<Reply>,
  nowMs: () => number = () => performance.now(),
): { ask: (question: LimitQuestion) => Promise<Reply>; forget: () => void } {
  const refusals = new LRUCache<string, Reply>({
    max: MAX_CALLERS,
    ttl: REPEAT_MS,
    ttlResolution: 0,
    perf: { now: nowMs },
  });
  return {
    async ask(question) {
      const isNew = refusals.size > 0 && !question.isHeld;
      const repeated = isNew ? refusals.get(nameOf(question)) : undefined;
      if (repeated !== undefined) return repeated;
      const reply = await ask(question);
      if (reply.isUnreserved) refusals.set(nameOf(question), reply);
      return reply;
    },
    forget: () => refusals.clear(),
  };
}

function nameOf({ keyId, client, caller, cost = 1, perMinute, epoch }: LimitQuestion): string {
  return `${keyId} ${client} ${caller} ${cost} ${perMinute} ${epoch}`;
}
