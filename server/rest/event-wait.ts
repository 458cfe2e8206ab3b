import { setTimeout as pause } from "node:timers/promises";
import type { KeyRecord } from "../core/keys/record";
import { readKeyAgain } from "./authenticate";
import { authorize } from "./authorize";
import type { Endpoint } from "./endpoint";
import type { EventWait } from "./event-waits";
import type { ApiServices, Exchange } from "./exchange";
import { resultOf } from "./hold";
import type { HoldResult } from "./holds";
import { ClientGone } from "./input";

/** A request reads its partner's events again at most this often, however many there are. */
const REREAD_MS = 50;

type Waiting = { endpoint: Endpoint; key: KeyRecord; seconds: number };

/**
 * Lets a request wait for events of its key's partner for up to `seconds`; null if too many
 * requests are held already. The key is read again before each answer, so that a revoked key gets
 * none; its revoke is an event itself, and so ends the wait.
 */
export function openEventWait(
  services: ApiServices,
  exchange: Exchange,
  { endpoint, key, seconds }: Waiting,
): EventWait | null {
  const { eventWaits, holds, core } = services;
  const leave = seconds > 0 && eventWaits ? holds?.enter(key.id) : null;
  if (!leave || !eventWaits) return null;
  const waiter = eventWaits.add({
    partnerId: key.partner.id,
    isGone: () => exchange.request.isGone(),
    untilMs: eventWaits.nowMs() + leftMs(key, seconds, core.clock.now()),
  });
  let result: HoldResult = "served";
  let nextReadMs = 0;
  return {
    async next(seen) {
      const sinceMs = performance.now();
      try {
        const reason = await waiter.next(seen);
        if (reason === "gone") throw new ClientGone("the client left while it waited for events");
        await pause(nextReadMs - performance.now());
        nextReadMs = performance.now() + REREAD_MS;
        const current = await readKeyAgain(services, exchange);
        authorize(endpoint, current);
        return { key: current, isOver: reason === "over" };
      } catch (error) {
        result = resultOf(error);
        throw error;
      } finally {
        exchange.heldMs += performance.now() - sinceMs;
      }
    },
    close() {
      waiter.remove();
      leave(result);
    },
  };
}

/** A wait ends with its key. */
function leftMs({ expiresAt, retiresAt }: KeyRecord, seconds: number, now: Date): number {
  const ends = [expiresAt, retiresAt].flatMap((at) => (at ? [at.getTime() - now.getTime()] : []));
  return Math.max(0, Math.min(seconds * 1_000, ...ends));
}
