import { MAX_COST } from "../core/keys/limits";
import type { Ask } from "./bucket";
import { asFingerprint } from "./caller";

/**
 * A question to the limiter about one request. `client` and `caller` are fingerprints, see
 * caller.ts. A limit below 1 counts as 1; a cost is from 1 to 1,000.
 */
export type LimitQuestion = Ask & {
  keyId: string;
  partnerId: string;
  /** Whether the request named by `hold` is already held. */
  isHeld?: boolean;
  /** The partner's epoch under which the key's record was cached; null skips the check. */
  epoch: string | null;
};

const MAX_PER_MINUTE = 60_000_000;

/**
 * @upstash/ratelimit passes an algorithm nothing of ours but one identifier, so it holds all
 * questions of a call. IDs, fingerprints and epochs contain only letters, digits, "_" and "-".
 */
export function encodeQuestions(questions: readonly LimitQuestion[]): string {
  return questions.map(encoded).join(";");
}

function encoded(question: LimitQuestion): string {
  const ask = normalized(question);
  const { keyId, partnerId, epoch, perMinute } = ask;
  // No stored epoch is empty, so ask about one that never matches.
  const asked = epoch === null ? "" : epoch || "none";
  return `${keyId} ${partnerId} ${encodeSender(ask)} ${perMinute} ${asked}`;
}

/** The question in the form that the model and the script expect, nearly always the question itself. */
export function normalized(question: LimitQuestion): LimitQuestion {
  const client = asFingerprint(question.client);
  const caller = asFingerprint(question.caller);
  const perMinute = wholeUpTo(MAX_PER_MINUTE, question.perMinute);
  const cost = wholeUpTo(MAX_COST, question.cost ?? 1);
  const isNormal =
    client === question.client &&
    caller === question.caller &&
    perMinute === question.perMinute &&
    cost === (question.cost ?? 1);
  return isNormal ? question : { ...question, client, caller, perMinute, cost };
}

/** The number, rounded down, from 1 to a maximum. */
function wholeUpTo(max: number, number: number): number {
  return Math.floor(Math.min(Math.max(number, 1), max)) || 1;
}

/**
 * Decodes the questions of an identifier that the library has prefixed. Throws on anything else.
 */
export function decodeQuestions(identifier: string): [LimitQuestion, ...LimitQuestion[]] {
  const [first = "", ...others] = identifier.slice(identifier.indexOf(":") + 1).split(";");
  return [decoded(first), ...others.map(decoded)];
}

function decoded(text: string): LimitQuestion {
  const parts = text.split(" ");
  if (parts.length !== 5) throw new TypeError("Not a rate limit question");
  const [keyId = "", partnerId = "", sender = "", perMinute, epoch = ""] = parts;
  return {
    keyId,
    partnerId,
    ...decodeSender(sender),
    perMinute: Number(perMinute),
    epoch: epoch === "" ? null : epoch,
  };
}

type Sender = Omit<Ask, "perMinute">;

/**
 * The sender as the script reads it: client, caller, "n" or "u", and the hold's name and longest
 * wait. With a cost above 1 the letter is upper-case, and the cost follows.
 */
export function encodeSender({ client, caller, isNamed, cost = 1, hold }: Sender): string {
  if (hold !== undefined) {
    return `${client}${caller}${isNamed ? "n" : "u"}${hold.name}${hold.maxUs}`;
  }
  if (cost === 1) return `${client}${caller}${isNamed ? "n" : "u"}`;
  return `${client}${caller}${isNamed ? "N" : "U"}${cost}`;
}

/** Decodes the output of encodeSender(). */
function decodeSender(text: string): Sender {
  const letter = text.charAt(16);
  const sender = {
    client: text.slice(0, 8),
    caller: text.slice(8, 16),
    isNamed: letter === "n" || letter === "N",
  };
  if (text.length === 17) return sender;
  if (letter === "N" || letter === "U") return { ...sender, cost: Number(text.slice(17)) };
  return { ...sender, hold: { name: text.slice(17, 25), maxUs: Number(text.slice(25)) } };
}

/**
 * The store key of a bucket; `b3` is the version of the state's format. All keys of a partner share
 * a hash tag, for Redis Cluster.
 */
export function bucketKey({ partnerId, keyId }: { partnerId: string; keyId: string }): string {
  return `lk:{${partnerId}}:b3:${keyId}`;
}

export function epochKey(partnerId: string): string {
  return `lk:{${partnerId}}:epoch`;
}
