import { Alert } from "../../core/alerts/schema";
import { Metrics, ProductRevenue } from "../../core/metrics/schema";
import { Partner } from "../../core/partners/schema";
import { PayoutDetailsVersion } from "../../core/payout-details/schema";
import { Payout, PayoutLine } from "../../core/payouts/schema";
import { Price } from "../../core/prices/schema";
import { OFFERED } from "../../core/registry";
import { Term } from "../../core/terms/schema";
import { WebhookEndpoint } from "../../core/webhooks/schema";
import { CHARGE_ANSWERS } from "./charge-answers";
import { CUSTOMER_ANSWERS } from "./customer-answers";
import { type Fields, fieldsIn, NAMED_PARTNER, page, within, words } from "./fields";
import { HOME_ANSWERS } from "./home-rows";
import { IMPORT_ANSWERS } from "./import-rows";
import { PLATFORM_ANSWERS } from "./platform-answers";
import { TRANSFER_ANSWERS } from "./transfer-rows";

const PARTNER = fieldsIn(Partner);
const PARTNER_FILE = [
  ...PARTNER,
  ...words(
    "createdAt maxActiveKeys activeKeys notes suspendedReason terminatedAt mixedScripts minimumPayout holdDays taxNote",
  ),
];
const KEY = words(`id partnerId label labelNote head tail scopes perMinute hasOwnLimit
  allowedNetworks state replacesId createdAt
  createdBy expiresAt revokedAt revokedBy lastUsedAt lastUsedAddress leakedAt`);
const LISTED_KEY = [...KEY, "replacedBy", "limitRequest"];
const ISSUED = [...within("key", KEY), "plaintext"];
const LIMIT_REQUEST =
  words(`id wantedPerMinute reason peakPerMinute peakTenSeconds refusedShare currentPerMinute status
  grantedPerMinute answer requestedBy createdAt decidedAt partner.code partner.name
  partner.mixedScripts key.id key.label key.labelNote key.head key.tail`);
const PRICE = fieldsIn(Price);
const PAYOUT = fieldsIn(Payout);
const PERCENTS = within("percents", words("min max"));
const PAYOUT_VIEW = [...PAYOUT, ...NAMED_PARTNER, ...PERCENTS];
const TERM = [
  ...fieldsIn(Term).filter((name) => name !== "product"),
  ...within("product", words("code name")),
];
const DETAILS = fieldsIn(PayoutDetailsVersion);
const INVITATION = words("userId email token kind expiresAt isMailed");
const AUDIT = words("id at actor.kind actor.id actor.name action subject sentence note address");
const REQUEST =
  words(`id at partnerId key.id key.label api method route path query status errorCode durationMs address
  clientRequestId perMinute`);
const ENDPOINT = fieldsIn(WebhookEndpoint);
const ALERT = fieldsIn(Alert);
const DELIVERY = words(`eventId type isTest status attempts nextAttemptAt lastStatus lastAttemptAt
  createdAt`);
const EVENT = words(
  `id type sequence occurredAt partnerId partner.code partner.name subject.type subject.id
  subject.url data`,
);
const REVENUE = words("currency charges gross refunds refunded net");
const COUNTS = words("succeeded failed rateLimited");
const HEALTH = [
  "status",
  "problems",
  ...within("figures.pool", words("total idle waiting")),
  ...within("figures.disk", ["freeBytes"]),
  ...within(
    "figures.limiter",
    words("decisions refused fallbacks unreserved held stale isStoreOut outages"),
  ),
  ...within("figures.holds", words("now served refused denied gone failed")),
  ...within(
    "figures.keyCache",
    words("hits unknownHits misses rereads clears records lookUpsWaiting lookUpsRefused"),
  ),
  ...["counts", "requests", "scopeUses"].flatMap((name) =>
    within(`figures.recorder.${name}`, ["waiting", "dropped", "skipped"]),
  ),
  ...within("figures.webhooks", words("delivered retried failed inFlight unrecorded")),
  ...within("figures.mail", words("sent refused retried failed inFlight fault")),
  ...within("figures.events", words("written waiting")),
  ...within(
    "backlog",
    words("pending oldestAt oldestSeconds unattendedSeconds healthy failing disabled"),
  ),
  ...within("backlog.mail", words("waiting oldestSeconds overdueSeconds")),
  ...within(
    "process",
    words(`pid startedAt loopDelayMs.p50 loopDelayMs.p99 loopBusy memoryBytes versions.node
      versions.database stores.database stores.limiter`),
  ),
  ...within("history", words("decisions loopDelayMs memoryBytes busyConnections pendingWebhooks")),
];

/**
 * The fields of each procedure's response; empty if it returns nothing. Procedures that no role of
 * the access table may call are left out: their own tests check their responses.
 */
export const ANSWERS: Record<string, Fields> = {
  "session.whoAmI": [...within("user", words("id email role")), "partner.code", "partner.name"],
  "session.access": [
    ...within("partner", PARTNER),
    ...words("suspendedReason terminatedAt mixedScripts"),
    ...OFFERED.map((action) => `access.${action}`),
  ],
  "security.secondFactor": words("enabledAt recoveryCodesLeft isRequired"),
  "security.devices": words("id address createdAt lastSeenAt browser system isCurrent"),
  "security.endDevice": [],
  "security.endDevices": ["ended"],
  "notifications.unread": ["unread"],
  "notifications.list": page(
    words(`id type group severity title text path partner occurredAt isOpen resolvedAt isRead`),
  ),
  "notifications.markRead": ["count"],
  "notifications.markAllRead": ["count"],
  "notifications.settings": ["isMailOn", ...within("groups", words("group mail isFixed"))],
  "notifications.setMail": [],
  "team.links": words("id email kind madeBy createdAt expiresAt"),
  "team.revokeLink": [],
  "team.list": words(
    "id email emailNote role createdAt lastSignedInAt isInvited hasSecondFactor invitedUntil isSelf mailRefused",
  ),
  "team.invite": INVITATION,
  "team.relink": INVITATION,
  "team.setRole": [],
  "team.remove": [],
  "team.resetSecondFactor": [],
  "profile.setBranding": PARTNER,
  "audit.list": page(AUDIT),
  "audit.listAll": page([...AUDIT, ...NAMED_PARTNER]),
  "audit.choices": words("actors.kind actors.id actors.name actions"),
  "keys.list": page(KEY),
  "keys.page": page([...LISTED_KEY, ...within("limitRequest", LIMIT_REQUEST)]),
  "keys.counts": words("active all"),
  "keys.get": [...LISTED_KEY, "replaces"],
  "keys.history": page(words("id at action actorKind by detail")),
  "keys.issue": ISSUED,
  "keys.rename": KEY,
  "keys.setExpiry": KEY,
  "keys.setScopes": KEY,
  "keys.setNetworks": KEY,
  "keys.rotate": ISSUED,
  "keys.setLimit": KEY,
  "keys.revoke": KEY,
  "limitRequests.list": page(LIMIT_REQUEST),
  "limitRequests.listAll": page(LIMIT_REQUEST),
  "limitRequests.counts": words("open"),
  "limitRequests.open": LIMIT_REQUEST,
  "limitRequests.decide": LIMIT_REQUEST,
  "metrics.get": [
    ...fieldsIn(Metrics).filter((name) => !["series", "totals"].includes(name)),
    ...within("series", [
      ...words("from to customers newCustomers"),
      ...within("revenue", REVENUE),
    ]),
    "totals.newCustomers",
    ...within("totals.revenue", [...REVENUE, "estimatedShare"]),
  ],
  "metrics.byProduct": [
    ...fieldsIn(ProductRevenue).filter((name) => name !== "product"),
    ...within("product", words("code name")),
  ],
  ...CUSTOMER_ANSWERS,
  ...CHARGE_ANSWERS,
  "charges.sums": REVENUE,
  "prices.list": page(PRICE),
  "prices.get": PRICE,
  "prices.set": PRICE,
  "prices.history": page(words("version before after at actorKind changedBy")),
  "payouts.list": page(PAYOUT_VIEW),
  "payouts.listAll": page(PAYOUT_VIEW),
  "payouts.get": PAYOUT_VIEW,
  "payouts.lines": page(fieldsIn(PayoutLine)),
  "terms.list": [...page(TERM), "initialPercent"],
  "terms.current": words("own products"),
  "terms.create": TERM,
  "payouts.sums": words("currency status payouts amount"),
  "payouts.sumsAll": words("currency status payouts amount"),
  "payouts.preview": [...words("currency gross amount isClosed"), ...NAMED_PARTNER, ...PERCENTS],
  "payouts.close": [
    "period",
    "partners",
    ...within("sums", words("currency payouts gross amount")),
  ],
  "payouts.mark": PAYOUT,
  "payouts.correct": PAYOUT,
  "payoutDetails.get": [
    ...words("isNeeded waitHours"),
    ...within("inForce", DETAILS),
    ...within("pending", DETAILS),
  ],
  "payoutDetails.history": page(DETAILS),
  "payoutDetails.change": DETAILS,
  "payoutDetails.cancel": DETAILS,
  ...TRANSFER_ANSWERS,
  "requests.list": page(REQUEST),
  "requests.unlisted": words("least most isComplete"),
  "requests.get": [...REQUEST, "exceeded"],
  "usage.series": [
    ...words("from to interval"),
    ...within("points", [...COUNTS, "at", "peak", "peakTenSeconds"]),
  ],
  "usage.overview": [
    ...words("from to isUsed hasMoreLimited"),
    ...within("partner", [...COUNTS, "hours"]),
    ...["busiest", "limited"].flatMap((name) =>
      within(name, [
        ...COUNTS,
        ...words("hours limitedAt key.id key.label key.tail key.perMinute"),
      ]),
    ),
  ],
  "usage.summary": [
    ...words("from to"),
    ...within("partner", [...COUNTS, "hours"]),
    ...within("keys", [...COUNTS, ...words("keyId hours lastUsedAt lastUsedAddress unusedScopes")]),
  ],
  "webhooks.list": page(ENDPOINT),
  "webhooks.broken": ["data", "hasMore"],
  "webhooks.allBroken": ["data", "hasMore"],
  "webhooks.get": ENDPOINT,
  "webhooks.activity": [
    ...words("endpointId succeeded failed hours.succeeded hours.failed"),
    ...within("latest", DELIVERY),
  ],
  "webhooks.deliveries": page(DELIVERY),
  "webhooks.delivery": [
    ...within("delivery", DELIVERY),
    ...within(
      "attempts",
      words(`number at durationMs status error requestHeaders requestBody
      responseHeaders response`),
    ),
  ],
  "alerts.list": ALERT,
  "alerts.create": ALERT,
  "alerts.update": ALERT,
  "alerts.delete": [],
  "webhooks.create": [...ENDPOINT, "secret"],
  "webhooks.update": ENDPOINT,
  "webhooks.rotate": [...ENDPOINT, "secret"],
  "webhooks.delete": [...ENDPOINT, "deleted"],
  "webhooks.test": ["eventId"],
  "webhooks.resend": [],
  "webhooks.resendMany": ["count"],
  "events.list": page(EVENT),
  "events.get": [
    ...within("event", EVENT),
    "json",
    ...within("deliveries", [...DELIVERY, "endpointId", "url"]),
  ],
  ...HOME_ANSWERS,
  "partners.ranked": page([
    ...PARTNER_FILE,
    ...words("revenue revenue.currency revenue.amount lastUsedAt"),
  ]),
  ...IMPORT_ANSWERS,
  "partners.list": page(PARTNER_FILE),
  "partners.get": PARTNER_FILE,
  "partners.update": PARTNER_FILE,
  "partners.create": [...within("partner", PARTNER), "invite", "issued"],
  ...PLATFORM_ANSWERS,
  "operators.invite": INVITATION,
  "operators.relink": INVITATION,
  "partners.suspend": PARTNER,
  "partners.terminate": PARTNER_FILE,
  "search.platform": within("hits", words("kind id text note partner.code partner.name")),
  "partners.reactivate": PARTNER,
  "health.get": HEALTH,
  "health.platform": [
    ...words("from requests failed rateLimited listed serverErrors p95Ms brokenEndpoints"),
    "processes",
    ...within(
      "partners",
      words("partner.code partner.name requests failed rateLimited brokenEndpoints"),
    ),
  ],
};

/** Records whose keys are data. */
const RECORDS = /(^|\.)(branding|metadata|detail|problems|data\.data|event\.data)$/;

/** The paths of all fields of a response, sorted; items of an array share theirs. */
export function fieldsOf(answer: unknown): string[] {
  return [...new Set(pathsOf(answer, ""))].sort();
}

function pathsOf(value: unknown, path: string): string[] {
  if (value === undefined) return path === "" ? [] : [path];
  if (Array.isArray(value))
    return value.length > 0 ? value.flatMap((item) => pathsOf(item, path)) : [path];
  if (value === null || typeof value !== "object" || value instanceof Date || RECORDS.test(path))
    return [path];
  return Object.entries(value).flatMap(([name, item]) =>
    pathsOf(item, path === "" ? name : `${path}.${name}`),
  );
}
