import { asFingerprint } from "./caller";

/** What is asked of the limiter about one request. */
export type LimitQuestion = {
  keyId: string;
  partnerId: string;
  /** Fingerprints, see caller.ts. */
  client: string;
  caller: string;
  /** Whether the caller is known by its X-Client-Id. */
  isNamed: boolean;
  /** The key's effective limit; below 1 counts as 1. */
  perMinute: number;
  /**
   * The partner's epoch under which the caller cached the key's record; null when it holds none,
   * and then no epoch is checked.
   */
  epoch: string | null;
};

const MAX_PER_MINUTE = 60_000_000;

/**
 * @upstash/ratelimit hands an algorithm one identifier and nothing else of ours, so the questions of one
 * call travel in it. Ids, fingerprints and epochs are letters, digits, "_" and "-".
 */
export function encodeQuestions(questions: readonly LimitQuestion[]): string {
  return questions.map(encoded).join(";");
}

function encoded(question: LimitQuestion): string {
  const perMinute = Math.floor(Math.min(Math.max(question.perMinute, 1), MAX_PER_MINUTE)) || 1;
  const { keyId, partnerId, epoch } = question;
  const name = asFingerprint(question.client) + asFingerprint(question.caller);
  const caller = question.isNamed ? `${name}n` : name;
  // An empty epoch is none that is stored.
  const asked = epoch === null ? "" : epoch || "none";
  return `${keyId} ${partnerId} ${caller} ${perMinute} ${asked}`;
}

/** The questions in an identifier, which the library has put its prefix before. Throws on others. */
export function decodeQuestions(identifier: string): [LimitQuestion, ...LimitQuestion[]] {
  const [first = "", ...others] = identifier.slice(identifier.indexOf(":") + 1).split(";");
  return [decoded(first), ...others.map(decoded)];
}

function decoded(text: string): LimitQuestion {
  const parts = text.split(" ");
  if (parts.length !== 5) throw new TypeError("Not a rate limit question");
  const [keyId = "", partnerId = "", caller = "", perMinute, epoch = ""] = parts;
  return {
    keyId,
    partnerId,
    client: caller.slice(0, 8),
    caller: caller.slice(8, 16),
    isNamed: caller.length > 16,
    perMinute: Number(perMinute),
    epoch: epoch === "" ? null : epoch,
  };
}

/**
 * Where a key's bucket is kept; the number is that of the state's format. All keys of a partner share
 * its hash tag, for Redis Cluster.
 */
export function bucketKey({ partnerId, keyId }: { partnerId: string; keyId: string }): string {
  return `lk:{${partnerId}}:b3:${keyId}`;
}

export function epochKey(partnerId: string): string {
  return `lk:{${partnerId}}:epoch`;
}
