import type { Ctx, Tx } from "../actor";
import { change } from "../change";
import { fail } from "../errors";
import { subjectUrl } from "../events/subjects";
import { EVENT_TYPES, type EventType } from "../events/types";
import { newId } from "../ids";
import { actionOn } from "./actions";
import { findEndpoint } from "./queries";
import type { EndpointRow } from "./view";

/**
 * Queues an example of an event for one endpoint: it is in no feed, and its sequence is 0.
 */
export async function writeTest(
  tx: Tx,
  { endpoint, type, now }: { endpoint: EndpointRow; type: EventType; now: Date },
): Promise<string> {
  const { subjects, example } = EVENT_TYPES[type];
  const [subjectType] = subjects;
  const subjectId = type === "ping" ? endpoint.id : example.subject;
  const id = newId("event", now.getTime());
  const body = {
    id,
    type,
    sequence: 0,
    occurred_at: now.toISOString(),
    partner_id: endpoint.partnerId,
    subject: { type: subjectType, id: subjectId, url: subjectUrl(subjectType, subjectId) },
    data: example.data,
  };
  // Due at once, by the clock of the queue, which is the database's.
  await tx.$executeRaw`
    INSERT INTO webhook_deliveries (endpoint_id, event_id, type, test_body, next_attempt_at, created_at)
    VALUES (${endpoint.id}, ${id}, ${type}, ${JSON.stringify(body)}, now(), ${now})`;
  return id;
}

/** Sends an example of an event. Throws `conflict` if the endpoint is disabled. */
export async function sendTestEvent(
  ctx: Ctx,
  { endpointId, type }: { endpointId: string; type: EventType },
): Promise<{ eventId: string }> {
  const endpoint = await findEndpoint(ctx, { endpointId });
  if (endpoint.status === "disabled") fail("conflict", { message: "The endpoint is disabled." });
  const { partnerId } = endpoint;
  return change(ctx, { action: actionOn({ partnerId }, "tested"), partnerId }, async (tx) => {
    const eventId = await writeTest(tx, { endpoint, type, now: ctx.clock.now() });
    return { result: { eventId }, subject: endpointId, detail: { url: endpoint.url, type } };
  });
}

/** Sends a delivery again, whatever became of it. Throws `conflict` if the endpoint is disabled. */
export async function resendDelivery(
  ctx: Ctx,
  { endpointId, eventId }: { endpointId: string; eventId: string },
): Promise<void> {
  const endpoint = await findEndpoint(ctx, { endpointId });
  if (endpoint.status === "disabled") fail("conflict", { message: "The endpoint is disabled." });
  const { partnerId } = endpoint;
  await change(ctx, { action: actionOn({ partnerId }, "resent"), partnerId }, async (tx) => {
    const count = await tx.$executeRaw`
      UPDATE webhook_deliveries SET status = 'pending', next_attempt_at = now(), tries = 0
      WHERE endpoint_id = ${endpointId} AND event_id = ${eventId}`;
    if (count === 0) fail("not_found", { message: "Delivery not found." });
    return {
      result: undefined,
      subject: endpointId,
      detail: { url: endpoint.url, event: eventId },
    };
  });
}
