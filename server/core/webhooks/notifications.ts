import type { ReadDb } from "../kernel/actor";
import {
  EVERYONE,
  type Fact,
  type Notice,
  type NotificationType,
  onEvent,
} from "../kernel/notification";
import { counted, moment } from "../values/phrases";
import { IS_FAILING, WAS_DISABLED } from "./attention";
import { WEBHOOK_EVENTS } from "./events";
import { disabledNote, FAILING_NOTE, failing, wasDisabled } from "./titles";

type Endpoint = { url: string; isSuspended: boolean; isTerminated: boolean };

/**
 * The endpoint's URL and the state of its partner, which its events don't contain; null if it was
 * deleted meanwhile.
 */
async function readEndpoint(
  db: ReadDb,
  { subjectId: id }: { subjectId: string },
): Promise<Endpoint | null> {
  const select = { url: true, partner: { select: { status: true, terminatedAt: true } } };
  const row = await db.webhookEndpoint.findUnique({ where: { id }, select });
  if (!row) return null;
  const { url, partner } = row;
  const isSuspended = partner?.status === "suspended";
  return { url, isSuspended, isTerminated: partner?.terminatedAt != null };
}

const ENDPOINT_IS_FAILING = `EXISTS (SELECT FROM webhook_endpoints AS endpoint
  WHERE endpoint.id = notification.subject_id AND ${IS_FAILING})`;

const endpoints = { group: "webhooks", readers: EVERYONE, lookUp: readEndpoint } as const;

function endpointNotice(
  { subjectId, partner }: Pick<Fact, "subjectId" | "partner">,
  notice: Omit<Notice, "button">,
): Notice {
  const path = `/partners/${partner.code}/webhooks/${subjectId}`;
  return { ...notice, button: { label: "View endpoint", path } };
}

const AFTER_FIVE_DAYS = "After 5 days without a success, the endpoint is disabled.";

export const WEBHOOK_NOTIFICATIONS = {
  // Half an hour is soon enough to look at, and too soon for a mail.
  "webhook_endpoint.no_success": {
    ...endpoints,
    follows: null,
    severity: "warning",
    isNeverMailed: true,
    isOpen: ENDPOINT_IS_FAILING,
    message: ({ data, details, ...fact }) =>
      endpointNotice(fact, {
        subject: failing((details as Endpoint).url),
        paragraphs: [`${FAILING_NOTE} ${AFTER_FIVE_DAYS}`],
        facts: [["First failure", moment(String(data.failingSince))]],
      }),
  } satisfies NotificationType,
  "webhook_endpoint.failing": onEvent(WEBHOOK_EVENTS["webhook_endpoint.failing"], {
    ...endpoints,
    severity: "warning",
    isOpen: ENDPOINT_IS_FAILING,
    message: ({ data, details, ...fact }) =>
      endpointNotice(fact, {
        subject: failing(details.url),
        paragraphs: [`${FAILING_NOTE} ${AFTER_FIVE_DAYS}`],
        facts: [
          ["Failing for", counted(data.days, "day")],
          ["First failure", moment(data.failingSince)],
        ],
      }),
  }),
  "webhook_endpoint.disabled": onEvent(WEBHOOK_EVENTS["webhook_endpoint.disabled"], {
    ...endpoints,
    severity: "critical",
    isOpen: `EXISTS (SELECT FROM webhook_endpoints AS endpoint
      WHERE endpoint.id = notification.subject_id AND ${WAS_DISABLED})`,
    message: ({ data, details, ...fact }) =>
      endpointNotice(fact, {
        subject: wasDisabled(details.url),
        paragraphs: [disabledNote(details)],
        facts: [["Reason", `${data.reason.charAt(0).toUpperCase()}${data.reason.slice(1)}`]],
      }),
  }),
};
