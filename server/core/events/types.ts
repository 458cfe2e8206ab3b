import { z } from "zod";
import type { Scope } from "../keys/scopes";
import { Currency as CurrencyCode } from "../money-schema";
import { Timestamp } from "../time";
import type { SubjectType } from "./subjects";

type Rule = {
  /** The scope that a key needs beside `events:read`; null if none. */
  scope: Scope | null;
  /** The kind of resource that changed, or the import that changed many. */
  subjects: readonly [SubjectType, ...SubjectType[]];
  summary: string;
  /** Only what changed, counts and sums. Clients fetch the rest. */
  data: z.ZodObject;
  /** For the documentation and for test events, as on the wire. */
  example: { subject: string; data: Record<string, unknown> };
};

const Label = z.string().describe("The key's label");
const Period = z.string().describe("The month, in UTC: 2026-10");
const Currency = CurrencyCode.describe("ISO 4217 currency code");
const Minor = z.int().describe("In minor units of `currency`");
const PerMinute = z.int().describe("Requests per minute");
const KeyId = z.string().describe("ID of the API key");
const Count = z.int().describe("The number of charges");

const Payout = z.object({ period: Period, currency: Currency, gross: Minor, amount: Minor });
const Settled = z.object({
  period: Period,
  currency: Currency,
  amount: Minor,
  reference: z.string().describe("Transfer reference"),
});
const SETTLED = { period: "2026-10", currency: "EUR", amount: 16_244, reference: "SEPA-2026-1101" };
const PAYOUT = { subject: "po_01jd5n8k3v0000000000000000" };
const KEY = { subject: "key_01jd5n8k3v0000000000000000" };
const LIMIT_REQUEST = { subject: "lrq_01jd5n8k3v0000000000000000" };
const PARTNER = { subject: "prt_01jd5n8k3v0000000000000000" };
const ENDPOINT = { subject: "whe_01jd5n8k3v0000000000000000" };
const EXPIRES_AT = "2026-12-22T00:00:00.000Z";

/**
 * Every type of event: who may read it, what it is about, and its data. Partners rely on these
 * names and fields; within a version of the API they only grow.
 */
export const EVENT_TYPES = {
  "account.created": {
    scope: "accounts:read",
    subjects: ["account"],
    summary: "A customer was added",
    data: z.object({
      externalId: z
        .string()
        .nullable()
        .describe("The customer's ID in your system; null if not set"),
    }),
    example: { subject: "acc_01jd5n8k3v0000000000000000", data: { external_id: "crm-1815" } },
  },
  "price.changed": {
    scope: "prices:read",
    subjects: ["price"],
    summary: "One of your prices was changed, by you or by a raised floor",
    data: z.object({
      currency: Currency,
      before: Minor,
      after: Minor,
      version: z.int().describe("The price's version after the change"),
    }),
    example: { subject: "basic", data: { currency: "EUR", before: 900, after: 990, version: 3 } },
  },
  "product.changed": {
    scope: "prices:read",
    subjects: ["product", "import"],
    summary: "The platform added products, or changed their name, floor or default price",
    data: z.object({
      count: z.int().describe("The number of products"),
      products: z.array(z.string()).describe("Product codes, at most the first 100"),
    }),
    example: { subject: "basic", data: { count: 1, products: ["basic"] } },
  },
  "charges.recorded": {
    scope: "metrics:read",
    subjects: ["import"],
    summary: "Charges of your customers were recorded, as one batch",
    data: z.object({
      charges: Count,
      sums: z
        .array(z.object({ currency: Currency, charges: Count, gross: Minor }))
        .describe("The same by currency"),
    }),
    example: {
      subject: "imp_01jd5n8k3v0000000000000000",
      data: { charges: 2, sums: [{ currency: "EUR", charges: 2, gross: 1_980 }] },
    },
  },
  "payout.created": {
    scope: "payouts:read",
    subjects: ["payout"],
    summary: "A month was closed: your share of it",
    data: Payout,
    example: {
      ...PAYOUT,
      data: { period: "2026-10", currency: "EUR", gross: 129_950, amount: 16_244 },
    },
  },
  "payout.adjusted": {
    scope: "payouts:read",
    subjects: ["payout"],
    summary: "A closed month was adjusted, by a further payout with the difference",
    data: Payout.extend({ correctsId: z.string().describe("ID of the payout it adjusts") }),
    example: {
      ...PAYOUT,
      data: {
        period: "2026-10",
        currency: "EUR",
        gross: -990,
        amount: -124,
        corrects_id: "po_01jd4a0000000000000000000",
      },
    },
  },
  "payout.paid": {
    scope: "payouts:read",
    subjects: ["payout"],
    summary: "A payout was transferred",
    data: Settled,
    example: { ...PAYOUT, data: SETTLED },
  },
  "payout.failed": {
    scope: "payouts:read",
    subjects: ["payout"],
    summary: "The transfer of a payout failed, or was returned",
    data: Settled,
    example: { ...PAYOUT, data: SETTLED },
  },
  "key.created": {
    scope: null,
    subjects: ["key"],
    summary: "An API key was issued; also for the successor of a rotated key",
    data: z.object({
      label: Label,
      scopes: z.array(z.string()).describe("Scopes of the key"),
      expiresAt: Timestamp.nullable().describe("Null for a key that does not expire"),
      perMinute: PerMinute,
    }),
    example: {
      ...KEY,
      data: { label: "Shop", scopes: ["prices:read"], expires_at: null, per_minute: 300 },
    },
  },
  "key.rotated": {
    scope: null,
    subjects: ["key"],
    summary: "An API key got a successor; both are valid",
    data: z.object({ label: Label, successorId: z.string().describe("The new key") }),
    example: { ...KEY, data: { label: "Shop", successor_id: "key_01jd5n8k3w0000000000000000" } },
  },
  "key.revoked": {
    scope: null,
    subjects: ["key"],
    summary: "An API key was revoked, or its scheduled revoke took effect",
    data: z.object({
      label: Label,
      wasScheduled: z.boolean().describe("Whether the revocation was scheduled"),
    }),
    example: { ...KEY, data: { label: "Shop", was_scheduled: false } },
  },
  "key.expiring": {
    scope: null,
    subjects: ["key"],
    summary: "An API key expires in at most 30, 7 or 1 days",
    data: z.object({
      label: Label,
      expiresAt: Timestamp.describe("When it expires"),
      days: z.int().describe("30, 7 or 1"),
    }),
    example: { ...KEY, data: { label: "Shop", expires_at: EXPIRES_AT, days: 7 } },
  },
  "key.expired": {
    scope: null,
    subjects: ["key"],
    summary: "An API key has expired",
    data: z.object({ label: Label, expiresAt: Timestamp.describe("When it expired") }),
    example: { ...KEY, data: { label: "Shop", expires_at: EXPIRES_AT } },
  },
  "key.limit_changed": {
    scope: null,
    subjects: ["key"],
    summary: "The rate limit of an API key was changed",
    data: z.object({ label: Label, before: PerMinute, after: PerMinute }),
    example: { ...KEY, data: { label: "Shop", before: 300, after: 1_200 } },
  },
  "limit_request.opened": {
    scope: null,
    subjects: ["limit_request"],
    summary: "A higher limit was requested for an API key",
    data: z.object({ keyId: KeyId, currentPerMinute: PerMinute, wantedPerMinute: PerMinute }),
    example: {
      ...LIMIT_REQUEST,
      data: { key_id: KEY.subject, current_per_minute: 300, wanted_per_minute: 1_200 },
    },
  },
  "limit_request.approved": {
    scope: null,
    subjects: ["limit_request"],
    summary: "A request for a higher limit was approved",
    data: z.object({ keyId: KeyId, grantedPerMinute: PerMinute }),
    example: { ...LIMIT_REQUEST, data: { key_id: KEY.subject, granted_per_minute: 1_200 } },
  },
  "limit_request.declined": {
    scope: null,
    subjects: ["limit_request"],
    summary: "A request for a higher limit was declined",
    data: z.object({ keyId: KeyId, answer: z.string().describe("Reason") }),
    example: {
      ...LIMIT_REQUEST,
      data: { key_id: KEY.subject, answer: "Please batch your calls." },
    },
  },
  "partner.suspended": {
    scope: null,
    subjects: ["partner"],
    summary: "The platform suspended you: write endpoints are closed",
    data: z.object({ reason: z.string().nullable().describe("Reason, if given") }),
    example: { ...PARTNER, data: { reason: "Unpaid invoices" } },
  },
  "partner.reactivated": {
    scope: null,
    subjects: ["partner"],
    summary: "The platform ended the suspension",
    data: z.object({}),
    example: { ...PARTNER, data: {} },
  },
  "partner.updated": {
    scope: null,
    subjects: ["partner"],
    summary: "Your name, terms or branding were changed",
    data: z.object({
      changed: z
        .array(z.enum(["name", "revshare_pct", "max_active_keys", "branding"]))
        .describe("The fields that were changed"),
    }),
    example: { ...PARTNER, data: { changed: ["revshare_pct"] } },
  },
  "webhook_endpoint.failing": {
    scope: null,
    subjects: ["webhook_endpoint"],
    summary: "A webhook endpoint has failed for 1 or 3 days; after 5 it is disabled",
    data: z.object({
      days: z.int().describe("1 or 3"),
      failingSince: Timestamp.describe("Time of the first failure since the last success"),
    }),
    example: { ...ENDPOINT, data: { days: 1, failing_since: "2026-11-21T10:26:52.113Z" } },
  },
  "webhook_endpoint.disabled": {
    scope: null,
    subjects: ["webhook_endpoint"],
    summary: "A webhook endpoint was turned off because deliveries to it failed",
    data: z.object({ reason: z.string().describe("Reason") }),
    example: { ...ENDPOINT, data: { reason: "no success for 5 days" } },
  },
  ping: {
    scope: null,
    subjects: ["webhook_endpoint"],
    summary: "A test of a webhook endpoint",
    data: z.object({}),
    example: { ...ENDPOINT, data: {} },
  },
} as const satisfies Record<string, Rule>;

export type EventType = keyof typeof EVENT_TYPES;
export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]];

/** Patterns for groups of types: `account.*`, and `*` for all. */
export const EVENT_PATTERNS: readonly string[] = [
  "*",
  ...new Set(
    EVENT_TYPE_NAMES.flatMap((name) => /^\w+\./.exec(name)?.map((group) => `${group}*`) ?? []),
  ),
];

/** The types that a type's name or a pattern stands for; empty if it is neither. */
export function matchingTypes(pattern: string): EventType[] {
  if (!pattern.endsWith("*")) return EVENT_TYPE_NAMES.filter((name) => name === pattern);
  if (!EVENT_PATTERNS.includes(pattern)) return [];
  return EVENT_TYPE_NAMES.filter((name) => name.startsWith(pattern.slice(0, -1)));
}

/** An event to be written. */
export type EventFact = {
  type: EventType;
  subject: { type: SubjectType; id: string };
  /** As on the wire. */
  data: Record<string, unknown>;
  /** The partner whose event it is; by default, the one that the change is about. */
  partnerId?: string;
  /** By default, the time at which it is written. */
  occurredAt?: Date;
};
