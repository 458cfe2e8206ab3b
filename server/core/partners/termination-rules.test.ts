import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import type { Action } from "../kernel/access";
import { mayDo } from "../kernel/access";
import type { Actor } from "../kernel/actor";
import { change } from "../kernel/change";
import { PLATFORM_SCOPE_NAMES, SCOPE_NAMES } from "../kernel/scopes";
import { ACTION_NAMES, ACTIONS, type ActionName } from "../registry";
import { terminatePartner } from "./mutations";

/**
 * The actions that are still allowed for a terminated partner, by who may do them. Add each new
 * action: docs/decisions/0030-termination.md says how to decide.
 */
const DECIDED = {
  everyone: [
    "alert.deleted",
    "customer.anonymized",
    "key.leak_dismissed",
    "key.narrowed",
    "key.networks_narrowed",
    "key.revoked",
    "list.exported",
    "payout_details.canceled",
    "payout_details.changed",
    "self_billing.withdrawn",
    "user.link_revoked",
    "user.notifications_set",
    "user.password_set",
    "user.proof_failed",
    "user.reauthenticated",
    "user.recovery_codes_made",
    "user.removed",
    "user.second_factor_begun",
    "user.second_factor_disabled",
    "user.second_factor_enabled",
    "user.sign_in_failed",
    "user.signed_in",
    "user.signed_out",
    "webhook_endpoint.deleted",
    "webhook_endpoint.disabled",
  ],
  company: [
    "charges.imported",
    "charges.recorded",
    "customer.transferred",
    "key.leaked",
    "key.scope_removed",
    "limit_request.declined",
    "partner.terminated",
    "partner.updated",
    "partner.viewed",
    "payout.closed",
    "payout.corrected",
    "payout.marked",
    "payout_details.revealed",
    "transfer.canceled",
    "transfer.created",
    "transfer.exported",
    "transfer.marked",
    "user.reset",
    "user.reset_requested",
    "user.second_factor_reset",
  ],
  nobody: [
    "alert.created",
    "alert.updated",
    "customer.closed",
    "customer.created",
    "customer.reopened",
    "customer.resumed",
    "customer.suspended",
    "customer.updated",
    "customers.imported",
    "key.expiry_set",
    "key.issued",
    "key.limit_set",
    "key.networks_widened",
    "key.renamed",
    "key.rotated",
    "key.widened",
    "limit_request.approved",
    "limit_request.opened",
    "partner.branding_set",
    "partner.reactivated",
    "partner.suspended",
    "price.set",
    "self_billing.consented",
    "term.created",
    "user.invited",
    "user.role_set",
    "webhook_endpoint.created",
    "webhook_endpoint.resent",
    "webhook_endpoint.rotated",
    "webhook_endpoint.tested",
    "webhook_endpoint.updated",
  ],
  // The platform's own, which name no partner.
  ofPlatform: [
    "import.begun",
    "import.canceled",
    "import.finished",
    "issuer.changed",
    "leak_policy.changed",
    "operator.disabled",
    "operator.enabled",
    "operator.invited",
    "operator.removed",
    "partner.created",
    "platform_key.issued",
    "platform_key.leak_dismissed",
    "platform_key.leaked",
    "platform_key.limit_set",
    "platform_key.networks_set",
    "platform_key.revoked",
    "platform_key.rotated",
    "platform_webhook.created",
    "platform_webhook.deleted",
    "platform_webhook.disabled",
    "platform_webhook.resent",
    "platform_webhook.rotated",
    "platform_webhook.tested",
    "platform_webhook.updated",
    "product.archived",
    "product.saved",
    "product.unarchived",
    "products.imported",
    "scope.defined",
    "scope.described",
    "scope.removed",
  ],
} as const satisfies Record<string, readonly ActionName[]>;

const actors = new Map<string, Actor>();
const platform = await platformForTests();
const partner = await platform.newPartner();
const partnerId = partner.id;
actors.set("owner", (await platform.newPerson(partner, "owner")).actor);
actors.set("operator", (await platform.newOperator()).actor);
actors.set("system", platform.system.actor);
actors.set("key", { kind: "key", keyId: "key_1", partnerId, scopes: SCOPE_NAMES });
const scopes = PLATFORM_SCOPE_NAMES;
actors.set("platform key", { kind: "platform-key", keyId: "pky_1", scopes });
await terminatePartner(platform.system, { partnerId, reason: "Contract ended" });

/** Ends a change that got as far as writing. */
class Reached extends Error {}

async function outcome(actor: Actor, action: Action): Promise<string> {
  const writing = change(platform.as(actor), { action, partnerId }, async () => {
    throw new Reached();
  });
  return writing.then(
    () => "done",
    (error) => (error instanceof Reached ? "allowed" : error.code),
  );
}

it("each action is decided", () => {
  expect(Object.values(DECIDED).flat().sort()).toEqual([...ACTION_NAMES].sort());
  const declared = (name: ActionName) => {
    const { whileTerminated }: Action = ACTIONS[name];
    return whileTerminated ?? "nobody";
  };
  for (const who of ["everyone", "company", "nobody"] as const) {
    for (const name of DECIDED[who]) expect([name, declared(name)]).toEqual([name, who]);
  }
  for (const name of DECIDED.ofPlatform) expect([name, declared(name)]).toEqual([name, "nobody"]);
});

it.each(["owner", "key", "operator", "system", "platform key"])(
  "%s writes only what is left of a terminated partner",
  async (who) => {
    const actor = actors.get(who);
    if (!actor) throw new Error(`no ${who}`);
    const isBound = who === "owner" || who === "key";
    const names = [...DECIDED.everyone, ...DECIDED.company, ...DECIDED.nobody];
    const refused = isBound ? "partner_suspended" : "conflict";
    for (const name of names) {
      const action: Action = ACTIONS[name];
      const isLeft = action.whileTerminated === (isBound ? "everyone" : action.whileTerminated);
      const expected = isLeft && action.whileTerminated ? "allowed" : refused;
      const wanted = mayDo(actor, action) ? expected : "forbidden";
      expect([name, await outcome(actor, action)]).toEqual([name, wanted]);
    }
  },
);
