import { assertReadable } from "../events/readable";
import type { Ctx, Tx } from "../kernel/actor";
import { change } from "../kernel/change";
import { newId } from "../kernel/ids";
import { subjectUrl } from "../kernel/subjects";
import { EVENT_TYPES, type EventType } from "../registry";
import { actionOn } from "./action-on";
import { endHold } from "./end-hold";
import { findEnabled, type OfEndpoint } from "./queries";
import { SNAPSHOT_EXAMPLES } from "./snapshot-examples";
import type { EndpointRow } from "./view";

/**
 * Queues an example of an event for one endpoint, in the endpoint's format: it is in no feed, and
 * its sequence is 0.
 */
export async function writeTest(
  tx: Tx,
  { endpoint, type, now }: { endpoint: EndpointRow; type: EventType; now: Date },
): Promise<string> {
  const { subjects, example } = EVENT_TYPES[type];
  const [subjectType] = subjects;
  const subjectId = type === "ping" ? endpoint.id : example.subject;
  const id = newId("event", now.getTime());
  const snapshot = endpoint.payload === "snapshot" ? SNAPSHOT_EXAMPLES[type] : undefined;
  const body = {
    id,
    type,
    sequence: 0,
    occurred_at: now.toISOString(),
    partner_id: endpoint.partnerId,
    subject: { type: subjectType, id: subjectId, url: subjectUrl(subjectType, subjectId) },
    data: snapshot ?? example.data,
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
  { type, ...of }: OfEndpoint & { type: EventType },
): Promise<{ eventId: string }> {
  const endpoint = await findEnabled(ctx, of);
  const { id: endpointId, partnerId } = endpoint;
  assertReadable(ctx, [...endpoint.types, type]);
  return change(ctx, { action: actionOn({ partnerId }, "tested"), partnerId }, async (tx) => {
    const eventId = await writeTest(tx, { endpoint, type, now: ctx.clock.now() });
    await endHold(tx, endpointId);
    return { result: { eventId }, subject: endpointId, detail: { url: endpoint.url, type } };
  });
}
