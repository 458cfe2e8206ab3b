import { isDomainError } from "../core/errors";
import type { Hold } from "../core/ports";
import { randomSlice } from "../core/random";
import { type Authenticated, authenticate } from "./authenticate";
import { authorize } from "./authorize";
import type { Endpoint } from "./endpoint";
import type { ApiServices, Exchange } from "./exchange";
import type { HoldResult, Holds } from "./holds";
import { ClientGone, isTooLong, withBodyAhead } from "./input";

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
  const first = await authenticate(services, exchange, {
    at: exchange.at,
    // Too long a body is not read ahead, and an unread body would end the connection during the
    // hold.
    holdFor: (keyId) =>
      holds.hasRoom(keyId) && !isTooLong(exchange.request) ? { name, maxMs, isHeld: false } : null,
  });
  if (!first.limited.isHeld) return first;
  const ask = (leftMs: number) =>
    authenticate(services, exchange, {
      at: services.core.clock.now(),
      holdFor: () => ({ name, maxMs: leftMs, isHeld: true }),
    });
  const leave = holds.enter(first.key.id);
  // Other requests took the last place meanwhile.
  if (leave === null) return ask(0);
  const untilMs = holds.nowMs() + maxMs + LATE_MS;
  return hold(services, exchange, { endpoint, first, holds, name, leave, ask, untilMs });
}

type Holding = {
  endpoint: Endpoint;
  first: Authenticated;
  holds: Holds;
  name: string;
  leave: (result: HoldResult) => void;
  ask: (leftMs: number) => Promise<Authenticated>;
  untilMs: number;
};

async function hold(
  { limit }: ApiServices,
  exchange: Exchange,
  { endpoint, first, holds, name, leave, ask, untilMs }: Holding,
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
    leave(resultOf(error));
    throw error;
  } finally {
    exchange.heldMs = performance.now() - sinceMs;
  }
  leave(latest.limited.isAdmitted ? "served" : "refused");
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

/** A random name. Fingerprints of callers are hexadecimal, so none starts with `h`. */
function newName(): string {
  return `h${randomSlice(6).toString("base64url").slice(1)}`;
}
