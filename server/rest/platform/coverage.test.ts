import { expect, it } from "vitest";
import { mayDo } from "../../core/kernel/access";
import { PLATFORM_SCOPE_NAMES } from "../../core/kernel/scopes";
import { ACTION_NAMES, ACTIONS, type ActionName } from "../../core/registry";
import { appRouter } from "../../trpc/root";
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
    "platform_key.leak_dismissed",
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

/** The procedures with which the console reads, and the endpoints that return the same. */
const READS: Record<string, string> = {
  "audit.list": "listAuditLog",
  "audit.listAll": "listAuditLog",
  "charges.list": "listCharges",
  "charges.listAll": "listCharges",
  "charges.get": "getCharge",
  "charges.sums": "getAccountRevenue",
  "customers.list": "listAccounts",
  "customers.get": "getAccount",
  "events.list": "listEvents",
  "home.get": "getOverview",
  "keys.list": "listKeys",
  "keys.page": "listKeys",
  "keys.get": "getKey",
  "leaks.list": "listKeyLeaks",
  "leaks.policy": "getLeakPolicy",
  "limitRequests.list": "listLimitRequests",
  "limitRequests.listAll": "listLimitRequests",
  "metrics.get": "getMetrics",
  "metrics.byProduct": "getProductRevenue",
  "partners.list": "listPartners",
  "partners.ranked": "listRankedPartners",
  "partners.get": "getPartner",
  "payouts.list": "listPayouts",
  "payouts.listAll": "listPayouts",
  "payouts.get": "getPayout",
  "payouts.lines": "listPayoutLines",
  "payouts.preview": "previewPayouts",
  "payouts.sums": "sumPayouts",
  "payouts.sumsAll": "sumPayouts",
  "prices.list": "listPrices",
  "prices.get": "listPrices",
  "prices.history": "listPrices",
  "products.list": "listProducts",
  "scopes.list": "listScopes",
  "scopes.listAll": "listScopes",
  "terms.list": "listTerms",
  "terms.current": "getPartner",
  "transfers.list": "listTransfers",
  "transfers.listAll": "listTransfers",
  "transfers.get": "getTransfer",
  "transfers.statement": "getStatement",
  "transfers.sums": "sumTransfers",
  "transfers.sumsAll": "sumTransfers",
  "transfers.failed": "listTransfers",
  "transfers.owed": "listDue",
  "transfers.due": "listDue",
  "usage.series": "getUsage",
  "webhooks.list": "listWebhookEndpoints",
  "webhooks.get": "getWebhookEndpoint",
  "webhooks.deliveries": "listWebhookDeliveries",
  "webhooks.delivery": "getWebhookDelivery",
};

/** The procedures of which no endpoint returns the same, and why. */
const UNREAD: Record<string, readonly string[]> = {
  "a leaked key must not help a takeover": [
    "issuer.get",
    "operators.list",
    "payoutDetails.get",
    "payoutDetails.history",
    "leaks.ofPlatformKey",
    "platformKeys.list",
    "security.devices",
    "security.secondFactor",
    "selfBilling.get",
    "session.access",
    "session.whoAmI",
    "team.links",
    "team.list",
  ],
  "it is about the person who asks": [
    "demo.webhooks",
    "notifications.list",
    "notifications.settings",
    "notifications.unread",
  ],
  "it fills in a list, a filter or a chart of the console, from what other endpoints return": [
    "audit.choices",
    "charges.products",
    "customers.counts",
    "events.get",
    "keys.counts",
    "keys.history",
    "limitRequests.counts",
    "search.platform",
    "usage.overview",
    "usage.summary",
    "webhooks.activity",
    "webhooks.allBroken",
    "webhooks.broken",
  ],
  "partners set them for themselves": ["alerts.list"],
  "the server's metrics and its health checks say it": ["health.get", "health.platform"],
  "a system sends the items themselves": [
    "imports.columns",
    "imports.find",
    "imports.get",
    "imports.list",
    "imports.rejections",
  ],
  "it is read request by request, by people": [
    "requests.get",
    "requests.list",
    "requests.unlisted",
  ],
};

it("the company's own systems can read what the console shows, with named exceptions", () => {
  const all: Record<string, unknown> = appRouter._def.procedures;
  const procedures = Object.entries(all)
    .filter(([, procedure]) => (procedure as { _def: { type: string } })._def.type === "query")
    .map(([name]) => name);
  const named = [...Object.keys(READS), ...Object.values(UNREAD).flat()];
  expect(named.sort()).toEqual(procedures.sort());
  const ids = PLATFORM_ENDPOINTS.map(({ id }) => id);
  expect(Object.values(READS).filter((id) => !ids.includes(id))).toEqual([]);
});
