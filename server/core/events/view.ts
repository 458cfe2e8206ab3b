import type { Prisma } from "../../../prisma/client/client";
import { subjectUrl } from "../kernel/subjects";
import { wireEncoder } from "../kernel/wire";
import { type Event, WebhookEvent } from "./schema";

export type EventRow = Prisma.EventGetPayload<object>;

/** The public fields of an event. */
export function eventView(row: EventRow): Event {
  return {
    id: row.id,
    type: row.type,
    sequence: Number(row.sequence),
    occurredAt: row.occurredAt,
    partnerId: row.partnerId,
    subject: {
      type: row.subjectType,
      id: row.subjectId,
      url: subjectUrl(row.subjectType, row.subjectId),
    },
    data: row.data as Event["data"],
  };
}

const encode = wireEncoder(WebhookEvent);

/** An event as JSON, in the names of the wire: the same text for the feed and the webhooks. */
export function eventJson(row: EventRow): string {
  return JSON.stringify(encode(eventView(row)));
}
