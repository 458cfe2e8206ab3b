import type { CheckedKey } from "../core/keys/record";
import { readKeyAgain } from "./authenticate";
import { authorize } from "./authorize";
import type { Endpoint } from "./endpoint";
import type { EventWait } from "./event-waits";
import type { ApiServices, Exchange } from "./exchange";
import { resultOf } from "./hold";
import type { HoldResult } from "./holds";
import { ClientGone } from "./input";

type Waiting = { endpoint: Endpoint; key: CheckedKey; seconds: number };

/**
 * Lets a request wait for events of its key's partner for up to `seconds`, or of all partners with a
 * platform key; null if too many requests are held already. The key is read again before each
 * answer, so that a revoked key gets none. The revoke of a partner's key is an event itself, and so
 * ends the wait.
 */
export async function openEventWait(
  services: ApiServices,
  exchange: Exchange,
  { endpoint, key, seconds }: Waiting,
): Promise<EventWait<CheckedKey> | null> {
  const { eventWaits, holds, core } = services;
  if (seconds === 0 || !eventWaits || !holds) return null;
  const place = await holds.reserve({ keyId: key.id, partnerId: key.partner.id });
  if (place === null) return null;
  place.keep();
  const waiter = eventWaits.add({
    group: key.partner.id,
    keyId: key.id,
    isGone: () => exchange.request.isGone(),
    untilMs: eventWaits.nowMs() + leftMs(key, seconds, core.clock.now()),
  });
  let result: HoldResult = "served";
  return {
    async next(wanted) {
      const sinceMs = performance.now();
      try {
        const { reason, shared } = await waiter.next(wanted);
        if (reason === "gone") throw new ClientGone("the client left while it waited for events");
        const current = await readKeyAgain(services, exchange, shared);
        authorize(endpoint, current);
        return { key: current, isOver: reason === "over", shared };
      } catch (error) {
        result = resultOf(error);
        throw error;
      } finally {
        exchange.heldMs += performance.now() - sinceMs;
      }
    },
    close() {
      waiter.remove();
      place.leave(result);
    },
  };
}

/** A wait ends with its key. */
function leftMs({ expiresAt, retiresAt }: CheckedKey, seconds: number, now: Date): number {
  const ends = [expiresAt, retiresAt].flatMap((at) => (at ? [at.getTime() - now.getTime()] : []));
  return Math.max(0, Math.min(seconds * 1_000, ...ends));
}
