import { fail, refuse } from "../core/kernel/errors";
import type { Hold, Limited } from "../core/kernel/ports";
import { hashPlaintext, isWellFormed, type KeyType } from "../core/keys/format";
import { burstOf } from "../core/keys/limits";
import { assertAllowedFrom, isAllowedFrom } from "../core/keys/networks";
import type { CheckedKey, FoundKey } from "../core/keys/record";
import { keyState } from "../core/keys/view";
import { authorize, isAuthorized } from "./authorize";
import type { Endpoint } from "./endpoint";
import type { SharedReads } from "./event-news";
import type { ApiServices, Exchange } from "./exchange";

export type Authenticated = { key: CheckedKey; limited: Limited };

/** The time at which the key must be active, and how a request with this key may be held. */
export type Asking = {
  at: Date;
  holdFor: (key: CheckedKey) => Hold | null | Promise<Hold | null>;
  /** The tokens that the request takes. */
  cost?: number;
};

/**
 * Resolves to the request's active key, as it is now, and the limiter's verdict (specification,
 * sections 5 and 8; RFC 6750, section 2.1). The single call to the limiter also says whether the
 * cached record is current; a stale record is read again. Sets `exchange.key` before checking the
 * key. Fails with the 401 codes of the catalog, or with `address_not_allowed`, which takes no token:
 * throws if nothing has to be read, otherwise rejects. No message repeats any part of the credential.
 */
export function authenticate(
  services: ApiServices,
  exchange: Exchange,
  asking: Asking = { at: exchange.at, holdFor: () => null },
): Promise<Authenticated> {
  const { request } = exchange;
  const hash = hashOf(exchange);
  const decide = (found: FoundKey<CheckedKey> | null) => {
    exchange.key = found?.record ?? null;
    // Even a stale record may refuse, since a revoked or expired key stays so: the cache reads a
    // key again once it has expired.
    const record = assertLive(found?.record, asking.at);
    const asked = { asking, hash, record, epoch: found?.epoch ?? null };
    if (isAllowedFrom(record, request.address)) return askLimiter(services, exchange, asked);
    return askFromElsewhere(services, exchange, asked);
  };
  const found = services.keyCache.find(hash, request.address ?? exchange.asker ?? null);
  return found instanceof Promise ? found.then(decide) : decide(found);
}

type Found = FoundKey<CheckedKey> & { asking: Asking; hash: string };

/**
 * The found record refuses the request's address. It may be stale, and the ranges wider by now: the
 * limiter is asked only if the current record allows the address, so that a refusal takes no token.
 */
async function askFromElsewhere(
  services: ApiServices,
  exchange: Exchange,
  found: Found,
): Promise<Authenticated> {
  const { asking, hash } = found;
  const current = await services.keyCache.confirm(hash, found);
  if (current) exchange.key = current;
  const record = assertLive(current, asking.at);
  assertAllowedFrom(record, exchange.request.address);
  return askLimiter(services, exchange, { asking, hash, record, epoch: null });
}

async function askLimiter(
  { keyCache, limit }: ApiServices,
  exchange: Exchange,
  { asking, hash, record: key, epoch }: Found,
): Promise<Authenticated> {
  const { request } = exchange;
  const { at, holdFor, cost = 1 } = asking;
  const asked = holdFor(key);
  const hold = asked instanceof Promise ? await asked : asked;
  assertWithinBurst(key, cost);
  const answer = await limit({ key, epoch, hold, request, cost });
  const isKnownCurrent = "isCurrent" in answer && (answer.isCurrent || epoch === null);
  if (isKnownCurrent) return { key, limited: answer };

  const reread = await keyCache.reread(hash, "staleSince" in answer ? answer.staleSince : null);
  if (reread) exchange.key = reread;
  const current = assertLive(reread, at);
  assertAllowedFrom(current, request.address);
  if ("isCurrent" in answer && current.perMinute === key.perMinute)
    return { key: current, limited: answer };
  // The record was read after the request arrived, so there is no epoch to compare.
  const second = await limit({ key: current, epoch: null, hold, request, cost });
  if ("staleSince" in second) throw new Error("the limiter compared an epoch that was not sent");
  return { key: current, limited: second };
}

/** More would never be admitted. */
function assertWithinBurst({ perMinute }: CheckedKey, cost: number): void {
  const burst = burstOf(perMinute);
  if (cost <= burst) return;
  const message = `Must be at most ${burst}, the burst of this key.`;
  refuse({ path: "cost", message });
}

/** A request that is limited by another key than its own. */
type Unlimited<T> = {
  endpoint: Pick<Endpoint, "scope" | "isWrite">;
  /** Must not change anything that a refusal has to undo. */
  begin: (key: CheckedKey) => Promise<T>;
};

/**
 * Like authenticate() and authorize(), but without a decision of the limiter. Begins the work that
 * the key is for while its record is confirmed, so that both take one round trip, if the cached
 * record allows it. Rejects if the current one does not: nobody gets the result of the work then.
 */
export async function authenticateUnlimited<T>(
  { keyCache }: ApiServices,
  exchange: Exchange,
  { endpoint, begin }: Unlimited<T>,
): Promise<{ begun: Promise<T> }> {
  const { at, request } = exchange;
  const hash = hashOf(exchange);
  const found = await keyCache.find(hash, request.address);
  exchange.key = found?.record ?? null;
  const cached = assertLive(found?.record, at);
  const confirming = found && keyCache.confirm(hash, found);
  const isAllowed = isAllowedFrom(cached, request.address) && isAuthorized(endpoint, cached);
  const early = isAllowed ? begin(cached) : null;
  // Whoever gets it handles its failure; after a refusal, nobody does.
  early?.catch(() => undefined);
  const current = await confirming;
  if (current) exchange.key = current;
  const key = assertLive(current, at);
  assertAllowedFrom(key, request.address);
  authorize(endpoint, key);
  return { begun: early ?? begin(key) };
}

/**
 * The key of an authenticated request as the database has it now, without asking the limiter. Fails
 * as authenticate() does. Requests with the same key that were woken together share one read.
 */
export async function readKeyAgain(
  { keyCache, core }: ApiServices,
  exchange: Exchange,
  shared: SharedReads,
): Promise<CheckedKey> {
  const hash = hashOf(exchange);
  const key = await shared.once(`key ${hash}`, () => keyCache.reread(hash, null));
  exchange.key = key;
  const current = assertLive(key, core.clock.now());
  assertAllowedFrom(current, exchange.request.address);
  return current;
}

function hashOf({ api: { keyType }, request }: Exchange): string {
  const plaintext = bearerToken(request.header("authorization"));
  if (!isWellFormed(plaintext, keyType)) {
    fail(isWellFormed(plaintext, otherType(keyType)) ? "wrong_key_type" : "malformed_api_key");
  }
  return hashPlaintext(plaintext);
}

const otherType = (type: KeyType): KeyType => (type === "partner" ? "platform" : "partner");

function assertLive(key: CheckedKey | null | undefined, at: Date): CheckedKey {
  if (!key) fail("invalid_api_key");
  const state = keyState(key, at);
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
