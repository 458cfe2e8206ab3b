import type { Clock } from "../core/actor";
import { fail } from "../core/errors";
import { hashPlaintext, isWellFormed } from "../core/keys/format";
import type { KeyRecord } from "../core/keys/record";
import { keyState } from "../core/keys/view";

export type FindKey = (hash: Uint8Array<ArrayBuffer>) => Promise<KeyRecord | null>;

/**
 * The live key that the request carries (specification, section 5; RFC 6750, section 2.1). Throws the 401
 * codes of the catalogue; no message repeats anything of what was sent.
 */
export async function authenticate(
  headers: Headers,
  options: { findKey: FindKey; clock: Clock },
): Promise<KeyRecord> {
  const plaintext = bearerToken(headers.get("authorization"));
  if (!isWellFormed(plaintext)) fail("malformed_api_key");
  const key = await options.findKey(hashPlaintext(plaintext));
  if (!key) fail("invalid_api_key");
  const state = keyState(key, options.clock.now());
  if (state === "revoked") fail("revoked_api_key");
  if (state === "expired") fail("expired_api_key");
  return key;
}

function bearerToken(header: string | null): string {
  if (header === null) fail("missing_api_key");
  const space = header.indexOf(" ");
  const scheme = space === -1 ? header : header.slice(0, space);
  if (scheme.toLowerCase() !== "bearer") fail("missing_api_key");
  return space === -1 ? "" : header.slice(space).trim();
}
