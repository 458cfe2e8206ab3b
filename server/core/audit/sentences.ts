import { ACTIONS, type Action } from "../access";
import {
  after,
  changes,
  count,
  counted,
  type Detail,
  differences,
  fromTo,
  limit,
  listed,
  money,
  month,
  quoted,
  text,
  time,
} from "./phrases";

/**
 * The inputs of a sentence. `name` is the subject's current name, for rows that did not store it.
 */
export type EventFacts = { detail: Detail; name: string | null };

const webhook = ({ detail }: EventFacts) => `the webhook endpoint${after(" ", detail.url)}`;

/** The same of a partner's endpoints and of the platform's own. */
const WEBHOOK = {
  created: (event: EventFacts) =>
    `created ${webhook(event)}${after(" for ", listed(event.detail.types))}`,
  updated: (event: EventFacts) => {
    const changed = listed(event.detail.changed);
    return `changed ${changed === "" ? "" : `the ${changed} of `}${webhook(event)}`;
  },
  rotated: (event: EventFacts) => `rotated the secret of ${webhook(event)}`,
  deleted: (event: EventFacts) => `deleted ${webhook(event)}`,
  tested: (event: EventFacts) =>
    `sent a test event to ${webhook(event)}${after(": ", event.detail.type)}`,
  resent: (event: EventFacts) => {
    const { count: many, event: one } = event.detail;
    const what = typeof many === "number" ? counted(many, "event") : "an event";
    return `resent ${what} to ${webhook(event)}${after(": ", one)}`;
  },
  disabled: (event: EventFacts) => `disabled ${webhook(event)}${after(": ", event.detail.reason)}`,
};

/** Each action as the rest of a sentence that begins with the actor. */
const SENTENCES: Record<Action, (event: EventFacts) => string> = {
  "partner.created": ({ detail }) =>
    `created this account${after(", ", detail.name)}${after(", for ", detail.owner)}`,
  "partner.suspended": ({ detail }) => `suspended this account${after(": ", detail.reason)}`,
  "partner.reactivated": () => "reactivated this account",
  "partner.updated": ({ detail }) => {
    const labels = { name: "name", revsharePct: "revenue share", maxActiveKeys: "key limit" };
    const percent = (value: unknown, name: string) =>
      `${text(value)}${name === "revsharePct" ? "%" : ""}`;
    return `changed ${changes(detail, labels, percent) || "the terms of this account"}`;
  },
  "partner.viewed": () => "viewed this account (read-only)",
  "partner.branding_set": ({ detail }) => {
    const labels = { logo_url: "logo", colour: "color", support_email: "support email" };
    return `changed ${changes(detail, labels) || "the branding"}`;
  },
  "key.issued": (event) =>
    `created ${key(event)}${after(" with the scopes ", listed(event.detail.scopes))}`,
  "key.rotated": (event) => `rotated ${key(event)}`,
  "key.revoked": (event) =>
    event.detail.planned === true
      ? `scheduled ${key(event)} to be revoked on ${time(event.detail.at)}`
      : `revoked ${key(event)}`,
  "key.renamed": ({ detail }) =>
    `renamed the API key ${quoted(detail.before)} to ${quoted(detail.after)}`,
  "key.expiry_set": (event) => {
    const [before, to] = [event.detail.before, event.detail.after];
    if (to === null) return `removed the expiration of ${key(event)}${previously(time(before))}`;
    return `changed the expiration of ${key(event)}${fromTo(before === null ? null : time(before), time(to), "never")}`;
  },
  "key.narrowed": (event) => scopes(event),
  "key.widened": (event) => scopes(event),
  "key.limit_set": (event) =>
    `changed the limit of ${key(event)}${fromTo(limit(event.detail.before), limit(event.detail.after))}`,
  "limit_request.opened": ({ detail }) =>
    `requested a limit of ${limit(detail.wanted)}${forKey(detail)}${was(detail)}`,
  "limit_request.approved": ({ detail }) =>
    `approved a limit of ${limit(detail.grantedPerMinute)}${forKey(detail)}${was(detail)}`,
  "limit_request.declined": ({ detail }) =>
    `declined the limit increase${after(" to ", limit(detail.wanted))}${forKey(detail)}${after(": ", detail.answer)}`,
  "customer.created": (event) => `created the customer ${person(event)}`,
  "product.saved": ({ detail }) => savedProduct(detail),
  "price.set": ({ detail }) => {
    const amount = (value: unknown) => money(value, detail.currency);
    const price = text(detail.name) ? `the price of ${text(detail.name)}` : "a price";
    // A first price replaces the default, which may be the same amount.
    if (detail.before === detail.after)
      return `set ${price} to ${amount(detail.after)}, the default`;
    return `changed ${price}${fromTo(amount(detail.before), amount(detail.after))}`;
  },
  "webhook_endpoint.created": WEBHOOK.created,
  "webhook_endpoint.updated": WEBHOOK.updated,
  "webhook_endpoint.rotated": WEBHOOK.rotated,
  "webhook_endpoint.deleted": WEBHOOK.deleted,
  "webhook_endpoint.tested": WEBHOOK.tested,
  "webhook_endpoint.resent": WEBHOOK.resent,
  "webhook_endpoint.disabled": WEBHOOK.disabled,
  "platform_webhook.created": WEBHOOK.created,
  "platform_webhook.updated": WEBHOOK.updated,
  "platform_webhook.rotated": WEBHOOK.rotated,
  "platform_webhook.deleted": WEBHOOK.deleted,
  "platform_webhook.tested": WEBHOOK.tested,
  "platform_webhook.resent": WEBHOOK.resent,
  "platform_webhook.disabled": WEBHOOK.disabled,
  "payout.closed": ({ detail }) => {
    const sums = Array.isArray(detail.sums) ? detail.sums : [];
    const paid = sums.map(({ amount, currency }: Detail) => money(amount, currency));
    return `closed ${month(detail.period) || "a month"}${after(": ", paid.join(", "))}`;
  },
  "payout.corrected": ({ detail }) =>
    `adjusted ${payout(detail)}${after(" by ", money(detail.amount, detail.currency))}`,
  "payout.marked": ({ detail }) =>
    `changed ${payout(detail)}${bracketed(money(detail.amount, detail.currency))}${fromTo(detail.before, detail.after)}${after(", reference ", detail.reference)}`,
  "import.begun": ({ detail }) => {
    const from =
      typeof detail.after_line === "number" && detail.after_line > 0 ? detail.after_line : null;
    return `${from === null ? "started" : "resumed"} an import${ofKind(detail)}${after(" after line ", count(from))}`;
  },
  "import.finished": ({ detail }) =>
    `finished an import${ofKind(detail)}${typeof detail.imported === "number" ? `: ${count(detail.imported)} imported, ${count(detail.existing)} already existed, ${count(detail.rejected)} rejected` : ""}`,
  "customers.imported": ({ detail }) => `imported ${counted(detail.imported, "customer")}`,
  "charges.imported": ({ detail }) => `imported ${counted(detail.imported, "charge")}`,
  "products.imported": ({ detail }) =>
    `imported ${counted(detail.imported, "product")}${raised(detail)}`,
  "operator.invited": (event) => `invited the operator ${person(event)}`,
  "operator.disabled": (event) => `disabled the operator ${person(event)}`,
  "operator.enabled": (event) => `enabled the operator ${person(event)}`,
  "operator.removed": (event) => `removed the operator ${person(event)}`,
  "user.invited": (event) => `invited ${person(event)}${after(" as ", event.detail.role)}`,
  "user.reset": (event) =>
    `created a ${event.detail.kind === "invite" ? "new invite" : "password reset link"} for ${person(event)}`,
  "user.role_set": (event) =>
    `changed the role of ${person(event)}${fromTo(event.detail.before, event.detail.after)}`,
  "user.link_revoked": (event) =>
    `revoked the ${event.detail.kind === "reset" ? "password reset" : "invite"} link for ${person(event)}`,
  "user.removed": (event) =>
    event.detail.invited === true
      ? `revoked the invite for ${person(event)}${after(" as ", event.detail.role)}`
      : `removed ${person(event)}${bracketed(event.detail.role)} from the team`,
  "user.password_set": ({ detail }) =>
    detail.by === "owner" ? "changed the password" : "set a password with a one-time link",
  "user.reauthenticated": ({ detail }) =>
    `confirmed their identity with ${detail.by === "password" ? "the password" : codeName(detail.by)}`,
  "user.signed_in": ({ detail }) =>
    detail.second_factor === undefined
      ? "signed in"
      : `signed in with ${codeName(detail.second_factor)}`,
  "user.sign_in_failed": ({ detail }) => `failed to sign in: ${REASONS.get(detail.reason) ?? "?"}`,
  "user.proof_failed": ({ detail }) =>
    `failed to confirm their identity: ${REASONS.get(detail.reason) ?? "?"}`,
  "list.exported": ({ detail }) => `exported ${text(detail.list).replace("-", " ")}`,
  "user.signed_out": ({ detail }) =>
    typeof detail.devices === "number"
      ? `ended ${counted(detail.devices, "session")}`
      : "signed out",
  "user.second_factor_begun": () => "started setting up two-factor authentication",
  "user.second_factor_enabled": () => "turned on two-factor authentication",
  "user.second_factor_disabled": () => "turned off two-factor authentication",
  "user.second_factor_reset": (event) =>
    `turned off two-factor authentication for ${person(event)}`,
  "user.recovery_codes_made": () => "created new recovery codes",
};

/**
 * The rest of a sentence that begins with the actor; unknown actions of earlier versions keep their
 * names.
 */
export function sentenceOf(action: string, event: EventFacts): string {
  return isAction(action) ? SENTENCES[action](event) : action;
}

const REASONS = new Map<unknown, string>([
  ["password", "wrong password"],
  ["code", "wrong code"],
  ["disabled", "the account is disabled"],
  ["unknown", "no account with this email"],
]);

const isAction = (action: string): action is Action => Object.hasOwn(ACTIONS, action);
const codeName = (by: unknown) => (by === "app" ? "an authenticator app code" : `a ${text(by)}`);
const bracketed = (value: unknown) => (text(value) === "" ? "" : ` (${text(value)})`);
const person = ({ detail, name }: EventFacts) => text(detail.email ?? name) || "(deleted)";
const key = ({ detail, name }: EventFacts) => `the API key ${quoted(detail.label ?? name)}`;
const forKey = ({ label }: Detail) => (label === undefined ? "" : ` for ${quoted(label)}`);
const was = ({ before }: Detail) => previously(limit(before));
const previously = (value: string) => (value === "" ? "" : ` (previously ${value})`);
const payout = ({ period, currency }: Detail) =>
  `the${after(" ", month(period))}${after(" ", currency)} payout`;
const ofKind = ({ kind, partner }: Detail) => `${after(" of ", kind)}${after(" for ", partner)}`;
const raised = ({ lifted }: Detail) =>
  typeof lifted === "number" && lifted > 0
    ? `; raised ${counted(lifted, "price")} to the minimum price`
    : "";

function scopes(event: EventFacts): string {
  const { added, removed } = event.detail;
  const parts = [
    ...(listed(removed) ? [`removed ${listed(removed)} from`] : []),
    ...(listed(added) ? [`added ${listed(added)} to`] : []),
  ];
  return `${parts.join(" and ") || "changed the scopes of"} ${key(event)}`;
}

function savedProduct(detail: Detail): string {
  const { name, code, currency, before } = detail;
  const amount = (value: unknown, field: string) =>
    field === "name" ? text(value) : money(value, currency);
  const of = `${text(name) || "a product"}${bracketed(code)}`;
  if (typeof before !== "object" || before === null) {
    const terms = `${after(", minimum price ", money(detail.floor, currency))}${after(", default price ", money(detail.defaultRetail, currency))}`;
    return `${before === null ? "added" : "saved"} ${of}${terms}`;
  }
  const labels = { name: "name", floor: "minimum price", defaultRetail: "default price" };
  const changed = changes(
    differences(before as Detail, detail, Object.keys(labels)),
    labels,
    amount,
  );
  return changed ? `changed ${of}: ${changed}${raised(detail)}` : `saved ${of} without changes`;
}
