import * as alerts from "./alerts/actions";
import { ALERT_SENTENCES } from "./alerts/audit";
import { ALERT_EVENTS } from "./alerts/events";
import * as audit from "./audit/actions";
import { AUDIT_SENTENCES } from "./audit/audit";
import * as charges from "./charges/actions";
import { CHARGE_SENTENCES } from "./charges/audit";
import { CHARGE_EVENTS } from "./charges/events";
import * as customers from "./customers/actions";
import { CUSTOMER_SENTENCES } from "./customers/audit";
import { CUSTOMER_EVENTS } from "./customers/events";
import * as imports from "./imports/actions";
import { IMPORT_SENTENCES } from "./imports/audit";
import * as issuer from "./issuer/actions";
import { ISSUER_SENTENCES } from "./issuer/audit";
import { type Action, isOpen, mayDo, type PartnerState } from "./kernel/access";
import type { Actor } from "./kernel/actor";
import { exampleOf } from "./kernel/mail-type";
import type { Message } from "./kernel/message";
import type { Sentence } from "./kernel/sentence";
import * as keys from "./keys/actions";
import { KEY_SENTENCES } from "./keys/audit";
import { KEY_EVENTS } from "./keys/events";
import * as leaks from "./leaks/actions";
import { LEAK_SENTENCES } from "./leaks/audit";
import { LEAK_EVENTS } from "./leaks/events";
import * as limitRequests from "./limit-requests/actions";
import { LIMIT_REQUEST_SENTENCES } from "./limit-requests/audit";
import { LIMIT_REQUEST_EVENTS } from "./limit-requests/events";
import * as notifications from "./notifications/actions";
import { NOTIFICATION_SENTENCES } from "./notifications/audit";
import * as partners from "./partners/actions";
import { PARTNER_SENTENCES } from "./partners/audit";
import { PARTNER_EVENTS } from "./partners/events";
import * as payoutDetails from "./payout-details/actions";
import { PAYOUT_DETAILS_SENTENCES } from "./payout-details/audit";
import * as payouts from "./payouts/actions";
import { PAYOUT_SENTENCES } from "./payouts/audit";
import { PAYOUT_EVENTS } from "./payouts/events";
import * as platformKeys from "./platform-keys/actions";
import { PLATFORM_KEY_SENTENCES } from "./platform-keys/audit";
import * as prices from "./prices/actions";
import { PRICE_SENTENCES } from "./prices/audit";
import { PRICE_EVENTS } from "./prices/events";
import * as products from "./products/actions";
import { PRODUCT_SENTENCES } from "./products/audit";
import { PRODUCT_EVENTS } from "./products/events";
import * as scopes from "./scopes/actions";
import { SCOPE_SENTENCES } from "./scopes/audit";
import { SCOPE_EVENTS } from "./scopes/events";
import * as selfBilling from "./self-billing/actions";
import { SELF_BILLING_SENTENCES } from "./self-billing/audit";
import * as signIn from "./sign-in/actions";
import { SIGN_IN_SENTENCES } from "./sign-in/audit";
import { PASSWORD_CHANGED, SECOND_FACTOR_CHANGED, SIGNED_IN_ANEW } from "./sign-in/mails";
import * as team from "./team/actions";
import { TEAM_SENTENCES } from "./team/audit";
import { LINK_MAILS } from "./team/mails";
import * as terms from "./terms/actions";
import { TERM_SENTENCES } from "./terms/audit";
import { TERM_EVENTS } from "./terms/events";
import * as transfers from "./transfers/actions";
import { TRANSFER_SENTENCES } from "./transfers/audit";
import { TRANSFER_EVENTS } from "./transfers/events";
import * as webhooks from "./webhooks/actions";
import { WEBHOOK_SENTENCES } from "./webhooks/audit";
import { WEBHOOK_EVENTS } from "./webhooks/events";

const ALL_ACTIONS = [
  ...Object.values(partners),
  ...Object.values(keys),
  ...Object.values(platformKeys),
  ...Object.values(scopes),
  ...Object.values(leaks),
  ...Object.values(limitRequests),
  ...Object.values(customers),
  ...Object.values(charges),
  ...Object.values(products),
  ...Object.values(prices),
  ...Object.values(webhooks),
  ...Object.values(payouts),
  ...Object.values(payoutDetails),
  ...Object.values(transfers),
  ...Object.values(issuer),
  ...Object.values(selfBilling),
  ...Object.values(terms),
  ...Object.values(imports),
  ...Object.values(team),
  ...Object.values(signIn),
  ...Object.values(audit),
  ...Object.values(notifications),
  ...Object.values(alerts),
];

export type ActionName = (typeof ALL_ACTIONS)[number]["name"];

/** Every write of the product, by its name. */
export const ACTIONS = Object.fromEntries(ALL_ACTIONS.map((action) => [action.name, action])) as {
  readonly [Name in ActionName]: Action<Name>;
};
export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[];

/** The actions that pages offer for a partner. */
export const OFFERED = [
  "key.issued",
  "key.revoked",
  "key.narrowed",
  "key.widened",
  "key.networks_narrowed",
  "key.networks_widened",
  "key.limit_set",
  "key.leak_dismissed",
  "limit_request.opened",
  "customer.created",
  "customer.updated",
  "customer.suspended",
  "customer.resumed",
  "customer.closed",
  "customer.reopened",
  "customer.anonymized",
  "customer.transferred",
  "price.set",
  "webhook_endpoint.created",
  "webhook_endpoint.deleted",
  "webhook_endpoint.disabled",
  "alert.created",
  "alert.updated",
  "alert.deleted",
  "user.invited",
  "user.reset",
  "user.link_revoked",
  "user.removed",
  "user.role_set",
  "user.second_factor_reset",
  "partner.branding_set",
  "partner.updated",
  "payout.marked",
  "term.created",
  "payout_details.changed",
  "payout_details.canceled",
  "self_billing.consented",
  "self_billing.withdrawn",
] as const satisfies readonly ActionName[];

/** Whether a page offers an action: enabled, disabled while the partner is suspended, or hidden. */
export type Access = "allowed" | "suspended" | "hidden";
export type OfferedAction = (typeof OFFERED)[number];

/**
 * The access of this actor to each offered action, for a partner in this state. What a termination
 * refuses is hidden, because it never comes back. change() has the final say.
 */
export function accessTo(actor: Actor, state: PartnerState): Record<OfferedAction, Access> {
  const access = (action: OfferedAction): Access => {
    if (!mayDo(actor, ACTIONS[action])) return "hidden";
    if (isOpen(actor, ACTIONS[action], state)) return "allowed";
    return state.isTerminated ? "hidden" : "suspended";
  };
  return Object.fromEntries(OFFERED.map((action) => [action, access(action)])) as Record<
    OfferedAction,
    Access
  >;
}

/**
 * Every type of event. Partners rely on these names and fields; within a version of the API they
 * only grow.
 */
export const EVENT_TYPES = {
  ...CUSTOMER_EVENTS,
  ...PRICE_EVENTS,
  ...PRODUCT_EVENTS,
  ...CHARGE_EVENTS,
  ...PAYOUT_EVENTS,
  ...TRANSFER_EVENTS,
  ...TERM_EVENTS,
  ...KEY_EVENTS,
  ...SCOPE_EVENTS,
  ...LEAK_EVENTS,
  ...LIMIT_REQUEST_EVENTS,
  ...PARTNER_EVENTS,
  ...WEBHOOK_EVENTS,
  ...ALERT_EVENTS,
};

/** Every kind of mail about a person's own account, with an example. */
export const ACCOUNT_MAILS: readonly { name: string; example: Message }[] = [
  { name: LINK_MAILS.invite.name, example: exampleOf(LINK_MAILS.invite) },
  { name: LINK_MAILS.reset.name, example: exampleOf(LINK_MAILS.reset) },
  { name: PASSWORD_CHANGED.name, example: exampleOf(PASSWORD_CHANGED) },
  { name: SIGNED_IN_ANEW.name, example: exampleOf(SIGNED_IN_ANEW) },
  { name: SECOND_FACTOR_CHANGED.name, example: exampleOf(SECOND_FACTOR_CHANGED) },
];

export type EventType = keyof typeof EVENT_TYPES;
export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]];

/** Each action as a sentence of the audit log. */
export const SENTENCES: Readonly<Record<ActionName, Sentence>> = {
  ...PARTNER_SENTENCES,
  ...KEY_SENTENCES,
  ...PLATFORM_KEY_SENTENCES,
  ...SCOPE_SENTENCES,
  ...LEAK_SENTENCES,
  ...LIMIT_REQUEST_SENTENCES,
  ...CUSTOMER_SENTENCES,
  ...CHARGE_SENTENCES,
  ...PRODUCT_SENTENCES,
  ...PRICE_SENTENCES,
  ...WEBHOOK_SENTENCES,
  ...PAYOUT_SENTENCES,
  ...PAYOUT_DETAILS_SENTENCES,
  ...TRANSFER_SENTENCES,
  ...ISSUER_SENTENCES,
  ...SELF_BILLING_SENTENCES,
  ...TERM_SENTENCES,
  ...IMPORT_SENTENCES,
  ...TEAM_SENTENCES,
  ...SIGN_IN_SENTENCES,
  ...AUDIT_SENTENCES,
  ...NOTIFICATION_SENTENCES,
  ...ALERT_SENTENCES,
};
