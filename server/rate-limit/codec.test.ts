import { expect, it } from "vitest";
import { decodeQuestion, encodeQuestion } from "./codec";
import { newQuestion } from "./testing/questions";

const QUESTION = newQuestion({ epoch: "e1" });

it.each([QUESTION, { ...QUESTION, epoch: null }])(
  "a question comes back from its identifier as it was",
  (question) => {
    expect(decodeQuestion(`lk:${encodeQuestion(question)}`)).toEqual(question);
  },
);

it.each([1e9, Number.POSITIVE_INFINITY])(
  "a limit of %s counts as one a microsecond, the most that the script can count",
  (perMinute) => {
    const identifier = encodeQuestion({ ...QUESTION, perMinute });
    expect(decodeQuestion(identifier).perMinute).toBe(60_000_000);
  },
);

it.each(["", "lk:someone", `lk:${encodeQuestion(QUESTION)} more`])(
  "what is no question is refused: %s",
  (identifier) => {
    expect(() => decodeQuestion(identifier)).toThrow("Not a rate limit question");
  },
);
