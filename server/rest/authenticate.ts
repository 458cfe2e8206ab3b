import type { Clock } from "../core/actor";
import { fail } from "../core/errors";
import { hashPlaintext, isWellFormed } from "../core/keys/format";
import type { KeyRecord } from "../core/keys/record";
import { keyState } from "../core/keys/view";
import type { Limited } from "../core/ports";
import type { ApiServices, Exchange } from "./exchange";

/**
 * The live key that the request carries, as it is now, and the limiter's verdict (specification,
 * sections 5 and 8; RFC 6750, section 2.1). The one question to the limiter also says whether the
 * record at hand is current; if not, it is read again. The key is made known to the exchange before it
 * is judged. Throws the 401 codes of the catalogue, before any verdict; no message repeats anything of
 * what was sent.
 */
export async function authenticate(
  services: ApiServices,
  exchange: Exchange,
): Promise<{ key: KeyRecord; limited: Limited }> {
  const { keyring, limit, core } = services;
  const { request } = exchange;
  const plaintext = bearerToken(request.header("authorization"));
  if (!isWellFormed(plaintext)) fail("malformed_api_key");
  const hash = hashPlaintext(plaintext);
  const atHand = keyring.find(hash, request.address);
  const found = atHand instanceof Promise ? await atHand : atHand;
  exchange.key = found?.record ?? null;
  // A dead key stays dead, so that even an old record may refuse.
  const key = assertLive(found?.record, core.clock);
  const answer = await limit({ key, epoch: found?.epoch ?? null, request });
  const isKnownCurrent = "isCurrent" in answer && (answer.isCurrent || found?.epoch === null);
  if (isKnownCurrent) return { key, limited: answer };

  const epoch = "staleSince" in answer ? answer.staleSince : null;
  const reread = await keyring.reread(hash, epoch);
  if (reread) exchange.key = reread;
  const current = assertLive(reread, core.clock);
  if ("isCurrent" in answer && current.perMinute === key.perMinute)
    return { key: current, limited: answer };
  // Read since the request arrived: there is nothing left to compare.
  const second = await limit({ key: current, epoch: null, request });
  if ("staleSince" in second) throw new Error("the limiter compared an epoch that nobody sent");
  return { key: current, limited: second };
}

function assertLive(key: KeyRecord | null | undefined, clock: Clock): KeyRecord {
  if (!key) fail("invalid_api_key");
  const state = keyState(key, clock.now());
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
