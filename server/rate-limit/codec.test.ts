import { expect, it } from "vitest";
import { decodeQuestions, encodeQuestions } from "./codec";
import { newQuestion } from "./testing/questions";

const QUESTION = newQuestion({ epoch: "e1" });

it.each([[[QUESTION]], [[{ ...QUESTION, epoch: null }]], [[QUESTION, newQuestion(), QUESTION]]])(
  "encoded questions decode unchanged, in order",
  (questions) => {
    expect(decodeQuestions(`lk:${encodeQuestions(questions)}`)).toEqual(questions);
  },
);

it.each([1e9, Number.POSITIVE_INFINITY])(
  "a limit of %s counts as one request per microsecond, the script's maximum",
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
])("rejects an invalid question: %s", (identifier) => {
  expect(() => decodeQuestions(identifier)).toThrow("Not a rate limit question");
});

it.each([30_000_000, 0, -1])("a hold of %s decodes unchanged", (maxUs) => {
  const question = newQuestion({ hold: { name: "hold-_01", maxUs }, isNamed: true });
  expect(decodeQuestions(encodeQuestions([question]))).toEqual([question]);
});

it.each([1, 2, 50, 1_000])("a cost of %s decodes unchanged", (cost) => {
  for (const isNamed of [true, false]) {
    const question = newQuestion({ isNamed });
    const decoded = decodeQuestions(encodeQuestions([{ ...question, cost }]))[0];
    expect(decoded).toEqual(cost === 1 ? question : { ...question, cost });
  }
});

it.each([
  [0, 1],
  [-5, 1],
  [2.9, 2],
  [Number.NaN, 1],
  [1_001, 1_000],
])("a cost of %s counts as %s", (cost, counted) => {
  const decoded = decodeQuestions(encodeQuestions([newQuestion({ cost })]))[0];
  expect(decoded.cost ?? 1).toBe(counted);
});
