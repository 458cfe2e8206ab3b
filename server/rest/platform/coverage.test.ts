import { expect, it } from "vitest";
import { mayDo } from "../../core/kernel/access";
import { PLATFORM_SCOPE_NAMES } from "../../core/kernel/scopes";
import { ACTION_NAMES, ACTIONS, type ActionName } from "../../core/registry";
import { PLATFORM_ENDPOINTS } from "../platform-endpoints";

/** What operators may do, but no platform key, and why. */
const EXCEPTIONS: Record<string, readonly ActionName[]> = {
  "a leaked key must not become a takeover": [
    "operator.disabled",
    "operator.enabled",
    "operator.invited",
    "operator.removed",
    "user.invited",
    "user.reset",
    "user.second_factor_reset",
    "platform_key.issued",
    "platform_key.limit_set",
    "platform_key.networks_set",
    "platform_key.revoked",
    "platform_key.rotated",
    "payout_details.canceled",
    "payout_details.revealed",
    "issuer.changed",
  ],
  "it has payout details of many partners": ["transfer.exported"],
  "it concerns a person's own account": [
    "user.password_set",
    "user.proof_failed",
    "user.reauthenticated",
    "user.recovery_codes_made",
    "user.reset_requested",
    "user.second_factor_begun",
    "user.second_factor_disabled",
    "user.second_factor_enabled",
    "user.signed_in",
    "user.signed_out",
    "user.sign_in_failed",
    "user.notifications_set",
  ],
  "it records what a person has seen": ["partner.viewed", "list.exported"],
  "a system sends the items themselves": [
    "charges.imported",
    "customers.imported",
    "products.imported",
    "import.begun",
    "import.canceled",
    "import.finished",
  ],
};

const OPERATOR = {
  kind: "operator",
  userId: "usr_1",
  sessionId: "ses_1",
  provedAt: new Date(),
  hasSecondFactor: true,
} as const;
const SYSTEM_KEY = {
  kind: "platform-key",
  keyId: "pky_1",
  scopes: PLATFORM_SCOPE_NAMES,
} as const;

it("the company's own systems can do what operators can, with named exceptions", () => {
  const missing = ACTION_NAMES.filter(
    (name) => mayDo(OPERATOR, ACTIONS[name]) && !mayDo(SYSTEM_KEY, ACTIONS[name]),
  );
  expect(missing.sort()).toEqual(Object.values(EXCEPTIONS).flat().sort());
});

it("every scope of platform keys is needed by an endpoint, and no other is", () => {
  const needed = new Set(PLATFORM_ENDPOINTS.flatMap(({ scopes }) => scopes));
  expect([...needed].sort()).toEqual([...PLATFORM_SCOPE_NAMES].sort());
});
