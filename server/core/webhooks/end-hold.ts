import type { Tx } from "../kernel/actor";

/**
 * Ends the wait for the Retry-After of an endpoint, which may be a day: whoever sends to it now
 * believes that it works. If it doesn't, it asks again. The deliveries that got that Retry-After are
 * due, too.
 */
export async function endHold(tx: Tx, endpointId: string): Promise<void> {
  // Deliveries before their endpoint, as when attempts are recorded.
  await tx.$executeRaw`
    UPDATE webhook_deliveries SET next_attempt_at = now()
    FROM webhook_endpoints AS endpoint
    WHERE endpoint.id = ${endpointId} AND held_until > now() AND endpoint_id = endpoint.id
      AND webhook_deliveries.status = 'pending' AND next_attempt_at > now()
      AND last_status IN (429, 503)`;
  const where = { id: endpointId, heldUntil: { not: null } };
  await tx.webhookEndpoint.updateMany({ where, data: { heldUntil: null } });
}
