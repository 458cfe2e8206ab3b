import { expect, it } from "vitest";
import { decodeQuestions, encodeQuestions } from "./codec";
import { newQuestion } from "./testing/questions";

const QUESTION = newQuestion({ epoch: "e1" });

it.each([[[QUESTION]], [[{ ...QUESTION, epoch: null }]], [[QUESTION, newQuestion(), QUESTION]]])(
  "questions come back from their identifier as they were, and in that order",
  (questions) => {
    expect(decodeQuestions(`lk:${encodeQuestions(questions)}`)).toEqual(questions);
  },
);

it.each([1e9, Number.POSITIVE_INFINITY])(
  "a limit of %s counts as one a microsecond, the most that the script can count",
  (perMinute) => {
    const identifier = encodeQuestions([{ ...QUESTION, perMinute }]);
    expect(decodeQuestions(identifier)[0].perMinute).toBe(60_000_000);
  },
);

it.each([
  "",
  "lk:someone",
  `lk:${encodeQuestions([QUESTION])} more`,
  `lk:${encodeQuestions([QUESTION])};`,
])("what is no question is refused: %s", (identifier) => {
  expect(() => decodeQuestions(identifier)).toThrow("Not a rate limit question");
});

it.each([30_000_000, 0, -1])("a hold of %s comes back as it was", (maxUs) => {
  const question = newQuestion({ hold: { name: "hold-_01", maxUs }, isNamed: true });
  expect(decodeQuestions(encodeQuestions([question]))).toEqual([question]);
});
