import { LRUCache } from "lru-cache";
import type { LimitQuestion } from "./codec";
import type { Reply } from "./verdict";

/** How long a refusal is repeated. A revoke or a raised limit takes effect so much later for its caller. */
const REPEAT_MS = 100;
const MAX_CALLERS = 10_000;

/**
 * Refusals over a cap promise nothing and change nothing, so that the process may repeat them without
 * asking the store: a caller that hammers costs the store ten decisions a second.
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

function nameOf({ keyId, client, caller, perMinute, epoch }: LimitQuestion): string {
  return `${keyId} ${client} ${caller} ${perMinute} ${epoch}`;
}
