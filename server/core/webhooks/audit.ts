import type { AuditFacts, Sentences } from "../kernel/sentence";
import { after, counted, listed } from "../values/phrases";
import type * as actions from "./actions";

const webhook = ({ detail }: AuditFacts) => `the webhook endpoint${after(" ", detail.url)}`;

/** The sentences about a partner's endpoints and about the platform's own. */
const ON_ENDPOINT = {
  created: (event: AuditFacts) => {
    const types = listed(event.detail.types);
    return `created ${webhook(event)}${after(" for ", types === "*" ? "all events" : types)}`;
  },
  updated: (event: AuditFacts) => {
    const changed = listed(event.detail.changed);
    return `changed ${changed === "" ? "" : `the ${changed} of `}${webhook(event)}`;
  },
  rotated: (event: AuditFacts) => `rotated the secret of ${webhook(event)}`,
  deleted: (event: AuditFacts) => `deleted ${webhook(event)}`,
  tested: (event: AuditFacts) =>
    `sent a test event to ${webhook(event)}${after(": ", event.detail.type)}`,
  resent: (event: AuditFacts) => {
    const { count: many, event: one } = event.detail;
    const what = typeof many === "number" ? counted(many, "event") : "an event";
    return `resent ${what} to ${webhook(event)}${after(": ", one)}`;
  },
  disabled: (event: AuditFacts) => `disabled ${webhook(event)}${after(": ", event.detail.reason)}`,
};

export const WEBHOOK_SENTENCES: Sentences<typeof actions> = {
  "webhook_endpoint.created": ON_ENDPOINT.created,
  "webhook_endpoint.updated": ON_ENDPOINT.updated,
  "webhook_endpoint.rotated": ON_ENDPOINT.rotated,
  "webhook_endpoint.deleted": ON_ENDPOINT.deleted,
  "webhook_endpoint.tested": ON_ENDPOINT.tested,
  "webhook_endpoint.resent": ON_ENDPOINT.resent,
  "webhook_endpoint.disabled": ON_ENDPOINT.disabled,
  "platform_webhook.created": ON_ENDPOINT.created,
  "platform_webhook.updated": ON_ENDPOINT.updated,
  "platform_webhook.rotated": ON_ENDPOINT.rotated,
  "platform_webhook.deleted": ON_ENDPOINT.deleted,
  "platform_webhook.tested": ON_ENDPOINT.tested,
  "platform_webhook.resent": ON_ENDPOINT.resent,
  "platform_webhook.disabled": ON_ENDPOINT.disabled,
};
