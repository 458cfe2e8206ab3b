import type { LimitQuestion } from "../codec";

let asked = 0;

/** A question about a new key and partner, apart from `changes`. */
export function newQuestion(changes: Partial<LimitQuestion> = {}): LimitQuestion {
  asked += 1;
  return {
    keyId: `key_${asked}`,
    partnerId: `prt_${asked}`,
    client: "clientAA",
    caller: "callerAA",
    isNamed: false,
    perMinute: 300,
    epoch: null,
    ...changes,
  };
}

/** `count` questions about one new key, unless `changes` names others. */
export function newQuestions(
  count: number,
  changes: (n: number) => Partial<LimitQuestion> = () => ({}),
): LimitQuestion[] {
  const { keyId, partnerId } = newQuestion();
  return Array.from({ length: count }, (_, n) => newQuestion({ keyId, partnerId, ...changes(n) }));
}
