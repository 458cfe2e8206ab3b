import { atEndOfTurn } from "../core/kernel/end-of-turn";
import type { LimitQuestion } from "./codec";
import type { Replies, Reply } from "./verdict";

/**
 * Questions per call. Bounds how long a call blocks the store, and sends the first while more
 * arrive.
 */
const MAX_QUESTIONS = 16;

type Batch = { questions: LimitQuestion[]; replies: Promise<Replies>; send: () => void };

/**
 * Batches the questions about one partner that are asked in one turn of the event loop, in order,
 * into one call. If the call fails, each of its questions fails.
 */
export function inBatches(
  call: (questions: LimitQuestion[]) => Promise<Replies>,
): (question: LimitQuestion) => Promise<Reply> {
  const open = new Map<string, Batch>();
  const sendAll = () => {
    for (const { send } of open.values()) send();
  };

  function start(partnerId: string): Batch {
    if (open.size === 0) atEndOfTurn(sendAll);
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
