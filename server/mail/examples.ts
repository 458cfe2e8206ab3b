import type { Message } from "../core/kernel/message";
import { camelCased } from "../core/kernel/wire";
import { NOTIFICATION_TYPES, type NotificationTypeName } from "../core/notification-types";
import { digestMessage } from "../core/notifications/digest";
import { reasonOf } from "../core/notifications/row";
import { ACCOUNT_MAILS, EVENT_TYPES } from "../core/registry";

export type Example = { name: string; message: Message; hasToken: boolean; isOptional: boolean };

/** What the types look up beside the event. */
const DETAILS = { label: "Shop", url: "https://hooks.example.com/latchkey", ended: null };
const PARTNER = { code: "acme", name: "Acme Hosting" };

const LISTED_AT = Date.parse("2026-11-23T09:30:00Z");
const HOUR_MS = 3_600_000;

/** The data of the facts that are no events. */
const DATA: Partial<Record<NotificationTypeName, Record<string, unknown>>> = {
  "import.finished": {
    kind: "customers",
    partner: "acme",
    imported: 4_210,
    existing: 12,
    rejected: 3,
  },
  "platform_key.leaked": {
    label: "Billing",
    source: "commit",
    url: "https://github.com/octocat/billing/blob/12345600b9/.env",
    outcome: "active",
  },
  "payout_details.changed": {
    before: "DE89 •••• •••• 3000",
    after: "FR14 •••• •••• 2606",
    country: "France",
    effectiveAt: "2026-11-26T09:30:00.000Z",
    by: "ada@example.com",
  },
  "payout_details.canceled": {
    account: "FR14 •••• •••• 2606",
    kept: "DE89 •••• •••• 3000",
    by: "ada@example.com",
  },
};

const EVENTS: Readonly<Record<string, { example: { subject: string; data: object } }>> =
  EVENT_TYPES;

/** Every message that is mailed, with example data: for the preview, and tests of all of them. */
export function exampleMessages(): Example[] {
  const account = ACCOUNT_MAILS.map(({ name, example }) => ({
    name,
    message: example,
    hasToken: example.button?.path.endsWith("#") === true,
    isOptional: false,
  }));
  const types = Object.entries(NOTIFICATION_TYPES) as [
    NotificationTypeName,
    (typeof NOTIFICATION_TYPES)[NotificationTypeName],
  ][];
  const mailed = types.filter(([, { isNeverMailed }]) => !isNeverMailed);
  const notifications = mailed.map(([name, type]): Example => {
    const { follows, group, message } = type;
    const event = follows === null ? null : EVENTS[follows]?.example;
    const data = event ? camelCased(event.data) : (DATA[name] ?? {});
    const subjectId = event?.subject ?? "imp_01jd5n8k3w0000000000000000";
    const fact = { subjectId, data, details: DETAILS, partner: PARTNER, by: "ada@example.com" };
    const isOptional = group !== "security";
    const reason = reasonOf(type, PARTNER.name);
    return { name, message: { ...message(fact), reason }, hasToken: false, isOptional };
  });
  return [...account, ...notifications, exampleDigest(notifications)];
}

function exampleDigest(notifications: readonly Example[]): Example {
  const items = notifications
    .filter(({ isOptional, message }) => isOptional && message.reason.includes(PARTNER.name))
    .map(({ message }, n) => ({ message, occurredAt: new Date(LISTED_AT + n * HOUR_MS) }));
  const message = digestMessage(items, PARTNER.name);
  return { name: "digest", message, hasToken: false, isOptional: true };
}
