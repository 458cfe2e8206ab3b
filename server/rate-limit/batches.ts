import { setImmediate } from "node:timers";
import type { Redis } from "@upstash/redis";
import type { LimitQuestion } from "./codec";

/** A call decides at most so many: no store is held up for long, and it begins while more come in. */
const MOST = 16;

type Batch = { questions: LimitQuestion[]; answers: Promise<unknown[]>; send: () => void };

/**
 * Puts together what one turn of the event loop asks about one partner, in the order of asking, so
 * that one call answers all of it. A call that fails fails for each of its questions.
 */
export function createBatches(
  call: (redis: Redis, questions: LimitQuestion[]) => Promise<unknown[]>,
) {
  const open = new Map<string, Batch>();
  const sendAll = () => {
    for (const { send } of open.values()) send();
  };

  function start(redis: Redis, partnerId: string): Batch {
    if (open.size === 0) setImmediate(sendAll);
    const questions: LimitQuestion[] = [];
    let send = () => {};
    const answers = new Promise<unknown[]>((resolve) => {
      send = () => {
        open.delete(partnerId);
        resolve(call(redis, questions));
      };
    });
    const batch = { questions, answers, send };
    open.set(partnerId, batch);
    return batch;
  }

  return {
    /** The answer to one question; undefined when the call gave fewer than it was asked. */
    async ask(redis: Redis, question: LimitQuestion): Promise<unknown> {
      const { questions, answers, send } =
        open.get(question.partnerId) ?? start(redis, question.partnerId);
      const place = questions.push(question) - 1;
      if (questions.length === MOST) send();
      return (await answers)[place];
    },
  };
}
