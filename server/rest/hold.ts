import { isDomainError } from "../core/kernel/errors";
import type { Hold } from "../core/kernel/ports";
import { randomSlice } from "../core/values/random";
import { type Authenticated, authenticate } from "./authenticate";
import { authorize } from "./authorize";
import type { Endpoint } from "./endpoint";
import type { ApiServices, Exchange } from "./exchange";
import type { HoldResult, Holds, Place } from "./holds";
import { ClientGone, isTooLong, takesLongBody, withBodyAhead } from "./input";

/**
 * How much longer than its longest wait a request may be held, to allow for clock differences and a
 * busy process.
 */
const LATE_MS = 1_000;

type Held = { endpoint: Endpoint; seconds: number };

/**
 * Like authenticate(), but holds a request for up to `seconds` instead of refusing it (`Prefer:
 * wait`). It keeps asking the limiter, so that the hold ends when the key is revoked or expires,
 * the partner is suspended, the client disconnects or the process stops: docs/decisions/0005.
 */
export async function authenticateOrHold(
  services: ApiServices,
  exchange: Exchange,
  { endpoint, seconds }: Held,
): Promise<Authenticated> {
  const { holds } = services;
  if (holds === null) return authenticate(services, exchange);
  const name = newName();
  const maxMs = seconds * 1_000;
  const { first, place } = await askWithPlace(services, exchange, {
    endpoint,
    holds,
    hold: { name, maxMs },
  });
  if (!first.limited.isHeld || place === null) return first;
  place.keep();
  const ask = (leftMs: number) =>
    authenticate(services, exchange, {
      at: services.core.clock.now(),
      holdFor: () => ({ name, maxMs: leftMs, isHeld: true }),
    });
  const untilMs = holds.nowMs() + maxMs + LATE_MS;
  return hold(services, exchange, { endpoint, first, holds, name, place, ask, untilMs });
}

type Asking = { endpoint: Endpoint; holds: Holds; hold: Pick<Hold, "name" | "maxMs"> };
type Asked = { first: Authenticated; place: Place | null };

/**
 * Asks the limiter, with leave to hold the request if a place is free. The place is taken before
 * the decision, which takes a while: otherwise more requests would be promised a place than there
 * are. It is given back unless the request is to be held.
 */
async function askWithPlace(
  services: ApiServices,
  exchange: Exchange,
  { endpoint, holds, hold }: Asking,
): Promise<Asked> {
  const taken: Place[] = [];
  let isHeld = false;
  const withPlace = (place: Place | null) => {
    if (place === null) return null;
    taken.push(place);
    return { ...hold, isHeld: false };
  };
  try {
    const first = await authenticate(services, exchange, {
      at: exchange.at,
      holdFor: ({ id: keyId, partner }) => {
        // Too long a body is not read ahead, and an unread body would end the connection during the
        // hold.
        const { request } = exchange;
        if (isTooLong(request) || takesLongBody(endpoint, request)) return null;
        const place = holds.reserve({ keyId, partnerId: partner.id });
        return place instanceof Promise ? place.then(withPlace) : withPlace(place);
      },
    });
    isHeld = first.limited.isHeld;
    return { first, place: taken[0] ?? null };
  } finally {
    if (!isHeld) for (const place of taken) place.leave(null);
  }
}

type Holding = {
  endpoint: Endpoint;
  first: Authenticated;
  holds: Holds;
  name: string;
  place: Place;
  ask: (leftMs: number) => Promise<Authenticated>;
  untilMs: number;
};

async function hold(
  { limit }: ApiServices,
  exchange: Exchange,
  { endpoint, first, holds, name, place, ask, untilMs }: Holding,
): Promise<Authenticated> {
  const sinceMs = performance.now();
  let latest = first;
  try {
    exchange.request = withBodyAhead(exchange.request);
    while (latest.limited.isHeld) {
      authorize(endpoint, latest.key);
      await holds.pause(latest.limited.waitMs);
      if (exchange.request.isGone()) throw new ClientGone("the client left while it was held");
      latest = await ask(holds.hasEnded() ? 0 : Math.max(0, untilMs - holds.nowMs()));
    }
  } catch (error) {
    // Return the slot, so that other requests need not wait for it.
    const left: Hold = { name, maxMs: -1, isHeld: true };
    await limit({ key: latest.key, epoch: null, hold: left, request: exchange.request });
    place.leave(resultOf(error));
    throw error;
  } finally {
    exchange.heldMs = performance.now() - sinceMs;
  }
  place.leave(latest.limited.isAdmitted ? "served" : "refused");
  if (latest.limited.isAdmitted) {
    exchange.headers["preference-applied"] = "wait";
    exchange.headers.vary = "Prefer";
  }
  return latest;
}

/** How the hold of a request that fails with this error ended. */
export function resultOf(error: unknown): HoldResult {
  if (error instanceof ClientGone) return "gone";
  const isDenied = isDomainError(error) && error.code !== "unavailable";
  return isDenied ? "denied" : "failed";
}

/** A random name; callers' fingerprints are hexadecimal, so it is not. */
function newName(): string {
  const name = randomSlice(3).toString("base64url");
  return /^[0-9a-f]*$/.test(name) ? newName() : name;
}
