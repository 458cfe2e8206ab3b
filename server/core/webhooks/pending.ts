import { Prisma } from "../../../prisma/client/client";
import type { Tx } from "../kernel/actor";
import { fail } from "../kernel/errors";

/** Deliveries that one transaction ends. With embedded stores, all others wait for it meanwhile. */
export const MAX_FAILED_AT_ONCE = 2_000;

/**
 * Marks pending deliveries of a disabled endpoint as failed, and returns how many. What is more than
 * `MAX_FAILED_AT_ONCE` stays pending, and nothing sends it: the upkeep continues.
 */
export function failPending(tx: Tx, endpointId: string): Promise<number> {
  return failSome(tx, Prisma.sql`endpoint_id = ${endpointId}`, MAX_FAILED_AT_ONCE);
}

/** As `failPending`, of the endpoints that a condition on deliveries chooses. */
export function failSome(tx: Tx, of: Prisma.Sql, limit: number): Promise<number> {
  return tx.$executeRaw`
    UPDATE webhook_deliveries SET status = 'failed', next_attempt_at = NULL
    WHERE (endpoint_id, event_id) IN (
      SELECT endpoint_id, event_id FROM webhook_deliveries
      WHERE status = 'pending' AND ${of} LIMIT ${limit} FOR UPDATE)`;
}

/**
 * Before an endpoint is enabled again without what it missed, all that was pending when it was
 * disabled must have failed: it would be sent. Throws `conflict` while there is too much.
 */
export async function failAllPending(tx: Tx, endpointId: string): Promise<void> {
  if ((await failPending(tx, endpointId)) < MAX_FAILED_AT_ONCE) return;
  fail("conflict", {
    message: "Its pending deliveries are still being ended. Try again in a few minutes.",
  });
}
