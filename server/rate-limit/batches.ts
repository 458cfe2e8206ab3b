import { setImmediate } from "node:timers";
import type { LimitQuestion } from "./codec";
import type { Replies, Reply } from "./verdict";

/** A call decides at most so many: no store is held up for long, and it begins while more come in. */
const MAX_QUESTIONS = 16;

type Batch = { questions: LimitQuestion[]; replies: Promise<Replies>; send: () => void };

/**
 * Puts together what one turn of the event loop asks about one partner, in the order of asking, so
 * that one call answers all of it. A call that fails fails for each of its questions.
 */
export function inBatches(
  call: (questions: LimitQuestion[]) => Promise<Replies>,
): (question: LimitQuestion) => Promise<Reply> {
  const open = new Map<string, Batch>();
  const sendAll = () => {
    for (const { send } of open.values()) send();
  };

  function start(partnerId: string): Batch {
    if (open.size === 0) setImmediate(sendAll);
    const questions: LimitQuestion[] = [];
    let send = () => {};
    const replies = new Promise<Replies>((resolve) => {
      send = () => {
        open.delete(partnerId);
        resolve(call(questions));
      };
    });
    const batch = { questions, replies, send };
    open.set(partnerId, batch);
    return batch;
  }

  return async (question) => {
    const { questions, replies, send } = open.get(question.partnerId) ?? start(question.partnerId);
    const place = questions.push(question) - 1;
    if (questions.length === MAX_QUESTIONS) send();
    return (await replies)(place);
  };
}
