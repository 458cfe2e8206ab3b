/** Length of a fingerprint: 32 bits in hex. At most 512 of a key's callers wait, who are to be told apart. */
const FINGERPRINT_LENGTH = 8;

const FINGERPRINT = /^[\w-]{8}$/;

/** Everything of a request that says who sends it. */
export type Sender = {
  /** The `X-Client-Id` header. */
  clientId: string | null;
  address: string | null;
  userAgent: string | null;
  method: string;
  path: string;
  query: string;
  idempotencyKey: string | null;
};

/**
 * Who asks, as two fingerprints: its client, which is its address and program, and the caller. One that
 * names itself is the same caller wherever it comes from. Others behind one address are told apart by
 * what they ask for, as a retry asks for the same again.
 */
export function callerOf(sender: Sender): { client: string; caller: string; isNamed: boolean } {
  const { clientId, address, userAgent, method, path, query, idempotencyKey } = sender;
  const client = fingerprint(["at", address, userAgent]);
  if (clientId) return { client, caller: fingerprint(["id", clientId]), isNamed: true };
  const caller = fingerprint(["for", client, method, path, query, idempotencyKey]);
  return { client, caller, isNamed: false };
}

/** The text itself if it is a fingerprint already, else its fingerprint. */
export function asFingerprint(text: string): string {
  return FINGERPRINT.test(text) ? text : fingerprint([text]);
}

const PRIME = 0x01000193;

/** FNV-1a over UTF-16 units: done before a call out of JavaScript would have begun. */
function fingerprint(parts: readonly (string | null)[]): string {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    const text = part ?? "";
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
    // No text has such units: what is missing differs from what is empty, and the parts stay apart.
    hash = Math.imul(hash ^ (part === null ? 0x10001 : 0x10000), PRIME);
  }
  return (hash >>> 0).toString(16).padStart(FINGERPRINT_LENGTH, "0");
}
