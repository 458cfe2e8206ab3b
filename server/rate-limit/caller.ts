/**
 * Length of a fingerprint: 32 bits in hex, enough to distinguish the callers that wait on one key.
 */
const FINGERPRINT_LENGTH = 8;

export const KIN_LENGTH = 4;

const FINGERPRINT = /^[\w-]{8}$/;

/** The parts of a request that identify its sender. */
export type Sender = {
  /** The `X-Client-Id` header. */
  clientId: string | null;
  address: string | null;
  userAgent: string | null;
  method: string;
  path: string;
  query: string;
  idempotencyKey: string | null;
  /** The tokens that the request takes, 1 if omitted. */
  cost?: number;
};

/**
 * The sender as two fingerprints: `client` is its address and User-Agent; `caller` is one worker. A
 * caller with an X-Client-Id is the same from any address. Others behind one address are
 * distinguished by their request, because a retry repeats it.
 */
export function callerOf(sender: Sender): { client: string; caller: string; isNamed: boolean } {
  const { clientId, address, userAgent, method, path, query, idempotencyKey, cost = 1 } = sender;
  const client = fingerprint(["at", address, userAgent]);
  if (clientId) return { client, caller: fingerprint(["id", clientId]), isNamed: true };
  const content = ["for", client, method, path, query, idempotencyKey];
  const caller = fingerprint(cost > 1 ? [...content, String(cost)] : content);
  return { client, caller, isNamed: false };
}

/**
 * The part of a caller's fingerprint with which the names of its held requests end. Callers that
 * have it in common, one pair in 65,536, count as one caller where turns are taken.
 */
export function kinOf(name: string): string {
  return name.slice(-KIN_LENGTH);
}

/** A name for a held request of this caller: no caller's fingerprint, and unique among its holds. */
export function holdName(caller: string, unique: string): string {
  return unique + kinOf(caller);
}

/** The text itself if it has a fingerprint's form, else its fingerprint. */
export function asFingerprint(text: string): string {
  return FINGERPRINT.test(text) ? text : fingerprint([text]);
}

const PRIME = 0x01000193;

/** FNV-1a over UTF-16 units: faster than a call into native code. */
function fingerprint(parts: readonly (string | null)[]): string {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    const text = part ?? "";
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
    // These separators are not UTF-16 units, so null differs from "" and parts cannot run together.
    hash = Math.imul(hash ^ (part === null ? 0x10001 : 0x10000), PRIME);
  }
  return (hash >>> 0).toString(16).padStart(FINGERPRINT_LENGTH, "0");
}
