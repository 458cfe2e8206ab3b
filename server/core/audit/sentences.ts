import type { Action } from "../access";

/** What a sentence is made of: `name` is the subject's, where it has one. */
export type Told = { detail: Record<string, unknown>; name: string | null };

/** Each action as the end of a sentence that begins with who did it. */
const SENTENCES: Record<Action, (told: Told) => string> = {
  "partner.created": () => "opened this account",
  "partner.suspended": () => "suspended this account",
  "partner.reactivated": () => "reactivated this account",
  "partner.updated": () => "changed the terms of this account",
  "partner.viewed": () => "looked at this account as you see it",
  "partner.branding_set": ({ detail }) => {
    const names = Object.keys(detail).map((name) => name.replace("_", " "));
    return names.length > 0 ? `set the branding: ${names.join(", ")}` : "cleared the branding";
  },
  "key.issued": ({ detail, name }) => `issued the API key ${quoted(detail.label ?? name)}`,
  "key.rotated": ({ name }) => `rotated the API key ${quoted(name)}`,
  "key.revoked": ({ detail, name }) => `revoked the API key ${quoted(detail.label ?? name)}`,
  "key.renamed": ({ detail }) =>
    `renamed the API key ${quoted(detail.before)} to ${quoted(detail.after)}`,
  "key.expiry_set": ({ detail, name }) =>
    detail.after === null
      ? `took the expiry from the API key ${quoted(name)}`
      : `set the expiry of the API key ${quoted(name)} to ${text(detail.after)}`,
  "key.narrowed": ({ detail, name }) =>
    `took ${listed(detail.removed)} from the API key ${quoted(name)}`,
  "key.widened": ({ detail, name }) =>
    `gave ${listed(detail.added)} to the API key ${quoted(name)}`,
  "key.limit_set": ({ detail, name }) =>
    `set the limit of the API key ${quoted(name)} to ${perMinute(detail.after)}`,
  "limit_request.opened": ({ detail }) => `asked for a limit of ${perMinute(detail.wanted)}`,
  "limit_request.approved": ({ detail }) =>
    `approved a limit of ${perMinute(detail.grantedPerMinute)}`,
  "limit_request.declined": () => "declined a request for a higher limit",
  "customer.created": ({ name }) => `created the customer ${name ?? "who is gone since"}`,
  "product.saved": () => "saved a product",
  "price.set": ({ detail }) => `set a price, version ${text(detail.version)}`,
  "payout.closed": ({ detail }) => `closed the payouts of ${text(detail.period)}`,
  "payout.corrected": () => "corrected a payout",
  "payout.marked": ({ detail }) => `marked a payout as ${text(detail.after)}`,
  "import.begun": () => "began an import",
  "import.finished": () => "finished an import",
  "customers.imported": ({ detail }) => `imported ${counted(detail.imported, "customer")}`,
  "charges.imported": ({ detail }) => `imported ${counted(detail.imported, "charge")}`,
  "products.imported": ({ detail }) => `imported ${counted(detail.imported, "product")}`,
  "operator.invited": ({ detail }) => `invited the operator ${text(detail.email)}`,
  "operator.disabled": ({ detail }) => `disabled the operator ${text(detail.email)}`,
  "operator.enabled": ({ detail }) => `enabled the operator ${text(detail.email)}`,
  "operator.removed": ({ detail }) => `removed the operator ${text(detail.email)}`,
  "user.invited": ({ detail }) => `invited ${text(detail.email)} as ${text(detail.role)}`,
  "user.reset": ({ detail, name }) =>
    detail.kind === "invite"
      ? `made a new invite for ${text(detail.email ?? name)}`
      : `made a link for ${text(detail.email ?? name)} to choose another password`,
  "user.role_set": ({ detail }) =>
    `changed the role of ${text(detail.email)} from ${text(detail.before)} to ${text(detail.after)}`,
  "user.removed": ({ detail }) =>
    detail.invited === true
      ? `withdrew the invite of ${text(detail.email)}`
      : `removed ${text(detail.email)} from the team`,
  "user.password_set": ({ detail }) =>
    detail.by === "owner" ? "changed the password" : "chose a password by a one-time link",
  "user.signed_in": ({ detail }) =>
    detail.second_factor === undefined ? "signed in" : `signed in with a ${secondStep(detail)}`,
  "user.signed_out": ({ detail }) =>
    typeof detail.devices === "number" ? `signed out ${devices(detail.devices)}` : "signed out",
  "user.second_factor_begun": () => "began to set up a second factor",
  "user.second_factor_enabled": () => "turned the second factor on",
  "user.second_factor_disabled": () => "turned the second factor off",
  "user.second_factor_reset": ({ detail }) =>
    `turned off the second factor of ${text(detail.email)}`,
  "user.recovery_codes_made": () => "made new recovery codes",
};

/** What was done, as the end of a sentence; actions of former versions keep their names. */
export function sentenceOf(action: string, told: Told): string {
  return isAction(action) ? SENTENCES[action](told) : action;
}

const isAction = (action: string): action is Action => Object.hasOwn(SENTENCES, action);
const text = (value: unknown) => (value === undefined || value === null ? "?" : String(value));
const counted = (count: unknown, what: string) => `${text(count)} ${what}${count === 1 ? "" : "s"}`;
const listed = (names: unknown) =>
  Array.isArray(names) && names.length > 0 ? names.map(text).join(", ") : "nothing";
const quoted = (label: unknown) =>
  typeof label === "string" ? `“${label}”` : "that is gone since";
const perMinute = (value: unknown) =>
  typeof value === "number" ? `${value} requests a minute` : "the platform's default";
const devices = (count: number) => (count === 1 ? "one device" : `${count} devices`);
const secondStep = ({ second_factor }: Record<string, unknown>) =>
  second_factor === "app" ? "code of the authenticator app" : text(second_factor);
