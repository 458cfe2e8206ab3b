import { crc32 } from "node:zlib";

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
 * Who waits and for what, as two fingerprints. Workers behind one address are told apart by what
 * they ask for, as a retry asks for the same again; one that names itself needs no telling.
 */
export function callerOf(sender: Sender): { client: string; request: string } {
  if (sender.clientId) {
    return { client: fingerprint(["id", sender.clientId]), request: fingerprint(["any"]) };
  }
  const { method, path, query, idempotencyKey } = sender;
  return {
    client: fingerprint(["at", sender.address, sender.userAgent]),
    request: fingerprint([method, path, query, idempotencyKey]),
  };
}

/** The text itself if it is a fingerprint already, else its fingerprint. */
export function asFingerprint(text: string): string {
  return FINGERPRINT.test(text) ? text : fingerprint([text]);
}

function fingerprint(parts: readonly (string | null)[]): string {
  return crc32(JSON.stringify(parts)).toString(16).padStart(FINGERPRINT_LENGTH, "0");
}
