import { assertReadable } from "../events/readable";
import type { Ctx } from "../kernel/actor";
import type { Page } from "../kernel/paging";
import { type Delivery, getDelivery, listDeliveries, type OfEndpoint } from "./queries";
import { resendDelivery } from "./resend";
import type { DeliveryQuery, WebhookDelivery, WebhookDeliveryWithAttempts } from "./schema";

type OfDelivery = OfEndpoint & { eventId: string };

/** A page of an endpoint's deliveries as the API returns them, newest first. Throws `not_found`. */
export async function describeDeliveries(
  ctx: Ctx,
  query: OfEndpoint & DeliveryQuery,
): Promise<Page<WebhookDelivery>> {
  const page = await listDeliveries(ctx, query);
  const errors = await lastErrorsOf(ctx, query.endpointId, page.data);
  const data = page.data.map((delivery) => ({
    ...delivery,
    lastError: errors.get(delivery.eventId) ?? null,
  }));
  return { ...page, data };
}

/** The error of the last attempt of each delivery that was attempted, by event. */
async function lastErrorsOf(
  ctx: Ctx,
  endpointId: string,
  deliveries: readonly Delivery[],
): Promise<Map<string, string | null>> {
  const last = deliveries
    .filter(({ attempts }) => attempts > 0)
    .map(({ eventId, attempts: number }) => ({ eventId, number }));
  const rows = await ctx.db.$queryRaw<{ eventId: string; error: string | null }[]>`
    SELECT attempt.event_id AS "eventId", attempt.error
    FROM unnest(${last.map(({ eventId }) => eventId)}::text[],
      ${last.map(({ number }) => number)}::int[]) AS last (event_id, number)
    JOIN webhook_attempts AS attempt ON attempt.endpoint_id = ${endpointId}
      AND attempt.event_id = last.event_id AND attempt.number = last.number`;
  return new Map(rows.map(({ eventId, error }) => [eventId, error]));
}

/**
 * A delivery with its attempts as the API returns it. The bodies of requests are left out: the key
 * may not be allowed to read the event. Throws `not_found`.
 */
export async function describeDelivery(
  ctx: Ctx,
  of: OfDelivery,
): Promise<WebhookDeliveryWithAttempts> {
  const { delivery, attempts } = await getDelivery(ctx, of);
  const log = attempts.map(({ number, at, durationMs, status, error, response }) => ({
    number,
    at,
    durationMs,
    status,
    error,
    response,
  }));
  return { ...delivery, lastError: attempts.at(-1)?.error ?? null, log };
}

/**
 * Sends an event to the endpoint again and returns its delivery, which is pending then. Throws
 * `not_found`, `conflict` if the endpoint is disabled, and `insufficient_scope` for a type that the
 * calling key may not read.
 */
export async function resendAsDescribed(
  ctx: Ctx,
  of: OfDelivery,
): Promise<WebhookDeliveryWithAttempts> {
  const { type } = await describeDelivery(ctx, of);
  assertReadable(ctx, [type]);
  await resendDelivery(ctx, of);
  return describeDelivery(ctx, of);
}
