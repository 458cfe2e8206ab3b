import { ACCOUNT_TERMINATED, refuseScope } from "../core/kernel/access";
import { fail } from "../core/kernel/errors";
import type { CheckedKey } from "../core/keys/record";
import type { Endpoint } from "./endpoint";

type Checked = Pick<CheckedKey, "scopes" | "isTerminated"> & {
  partner: Pick<CheckedKey["partner"], "status">;
};

/** Whether authorize() lets the key pass. */
export function isAuthorized(
  { scope, isWrite }: Pick<Endpoint, "scope" | "isWrite">,
  { scopes, partner }: Checked,
): boolean {
  const hasScope = scope === null || scopes.includes(scope);
  return hasScope && !(isWrite && partner.status === "suspended");
}

/**
 * Throws `insufficient_scope` if the key lacks the endpoint's scope (specification, section 5), and
 * `partner_suspended` for a write while the partner is suspended.
 */
export function authorize(endpoint: Pick<Endpoint, "scope" | "isWrite">, key: Checked): void {
  if (endpoint.scope && !key.scopes.includes(endpoint.scope)) refuseScope(endpoint.scope);
  if (endpoint.isWrite && key.partner.status === "suspended") refuseWrite(key);
}

/** Throws `partner_suspended`, saying whether the suspension may end. */
export function refuseWrite({ isTerminated }: Pick<CheckedKey, "isTerminated">): never {
  return fail("partner_suspended", isTerminated ? ACCOUNT_TERMINATED : {});
}
