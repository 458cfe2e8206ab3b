/**
 * Latchkey: a client of the platform API, for the company's own systems, in one file without
 * dependencies. Copy it into your project; it runs on Node 20.3 or later and on other platforms with
 * `fetch`.
 *
 *     const latchkey = new LatchkeyPlatform({
 *       key: process.env.LATCHKEY_PLATFORM_KEY ?? "",
 *       baseUrl: "https://...",
 *     });
 *     for await (const key of latchkey.allKeys({ partner: "acme" })) { ... }
 *
 * Requests that fail with 408, 429, 500, 502, 503 or 504, or without a response, are retried after
 * `Retry-After` or with exponential backoff. Every write carries an Idempotency-Key, so a retry has
 * no further effect. Responses to reads are cached and revalidated with If-None-Match.
 *
 * This file is generated: its methods are the operations of the OpenAPI document, by their IDs.
 */

/** The release of Latchkey that this file belongs to. */
export const VERSION = "0.1.0";

const BASE_PATH = "/api/v1/platform";

export type VerifyKey = {
  /** The key that the caller sent, exactly as given; one that can't be a key is refused */
  key: string;
  /** Scopes that the key must have, all of them */
  scopes?: string[];
  /** Tokens that the request takes of the key's limit, at most the key's burst */
  cost?: number;
  /** The caller's address */
  ip?: string;
  /** The method of the request. A suspended partner may only read: GET, HEAD, OPTIONS; a terminated one is always refused */
  method?: string;
  /** The path as a template, such as `/orders/{id}`, for the key's request log */
  route?: string;
  /** The path exactly as given by the caller, with its query. Workers that share a key and an address are told apart by it */
  path?: string;
  /** The caller's `X-Client-Id`, exactly as given */
  client_id?: string;
  /** The caller's `User-Agent`, exactly as given */
  user_agent?: string;
  /** The caller's `Idempotency-Key`, exactly as given */
  idempotency_key?: string;
};

export type VerifiedKey = {
  /** Whether to serve the request */
  valid: boolean;
  /** ID of the request in the key's log */
  request_id: string;
  /** The key. Only if valid */
  key?: {
    /** Key ID; starts with `key_` */
    id: string;
  };
  /** Its partner. Only if valid */
  partner?: {
    /** Partner identifier */
    id: string;
    /** Short partner code */
    code: string;
    /** Display name */
    name: string;
    /** Account status */
    status: "active" | "suspended";
  };
  /** All scopes of the key. Only if valid */
  scopes?: string[];
  /** Its rate limit, after this request. Only if valid */
  rate_limit?: {
    /** Requests per minute that the key can send in the long run */
    limit: number;
    /** Requests that it can send now */
    remaining: number;
  };
  /** The error code. Only if not valid */
  code?: string;
  /** The error as a sentence. Only if not valid */
  error?: string;
  /** Error-specific data. Only if not valid */
  details?: Record<string, unknown>;
  /** The HTTP status for your response: 401, 403, 429 or 503. Only if not valid */
  status?: number;
  /** Headers for your response, by their lower-case names */
  headers: Record<string, string>;
  /** The JSON body for your response. Only if not valid */
  body?: Record<string, unknown>;
};

export type KeyQuery = {
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
  /** Only keys with this status. A key that is scheduled to be revoked is active */
  status?: "active" | "revoked" | "expired";
  /** Only active keys that: expire within 30 days (`ending`) or so soon that they need attention (`expiring`), were rate limited today (`limited`), were replaced and not used for a day (`replaced`), were not used for 30 days (`silent`), have scopes that were not used for 30 days (`broad`), were found in public (`leaked`). */
  which?: "ending" | "expiring" | "limited" | "replaced" | "silent" | "broad" | "leaked";
  /** Matches any part of the name, the ID, a scope, or the first or last characters of the key. Case-insensitive. Leading and trailing whitespace is removed. */
  q?: string;
  /** Only items of the partner with this code */
  partner?: string;
};

export type KeyCreate = {
  /** Code of the partner */
  partner: string;
  /** The key's name. Leading and trailing whitespace is removed. */
  label: string;
  /** Scopes of the partners' API, and of your own */
  scopes: string[];
  /** When it expires; never if null or omitted */
  expires_at?: string | null;
  /** IP addresses or CIDR ranges that it can be used from; omitted or empty: from anywhere */
  allowed_networks?: string[];
  /** Requests per minute that it can send; null or omitted: the default */
  per_minute?: number | null;
};

export type KeyWithPlaintext = Key & {
  /** The key itself, which only this response has. Null in replays after ten minutes, and for other platform keys */
  plaintext: string | null;
};

export type Key = {
  /** Key ID; starts with `key_` */
  id: string;
  /** The key's name */
  label: string;
  /** Scopes of the key: of this API, and of other APIs that the platform offers */
  scopes: string[];
  /** Requests per minute that the key can send in the long run */
  per_minute: number;
  /** Requests that the key can send at once after a pause */
  burst: number;
  /** CIDR ranges that the key can be used from; empty if from anywhere */
  allowed_networks: string[];
  /** When the key expires; null if it doesn't */
  expires_at: string | null;
  /** When the key is scheduled to be revoked, for example after a rotation; null if it isn't */
  revokes_at: string | null;
  /** When the key was created */
  created_at: string;
  /** Code of the partner */
  partner: string;
  /** Its first and last characters, by which people know it */
  masked: string;
  /** Whether it can be used. One that is scheduled to be revoked is active until then */
  status: "active" | "revoked" | "expired";
  /** Whether `per_minute` was set for it; false: the default */
  has_own_limit: boolean;
  /** The key that it replaces, after a rotation */
  replaces_id: string | null;
  /** When it was revoked; null if it wasn't */
  revoked_at: string | null;
  /** The person or system that revoked it, or scheduled that: an email address, a key's ID, or `operator` */
  revoked_by: string | null;
  /** When it was last used; null: never */
  last_used_at: string | null;
  /** From which address */
  last_used_address: string | null;
  /** When it was first reported as found in public; null if it wasn't, or that was dismissed */
  leaked_at: string | null;
  /** The person or system that created it: an email address, a key's ID, or `operator` */
  created_by: string;
};

export type KeyRevoke = {
  /** How long it can still be used */
  after: "now" | "1h" | "24h" | "7d";
};

export type KeyLimitSet = {
  /** Requests per minute; null: the default */
  per_minute: number | null;
};

export type KeyNetworksSet = {
  /** IP addresses or CIDR ranges; empty: from anywhere */
  allowed_networks: string[];
};

export type ChargeBatch = {
  /** The charges, refunds and reversals to record */
  charges: {
    /** The partner's code. Leading or trailing whitespace is rejected. */
    partner: string;
    /** The ID of this charge, refund or reversal in your system: a different one for each. One ID of a partner is one charge for ever: sending it again with the same content changes nothing, and with other content is refused. Leading and trailing whitespace is removed. */
    external_id: string;
    /** `charge` (the default), `refund`, or `refund_reversal`: a refund that failed */
    type?: "charge" | "refund" | "refund_reversal";
    /** The customer's ID. A charge has this or `account_external_id` */
    account_id?: string;
    /** The customer's ID in your systems, its `external_id`. Leading and trailing whitespace is removed. */
    account_external_id?: string;
    /** Product code. Required for charges; of a refund, it follows from the charge. Leading or trailing whitespace is rejected. */
    product?: string;
    /** Amount in minor units, excluding tax. Positive also for refunds; only a charge can be 0. A partner's charges in one currency can add up to 9007199254740991, so that all sums are exact in JSON; a charge beyond that is refused */
    amount: number;
    /** ISO 4217 currency code. By default, that of the product, and no other is accepted */
    currency?: string;
    /** When it happened, not in the future. Its month in UTC is the month of its payout */
    occurred_at: string;
    /** ID of the charge that is refunded. A refund has this or `charge_external_id` */
    charge_id?: string;
    /** `external_id` of the charge that is refunded. Leading and trailing whitespace is removed. */
    charge_external_id?: string;
    /** ID of the refund that is reversed. A reversal has this or `refund_external_id` */
    refund_id?: string;
    /** `external_id` of the refund that is reversed. Leading and trailing whitespace is removed. */
    refund_external_id?: string;
  }[];
};

export type ChargeBatchResult = {
  /** How many items had which outcome */
  summary: {
    /** Items that were recorded now */
    created: number;
    /** Items that had been recorded before, with the same content */
    duplicate: number;
    /** Items whose `external_id` is taken by other content */
    conflict: number;
    /** Items that were refused for another reason */
    invalid: number;
  };
  /** One result for each item, in the order of the request */
  data: {
    /** Code of the partner, as sent; null if the item has none that is valid */
    partner: string | null;
    /** The item's `external_id`; null if it has none that is valid */
    external_id: string | null;
    /** Whether the item was recorded (`created`), had been recorded before (`duplicate`), or neither. Later versions may have more. */
    outcome: "created" | "duplicate" | "conflict" | "invalid";
    /** ID of the charge, refund or reversal that has this `external_id`; null if the item is invalid */
    id: string | null;
    /** Why the item was not recorded; null if it is */
    error: string | null;
    /** The reason as a code; null if the item is recorded. What is `..._not_found` can be sent again once it exists. Later versions may have more. */
    code:
      | "conflict"
      | "account_not_found"
      | "charge_not_found"
      | "product_not_found"
      | "refund_not_found"
      | "account_closed"
      | "product_archived"
      | "partner_terminated"
      | "validation_failed"
      | "partner_not_found"
      | null;
    /** For `conflict`, the `field` and the `id` that has it; for all others `issues`, a list of `path` and `message`; null if the item is recorded */
    details: Record<string, unknown> | null;
  }[];
};

export type ChargeQuery = {
  /** Only items of this customer */
  account_id?: string;
  /** Only the item with this ID in the system that billed it. Leading and trailing whitespace is removed. */
  external_id?: string;
  /** Only items of this product, by its code. Leading or trailing whitespace is rejected. */
  product?: string;
  /** Only items in this currency */
  currency?: string;
  /** Only items of this type */
  type?: "charge" | "refund" | "refund_reversal";
  /** Only the refunds and reversals of this charge */
  charge_id?: string;
  /** Only items that were recorded after their month was closed (`true`), or only the others (`false`) */
  late?: boolean;
  /** Occurred at this time or later: the start of a month is in it */
  occurred_after?: string;
  /** Occurred before this time */
  occurred_before?: string;
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
  /** Only items of the partner with this code */
  partner?: string;
};

export type Charge = {
  /** Charge ID; starts with `chg_` */
  id: string;
  /** The charge's ID in the system that billed it. One ID is one charge for ever: sending it again with the same content changes nothing, and with other content is refused. */
  external_id: string;
  /** `charge`, `refund`, or `refund_reversal`: a refund that failed, so that its charge counts again */
  type: "charge" | "refund" | "refund_reversal";
  /** ID of the customer */
  account_id: string;
  /** Product code */
  product: string;
  /** Amount in minor units, excluding tax; never negative. Refunds are subtracted from sums, charges and reversals are added. */
  amount: number;
  /** ISO 4217 currency code */
  currency: string;
  /** When it happened. Its month in UTC is the month of its payout. */
  occurred_at: string;
  /** ID of the charge that was refunded; null for charges */
  charge_id: string | null;
  /** ID of the refund that was reversed, or null */
  refund_id: string | null;
  /** Whether its month was closed before it was recorded */
  late: boolean;
  /** ID of the adjustment that contains it, if it is late. Null if it is not, or if late charges and refunds added up to zero. */
  payout_id: string | null;
  /** Code of the partner */
  partner: string;
};

export type ProductQuery = {
  /** Only products that are available, or only archived */
  status?: "active" | "archived";
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
};

export type Product = {
  /** Product code */
  code: string;
  /** Product name */
  name: string;
  /** Minimum price of partners, in minor units */
  floor: number;
  /** Price of partners that have set none, in minor units */
  default_retail: number;
  /** ISO 4217 currency code; it never changes */
  currency: string;
  /** When it was added */
  created_at: string;
  /** When it was last saved with a change */
  updated_at: string;
  /** When it was archived; null if it is available */
  archived_at: string | null;
};

export type ProductSave = {
  /** Product name. Leading and trailing whitespace is removed. */
  name: string;
  /** Minimum price of partners, in minor units */
  floor: number;
  /** Price of partners that have set none, in minor units; at least the `floor` */
  default_retail: number;
  /** ISO 4217 currency code. That of a product never changes */
  currency: string;
};

export type PriceAtQuery = {
  /** The moment, for example `2026-11-01T00:00:00Z`. Default: now */
  at?: string;
  /** Only items of the partner with this code */
  partner?: string;
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
};

export type PriceAtList = {
  /** The items on this page */
  data: {
    /** Code of the partner */
    partner: string;
    /** Product code */
    product: string;
    /** Product name, as of now */
    name: string;
    /** ISO 4217 currency code */
    currency: string;
    /** The price in force at that moment, in minor units */
    amount: number;
    /** The price's version; 0 before the partner's first change */
    version: number;
    /** Whether it was a default because the partner had set none yet */
    is_default: boolean;
    /** When the partner's price came into force; null for a default */
    since: string | null;
    /** False for a default if the product was saved after that moment: it may have had another default then, which is not kept */
    is_exact: boolean;
  }[];
  /** Cursor for the next page; null on the last page */
  next_cursor: string | null;
};

export type PayoutQuery = {
  /** Only items of this month, for example `2026-10` */
  period?: string;
  /** Only items in this currency */
  currency?: string;
  /** Only items with this status */
  status?: "pending" | "paid" | "failed";
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
  /** Only items of the partner with this code */
  partner?: string;
};

export type PayoutPreviewQuery = {
  /** The month, in UTC. Default: the latest that is over */
  period?: string;
};

export type PayoutPreview = {
  /** One item for each partner and currency, by the partner's code */
  data: {
    /** Code of the partner */
    partner: string;
    /** ISO 4217 currency code */
    currency: string;
    /** Charges less refunds so far, in minor units */
    gross: number;
    /** The partner's share, in minor units */
    amount: number;
    /** Whether the month is closed: then as it was closed */
    is_closed: boolean;
  }[];
};

export type PayoutSumQuery = {
  /** Only those of the partner with this code */
  partner?: string;
};

export type PayoutSums = {
  /** One item for each currency and status that has any */
  data: {
    /** ISO 4217 currency code */
    currency: string;
    /** Their status */
    status: "pending" | "paid" | "failed";
    /** Number of payouts */
    payouts: number;
    /** The sum of their `amount`, in minor units; at most 9007199254740991, which only sums over partners can exceed */
    amount: number;
  }[];
};

export type PayoutClose = {
  /** The month, in UTC, for example `2026-10` */
  period: string;
};

export type ClosedMonth = {
  /** The month */
  period: string;
  /** Partners for whom this request created payouts */
  partners: number;
  /** By currency; empty if the month was closed before */
  sums: {
    /** ISO 4217 currency code */
    currency: string;
    /** Payouts that this request created */
    payouts: number;
    /** The sum of their `gross`, in minor units */
    gross: number;
    /** The sum of their `amount`, in minor units */
    amount: number;
  }[];
};

export type Payout = {
  /** Payout ID; starts with `po_` */
  id: string;
  /** Month covered, in UTC */
  period: string;
  /** ISO 4217 currency code. There is one payout per month and currency. */
  currency: string;
  /** Revenue: the charges less refunds, in minor units; negative if more was refunded. In an adjustment, the difference. */
  gross: number;
  /** Your revenue share in that month, in percent. Products may have terms of their own: see the lines. */
  revshare_pct: number;
  /** Your share, in minor units: the sum of the lines' `share` */
  amount: number;
  /** Payout status. Pending until the transfer succeeds or fails. */
  status: "pending" | "paid" | "failed";
  /** Transfer reference; null while pending */
  reference: string | null;
  /** ID of the payout this adjusts, or null */
  corrects_id: string | null;
  /** ID of the transfer that pays it, or that failed to; null if it is in none, or was paid without one */
  transfer_id: string | null;
  /** When the month was closed or adjusted */
  created_at: string;
  /** When the payout was paid or failed; null while pending */
  settled_at: string | null;
};

export type PayoutLineQuery = {
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
};

export type PayoutLineList = {
  /** The items on this page */
  data: {
    /** The product; null: all products, in months that were closed before there were lines */
    product: {
      /** Product code */
      code: string;
      /** Product name */
      name: string;
    } | null;
    /** Your share of the product, in percent */
    percent: number;
    /** Sum of the charges, in minor units; null without a product */
    charges: number | null;
    /** Sum of the refunds less reversed ones, in minor units; null without a product */
    refunded: number | null;
    /** `charges` less `refunded`, in minor units */
    net: number;
    /** Your share of `net`, in minor units, rounded half to even */
    share: number;
    /** `share` less the exact share, in minor units; at most 0.5 in an original payout, either way */
    rounding: number;
  }[];
  /** Cursor for the next page; null on the last page */
  next_cursor: string | null;
};

export type PayoutChargeQuery = {
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
};

export type RecalculatedMonth = {
  /** The new adjustment; null if nothing changed */
  adjustment: Payout | null;
};

export type PayoutMark = {
  /** The outcome: paid or failed */
  status: "paid" | "failed";
  /** The bank's reference. Leading and trailing whitespace is removed. */
  reference: string;
};

export type DueQuery = {
  /** Only items of the partner with this code */
  partner?: string;
  /** Only items in this currency */
  currency?: string;
};

export type DueList = {
  /** One item for each partner and currency */
  data: {
    /** Code of the partner */
    partner: string;
    /** ISO 4217 currency code */
    currency: string;
    /** Amount that a transfer would pay now, in minor units; can be negative */
    amount: number;
    /** The payouts that it would pay */
    payouts: number;
    /** Sum of further payouts whose hold has not ended, in minor units */
    held: number;
    /** When the first of those can be paid, or null */
    held_until: string | null;
    /** Less than this is not paid, in minor units */
    minimum_payout: number;
    /** Why it can't be paid now; null if it can. Later versions may have more. */
    reason: "on_hold" | "not_positive" | "below_minimum" | "no_payout_details" | null;
    /** Whether the partner is suspended. It is paid if you create the transfer */
    is_suspended: boolean;
    /** Whether the partner is terminated. It is paid like an active one, without a minimum */
    is_terminated: boolean;
  }[];
};

export type TransferSumQuery = {
  /** Only those of the partner with this code */
  partner?: string;
};

export type TransferSums = {
  /** One item for each currency and status that has any */
  data: {
    /** ISO 4217 currency code */
    currency: string;
    /** Their status */
    status: "pending" | "sent" | "paid" | "failed" | "canceled";
    /** Number of transfers */
    transfers: number;
    /** The sum of their `amount`, in minor units; at most 9007199254740991, which only sums over partners can exceed */
    amount: number;
  }[];
};

export type TransferQuery = {
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
  /** Only items with this status */
  status?: "pending" | "sent" | "paid" | "failed" | "canceled";
  /** Only items in this currency */
  currency?: string;
  /** Only items of the partner with this code */
  partner?: string;
};

export type TransferList = {
  /** The items on this page */
  data: {
    /** Transfer ID; starts with `tr_` */
    id: string;
    /** Name of its statement: `statement_number` after the issuer's prefix */
    statement: string;
    /** Number of its statement */
    statement_number: number;
    /** ISO 4217 currency code */
    currency: string;
    /** The sum of its payouts, in minor units */
    amount: number;
    /** Transfer status. `sent`: the bank has it. A failed transfer may have been paid before: it was returned. */
    status: "pending" | "sent" | "paid" | "failed" | "canceled";
    /** Transfer reference; null while pending, and if it was canceled */
    reference: string | null;
    /** When the transfer was created */
    created_at: string;
    /** When it was passed to the bank, if that is known */
    sent_at: string | null;
    /** When it was paid, failed or was canceled, or null */
    settled_at: string | null;
    /** Code of the partner */
    partner: string;
  }[];
  /** Cursor for the next page; null on the last page */
  next_cursor: string | null;
};

export type TransferRun = {
  /** Transfers to create, as `GET /transfers/due` lists them */
  items: {
    /** Code of the partner */
    partner: string;
    /** ISO 4217 currency code */
    currency: string;
    /** The `amount` that is due, in minor units */
    amount: number;
    /** The `is_suspended` that you saw. With `false`, a partner that has been suspended since is not paid. Default: it is paid */
    is_suspended?: boolean;
  }[];
};

export type TransferRunResult = {
  /** One result for each item, in the order of the request */
  data: {
    /** Code of the partner */
    partner: string;
    /** ISO 4217 currency code */
    currency: string;
    /** The new transfer; null if none was created */
    transfer: {
      /** Transfer ID; starts with `tr_` */
      id: string;
      /** Name of its statement: `statement_number` after the issuer's prefix */
      statement: string;
      /** Number of its statement */
      statement_number: number;
      /** ISO 4217 currency code */
      currency: string;
      /** The sum of its payouts, in minor units */
      amount: number;
      /** Transfer status. `sent`: the bank has it. A failed transfer may have been paid before: it was returned. */
      status: "pending" | "sent" | "paid" | "failed" | "canceled";
      /** Transfer reference; null while pending, and if it was canceled */
      reference: string | null;
      /** When the transfer was created */
      created_at: string;
      /** When it was passed to the bank, if that is known */
      sent_at: string | null;
      /** When it was paid, failed or was canceled, or null */
      settled_at: string | null;
    } | null;
    /** Why there is none: `nothing_due`, `amount_changed`, `partner_suspended`, `on_hold`, `not_positive`, `below_minimum`, `no_payout_details`, or an error's code, such as `not_found`; null if it was created. Later versions may have more. */
    reason: string | null;
    /** What is due, in minor units; of a new transfer, its amount */
    amount: number;
  }[];
};

export type TransfersMark = {
  /** The transfers' IDs */
  ids: string[];
  /** The status to set: sent, paid or failed */
  status: "sent" | "paid" | "failed";
  /** The bank's reference. Leading and trailing whitespace is removed. */
  reference: string;
};

export type TransfersMarked = {
  /** One result for each ID, in the order of the request */
  data: {
    /** The transfer's ID, as sent */
    id: string;
    /** Its status now; null if it was not marked */
    status: "pending" | "sent" | "paid" | "failed" | "canceled" | null;
    /** Whether this request changed it */
    is_changed: boolean;
    /** Why it was not marked; null if it was */
    error: string | null;
    /** The error code, such as `not_found` or `conflict`; null if it was marked */
    code: string | null;
  }[];
};

export type Transfer = {
  /** Transfer ID; starts with `tr_` */
  id: string;
  /** Name of its statement: `statement_number` after the issuer's prefix */
  statement: string;
  /** Number of its statement */
  statement_number: number;
  /** ISO 4217 currency code */
  currency: string;
  /** The sum of its payouts, in minor units */
  amount: number;
  /** Transfer status. `sent`: the bank has it. A failed transfer may have been paid before: it was returned. */
  status: "pending" | "sent" | "paid" | "failed" | "canceled";
  /** Transfer reference; null while pending, and if it was canceled */
  reference: string | null;
  /** When the transfer was created */
  created_at: string;
  /** When it was passed to the bank, if that is known */
  sent_at: string | null;
  /** When it was paid, failed or was canceled, or null */
  settled_at: string | null;
  /** The payouts that it pays, with their status of today: those of a failed or canceled transfer may be paid by another one */
  payouts: Payout[];
  /** Code of the partner */
  partner: string;
};

export type Statement = {
  /** `self_billing_invoice` if an owner had consented to self-billing when the transfer was created */
  title: "statement" | "self_billing_invoice";
  /** Number of the statement, with the issuer's prefix */
  number: string;
  /** Number of its statement */
  statement_number: number;
  /** Transfer ID; starts with `tr_` */
  transfer_id: string;
  /** When the transfer was created */
  issued_at: string;
  /** The months of its lines */
  period: {
    /** Its first month, in UTC */
    from: string;
    /** Its last month, in UTC */
    to: string;
  };
  /** ISO 4217 currency code */
  currency: string;
  /** Status of the transfer. A failed or canceled one pays nothing: its payouts are due again. */
  status: "pending" | "sent" | "paid" | "failed" | "canceled";
  /** Transfer reference; null while pending, and if it was canceled */
  reference: string | null;
  /** When it was passed to the bank, if that is known */
  sent_at: string | null;
  /** When it was paid, failed or was canceled, or null */
  settled_at: string | null;
  /** The issuer: the platform's legal entity; null until the platform has entered it */
  issuer: {
    /** Legal name */
    name: string;
    /** Address, of several lines */
    address: string;
    /** VAT or tax number, or null */
    tax_number: string | null;
    /** Email address for questions, or null */
    email: string | null;
  } | null;
  /** The recipient: the partner, as in the payout details that the transfer is paid to */
  recipient: {
    /** Your legal name in the payout details of the transfer; your name without them */
    name: string;
    /** Address, of several lines; null if it can't be read */
    address: string | null;
    /** VAT or tax number; masked, except on a self-billing invoice; null without one */
    tax_number: string | null;
    /** Account holder; null if it can't be read */
    holder: string | null;
    /** Account, masked; null if it can't be read */
    account: string | null;
  };
  /** First what is carried over, then the latest month, then adjustments. More than 2,000 lines are summed by month. */
  lines: {
    /** `payout`: of the latest month. `carried_over`: of an earlier month, whose payout had to wait or was negative. `adjustment`: a later change of a closed month. */
    kind: "carried_over" | "payout" | "adjustment";
    /** Month, in UTC */
    period: string;
    /** ID of the payout; null if the lines are summed by month */
    payout_id: string | null;
    /** The product; null: all products, in months that were closed before there were lines */
    product: {
      /** Product code */
      code: string;
      /** Product name */
      name: string;
    } | null;
    /** Your share of the product, in percent; null if the lines are summed by month */
    percent: number | null;
    /** Sum of the charges, in minor units; null without a product */
    charges: number | null;
    /** Sum of the refunds less reversed ones, in minor units; null without a product */
    refunded: number | null;
    /** Charges less refunds, in minor units */
    net: number;
    /** Your share of `net`, in minor units */
    share: number;
  }[];
  /** Sum of the lines that are carried over, in minor units */
  carried_over: number;
  /** Sum of the lines of the latest month, in minor units */
  payouts: number;
  /** Sum of the adjustments, in minor units */
  adjustments: number;
  /** Amount of the transfer, in minor units */
  total: number;
  /** The total in words, in English */
  total_in_words: string;
  /** The text about taxes that the platform set for you or for all partners, or null */
  tax_note: string | null;
};

export type TransferMark = {
  /** The status to set: sent, paid or failed */
  status: "sent" | "paid" | "failed";
  /** The bank's reference. Leading and trailing whitespace is removed. */
  reference: string;
};

export type ReportLeak = {
  /** The key exactly as given. It is neither stored nor logged */
  key: string;
  /** The kind of place where it was found, such as `commit`. Leading or trailing whitespace is rejected */
  source?: string;
  /** Where it was found, exactly as given. It is stored without user, query and fragment */
  url?: string;
};

export type ReportedLeak = {
  /** Whether it is a key of this platform */
  known: boolean;
  /** Its ID; starts with `key_`, or `pky_` for a platform key. Null if it is not known */
  key_id: string | null;
};

export type LeakList = {
  /** The places, newest first, without dismissed ones; at most 20 */
  data: {
    /** ID of the leak */
    id: string;
    /** The kind of place, such as `commit` */
    source: string;
    /** Where it was found; null if not known */
    url: string | null;
    /** When it was reported */
    reported_at: string;
  }[];
};

export type LeakPolicy = {
  /** What happens to a leaked key: `notify` notifies the partner and operators, `revoke` also revokes it at once */
  policy: "notify" | "revoke";
  /** When that was decided; null: it is the default */
  changed_at: string | null;
};

export type LeakPolicySet = {
  /** What happens to a leaked key: `notify` notifies the partner and operators, `revoke` also revokes it at once */
  policy: "notify" | "revoke";
};

export type ScopeList = {
  /** All scopes, by name; at most 200 */
  data: {
    /** The scope's name */
    name: string;
    /** What it grants, for partners */
    description: string;
    /** Active keys that have it */
    keys: number;
    /** Partners with such a key */
    partners: number;
    /** When it was defined */
    created_at: string;
    /** Whether its removal was interrupted. Remove it again to finish it */
    is_being_removed: boolean;
  }[];
};

export type ScopeSet = {
  /** What the scope grants, in 1 to 200 characters. Leading and trailing whitespace is removed. */
  description: string;
};

export type Scope = {
  /** The scope's name */
  name: string;
  /** What it grants, for partners */
  description: string;
};

export type ScopeRemove = {
  /** The number of active keys that lose it. Default: 0 */
  keys?: number;
};

export type RemovedScope = {
  /** The scope's name */
  name: string;
  /** Active keys that lost it */
  keys: number;
  /** Partners with such a key */
  partners: number;
};

export type PartnerQuery = {
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
  /** Only items with this status */
  status?: "active" | "suspended" | "terminated";
  /** Matches any part of the code or name, or the ID. Case-insensitive. Leading and trailing whitespace is removed. */
  q?: string;
};

export type PartnerCreate = {
  /** Short unique code, which can't be changed */
  code: string;
  /** Display name. Leading and trailing whitespace is removed. */
  name: string;
  /** Revenue share in percent, until its first term */
  revshare_pct?: number;
  /** Email address of its first owner, who is invited. Leading or trailing whitespace is rejected. */
  owner_email?: string;
  /** Creates a key, too */
  first_key?: {
    /** The key's name. Leading and trailing whitespace is removed. */
    label: string;
    /** Scopes of the partners' API, and of your own */
    scopes: string[];
    /** When it expires; never if null or omitted */
    expires_at?: string | null;
    /** IP addresses or CIDR ranges that it can be used from; omitted or empty: from anywhere */
    allowed_networks?: string[];
    /** Requests per minute that it can send; null or omitted: the default */
    per_minute?: number | null;
  };
};

export type CreatedPartner = Partner & {
  invitation: {
    /** Who is invited, as an owner */
    email: string;
    /** Whether the one-time link was sent by mail. If not, operators create one in the console, on the partner's Team page, or with `latchkey user reset`. No response has it: whoever has it can sign in */
    is_mailed: boolean;
    /** When the link expires */
    expires_at: string;
  } | null;
  /** Its first key; null without `first_key` */
  key: Key | null;
  /** The first key itself, which only this response has. Null in replays after ten minutes, and for other platform keys */
  plaintext: string | null;
};

export type Partner = {
  /** Partner identifier */
  id: string;
  /** Short partner code */
  code: string;
  /** Display name */
  name: string;
  /** Account status. Suspended accounts are read-only, and terminated ones for good: the partners' API shows both as suspended */
  status: "active" | "suspended" | "terminated";
  /** The partner's own revenue share this month, in percent */
  revshare_pct: number;
  /** Branding settings: logo_url, colour (#rrggbb) and support_email. Contains only what the partner has set. */
  branding: Record<string, unknown>;
  /** Number of the partner's customers that are not closed */
  user_count: number;
  /** Why it is suspended or terminated, visible to the partner; null if it is neither, or none was given */
  suspended_reason: string | null;
  /** When it was terminated; null if it wasn't */
  terminated_at: string | null;
  /** Number of its active keys */
  active_keys: number;
  /** The most active keys that it can have */
  max_active_keys: number;
  /** Less than this is not transferred, in minor units of any currency */
  minimum_payout: number;
  /** Days that a payout waits until it is transferred */
  hold_days: number;
  /** Text about taxes on its statements; empty: that of the issuer */
  tax_note: string;
  /** Notes, which the partner does not see */
  notes: string;
  /** When it was created */
  created_at: string;
};

export type PartnerUpdate = {
  /** Display name. Leading and trailing whitespace is removed. */
  name?: string;
  /** The most active keys that it can have */
  max_active_keys?: number;
  /** Less than this is not transferred, in minor units of any currency; 0: everything is */
  minimum_payout?: number;
  /** Days that a payout waits until it is transferred */
  hold_days?: number;
  /** Text about taxes on its statements; empty: that of the issuer. Leading and trailing whitespace is removed. */
  tax_note?: string | string;
  /** Notes, which the partner does not see. Leading and trailing whitespace is removed. */
  notes?: string;
};

export type PartnerSuspend = {
  /** Shown to the partner. Leading and trailing whitespace is removed. */
  reason: string;
};

export type PartnerTerminate = {
  /** Shown to the partner. Leading and trailing whitespace is removed. */
  reason: string;
};

export type TermQuery = {
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
};

export type TermList = {
  /** The items on this page */
  data: {
    /** Term ID; starts with `trm_` */
    id: string;
    /** The product it applies to; null: all products without a term of their own */
    product: {
      /** Product code */
      code: string;
      /** Product name */
      name: string;
    } | null;
    /** First month it applies to, in UTC */
    from_month: string;
    /** How the share is calculated. Later versions may have more. */
    type: "percent";
    /** Share of the net revenue, in percent */
    percent: number;
    /** Upcoming: its first month has not begun. Current: it applies to this month. Ended: a later month has another term. Replaced: another term was set for the same month. */
    status: "upcoming" | "current" | "ended" | "replaced";
    /** When the term was set */
    created_at: string;
  }[];
  /** Cursor for the next page; null on the last page */
  next_cursor: string | null;
  /** Your share of all products before the first term, in percent */
  initial_percent: number;
};

export type TermCreate = {
  /** Product code; without it, the term is of all products without a term of their own. Leading or trailing whitespace is rejected. */
  product?: string;
  /** First month it applies to, in UTC, such as `2026-12` */
  from_month: string;
  /** Share of the net revenue, in percent */
  percent: number;
};

export type Term = {
  /** Term ID; starts with `trm_` */
  id: string;
  /** The product it applies to; null: all products without a term of their own */
  product: {
    /** Product code */
    code: string;
    /** Product name */
    name: string;
  } | null;
  /** First month it applies to, in UTC */
  from_month: string;
  /** How the share is calculated. Later versions may have more. */
  type: "percent";
  /** Share of the net revenue, in percent */
  percent: number;
  /** Upcoming: its first month has not begun. Current: it applies to this month. Ended: a later month has another term. Replaced: another term was set for the same month. */
  status: "upcoming" | "current" | "ended" | "replaced";
  /** When the term was set */
  created_at: string;
};

export type AccountQuery = {
  /** Only the customer with this email address. Case-insensitive. Leading or trailing whitespace is rejected. */
  email?: string;
  /** The customer's ID in your system, unique among your customers. Leading and trailing whitespace is removed. */
  external_id?: string;
  /** Only items with this status */
  status?: "active" | "suspended" | "closed" | "anonymized";
  /** Created after this time */
  created_after?: string;
  /** Created before this time */
  created_before?: string;
  /** Created or changed at this time or later. To follow changes, repeat with a time a minute before your previous request. */
  updated_since?: string;
  /** Matches the start of any word of the name, the start of the email, or the whole external ID. Case-insensitive, except for the external ID. Leading and trailing whitespace is removed. */
  q?: string;
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
  /** Only items of the partner with this code */
  partner?: string;
};

export type AccountCreate = {
  /** Email address, unique among your customers. Stored as sent and matched case-insensitively. Leading or trailing whitespace is rejected. */
  email: string;
  /** Customer name. Leading and trailing whitespace is removed. */
  name?: string | null;
  external_id?: string | null;
  /** Custom key-value data. Up to 50 keys (40 characters) with values up to 500 characters. Keys and values are stored exactly as given. */
  metadata?: Record<string, string>;
  /** Code of the partner */
  partner: string;
};

export type Account = {
  /** Account ID; starts with `acc_` */
  id: string;
  /** Email address, as you sent it. Case-insensitive when matching. */
  email: string;
  /** Customer name; null if not set */
  name: string | null;
  /** The customer's ID in your system; null if not set */
  external_id: string | null;
  /** Customer status. Suspended: still a customer and still billed. Closed: the history stays, and charges dated after the closing are refused. Anonymized: closed for good, without personal data. Later versions may have more. */
  status: "active" | "suspended" | "closed" | "anonymized";
  /** Custom key-value data, as you sent it */
  metadata: Record<string, string>;
  /** Creation time */
  created_at: string;
  /** When the customer last changed */
  updated_at: string;
  /** When the customer was suspended; null if it isn't */
  suspended_at: string | null;
  /** When the customer was closed; null if it isn't */
  closed_at: string | null;
  /** When the customer was anonymized; null if it wasn't */
  anonymized_at: string | null;
  /** Code of the partner */
  partner: string;
};

export type AccountUpdate = {
  /** Email address, unique among your customers. Stored as sent and matched case-insensitively. Leading or trailing whitespace is rejected. */
  email?: string;
  /** Customer name; null removes it. Leading and trailing whitespace is removed. */
  name?: string | null;
  external_id?: string | null;
  /** Merged with the metadata key by key: `null` removes a key, and other keys stay. `null` in place of the object removes all keys. The result can have up to 50 keys. */
  metadata?: Record<string, string | null> | null;
};

export type AccountTransfer = {
  /** Code of the partner that gets the customer */
  partner: string;
};

export type Overview = {
  /** Requests of all partners in the last 24 hours, the current one last */
  traffic: {
    /** Start of the hour, in UTC */
    at: string;
    /** Requests with a status below 400 */
    succeeded: number;
    /** Requests with a status of 400 or more, except 429 */
    failed: number;
    /** Requests with the status 429 */
    rate_limited: number;
  }[];
  /** Revenue of all partners in the last 30 days, with today */
  revenue: {
    /** First day, in UTC */
    from: string;
    /** Day after the last day, in UTC */
    to: string;
    /** Those with the most charges first */
    currencies: {
      /** ISO 4217 currency code */
      currency: string;
      /** Charges less refunds, in minor units */
      amount: number;
      /** The same of each day, in order */
      days: number[];
    }[];
    /** The partners with the most revenue in the first currency */
    partners: {
      /** Code of the partner */
      partner: string;
      /** Display name of the partner */
      name: string;
      /** Revenue of the last 30 days, less refunds, by currency */
      revenue: {
        /** ISO 4217 currency code */
        currency: string;
        /** Charges less refunds, in minor units */
        amount: number;
      }[];
    }[];
  };
  /** Keys with many failed or rate-limited requests in the last hour */
  failing_keys: {
    /** The key's ID; starts with `key_` */
    id: string;
    /** The key's name */
    label: string;
    /** Code of the partner */
    partner: string;
    /** Display name of the partner */
    name: string;
    /** All its requests */
    requests: number;
    /** Those with a status of 400 or more, except 429 */
    failed: number;
    /** Those with the status 429 */
    rate_limited: number;
  }[];
  /** Things that wait for a decision */
  decisions: {
    /** Open limit requests */
    limit_requests: number;
    /** The first active keys that were found in public */
    leaked: {
      /** The key's ID; starts with `key_` */
      id: string;
      /** The key's name */
      label: string;
      /** Code of the partner */
      partner: string;
      /** Display name of the partner */
      name: string;
    }[];
    /** The first active platform keys that were found in public */
    leaked_platform_keys: {
      /** The platform key's ID; starts with `pky_` */
      id: string;
      /** The platform key's name */
      label: string;
    }[];
    /** Transfers that are pending */
    pending_transfers: number;
    /** Imports that were interrupted */
    interrupted_imports: number;
    /** Whether a month is to be closed */
    unclosed: {
      /** The latest month that is over */
      period: string;
      /** Partners with charges in it for which it is not closed */
      partners: number;
    };
  };
};

export type RankingQuery = {
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
  /** The order; a leading minus is descending. `used`: by last activity */
  sort?:
    | "name"
    | "-name"
    | "created"
    | "-created"
    | "customers"
    | "-customers"
    | "revenue"
    | "-revenue"
    | "used"
    | "-used";
  /** Only items with this status */
  status?: "active" | "suspended" | "terminated";
  /** Matches any part of the code or name, or the ID. Case-insensitive. Leading and trailing whitespace is removed. */
  q?: string;
};

export type RankedPartnerList = {
  /** The items on this page */
  data: {
    /** Code of the partner */
    partner: string;
    /** Display name of the partner */
    name: string;
    /** Account status */
    status: "active" | "suspended" | "terminated";
    /** Number of its customers that are not closed */
    user_count: number;
    /** Number of its active keys */
    active_keys: number;
    /** Revenue of the last 30 days, less refunds, by currency */
    revenue: {
      /** ISO 4217 currency code */
      currency: string;
      /** Charges less refunds, in minor units */
      amount: number;
    }[];
    /** When one of its keys was last used; null: never */
    last_used_at: string | null;
  }[];
  /** Cursor for the next page; null on the last page */
  next_cursor: string | null;
};

export type MetricsQuery = {
  /** First day, in UTC. Default: 30 days before `to`. */
  from?: string;
  /** Day after the last day, in UTC. Default: tomorrow. */
  to?: string;
  /** Length of each interval. A request can return at most 400 intervals. Weeks begin on Monday. */
  interval?: "day" | "week" | "month";
};

export type Metrics = {
  /** First day, in UTC */
  from: string;
  /** Day after the last day, in UTC */
  to: string;
  /** Length of each interval */
  interval: "day" | "week" | "month";
  /** All intervals in order, including empty ones */
  series: {
    /** First day of the interval, in UTC */
    from: string;
    /** Day after the last day of the interval, in UTC */
    to: string;
    /** Total customers at the end of the interval */
    customers: number;
    /** New customers in the interval */
    new_customers: number;
    /** One entry per currency in the response */
    revenue: {
      /** ISO 4217 currency code */
      currency: string;
      /** Number of charges */
      charges: number;
      /** Gross revenue: the sum of the charges, in minor units */
      gross: number;
      /** Number of refunds */
      refunds: number;
      /** Sum of the refunds less reversed ones, in minor units */
      refunded: number;
      /** Net revenue: `gross` less `refunded`, in minor units */
      net: number;
    }[];
  }[];
  /** Totals of all intervals */
  totals: {
    /** New customers in the range */
    new_customers: number;
    /** One entry per currency */
    revenue: {
      /** ISO 4217 currency code */
      currency: string;
      /** Number of charges */
      charges: number;
      /** Gross revenue: the sum of the charges, in minor units */
      gross: number;
      /** Number of refunds */
      refunds: number;
      /** Sum of the refunds less reversed ones, in minor units */
      refunded: number;
      /** Net revenue: `gross` less `refunded`, in minor units */
      net: number;
      /** The partner's share of `net`, at the terms of each month and product */
      estimated_share: number;
    }[];
  };
};

export type ProductRevenueQuery = {
  /** First day, in UTC. Default: 30 days before `to`. */
  from?: string;
  /** Day after the last day, in UTC. Default: tomorrow. */
  to?: string;
};

export type ProductRevenue = {
  /** Highest net revenue first within a currency */
  data: {
    /** The product */
    product: {
      /** The product's code */
      code: string;
      /** The product's name */
      name: string;
    };
    /** ISO 4217 currency code */
    currency: string;
    /** Number of charges */
    charges: number;
    /** Gross revenue: the sum of the charges, in minor units */
    gross: number;
    /** Number of refunds */
    refunds: number;
    /** Sum of the refunds less reversed ones, in minor units */
    refunded: number;
    /** Net revenue: `gross` less `refunded`, in minor units */
    net: number;
  }[];
};

export type UsageQuery = {
  /** Only requests with this key. Default: with all */
  key_id?: string;
  /** From this moment on. Default: 24 hours before `to` */
  from?: string;
  /** Before this moment. Default: now */
  to?: string;
  /** Length of each interval */
  interval?: "minute" | "hour" | "day";
};

export type Usage = {
  /** Start of the first interval */
  from: string;
  /** End of the last interval */
  to: string;
  /** Length of each interval */
  interval: "minute" | "hour" | "day";
  /** All intervals in order, including empty ones */
  points: {
    /** Start of the interval, in UTC */
    at: string;
    /** Requests with a status below 400 */
    succeeded: number;
    /** Requests with a status of 400 or more, except 429 */
    failed: number;
    /** Requests with the status 429 */
    rate_limited: number;
    /** Requests of the busiest minute of the interval */
    peak: number;
    /** The most requests in ten seconds; null without `key_id`, or if it was not counted */
    peak_ten_seconds: number | null;
  }[];
};

export type AccountRevenue = {
  /** One item per currency */
  data: {
    /** ISO 4217 currency code */
    currency: string;
    /** Number of charges */
    charges: number;
    /** Gross revenue: the sum of the charges, in minor units */
    gross: number;
    /** Number of refunds */
    refunds: number;
    /** Sum of the refunds less reversed ones, in minor units */
    refunded: number;
    /** Net revenue: `gross` less `refunded`, in minor units */
    net: number;
  }[];
};

export type LimitRequestQuery = {
  /** Only requests with this status */
  status?: "open" | "approved" | "declined";
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
};

export type LimitRequest = {
  /** ID of the request; starts with `lrq_` */
  id: string;
  /** Code of the partner */
  partner: string;
  /** The key; starts with `key_` */
  key_id: string;
  /** Whether it waits for a decision, and which it was */
  status: "open" | "approved" | "declined";
  /** The key's limit when it was requested, per minute */
  current_per_minute: number;
  /** The limit that the partner asks for, per minute */
  wanted_per_minute: number;
  /** The partner's reason */
  reason: string;
  /** The most requests in one minute of the 7 days before it, refused ones included */
  peak_per_minute: number;
  /** The most in ten seconds, for which bursts are; null if an old release counted them */
  peak_ten_seconds: number | null;
  /** Share of these requests that were refused with 429, 0 to 1 */
  refused_share: number;
  /** The limit that was granted; null if none was */
  granted_per_minute: number | null;
  /** The message with which it was declined */
  answer: string | null;
  /** Email address of the person who asked */
  requested_by: string;
  /** When it was requested */
  created_at: string;
  /** When it was decided; null while it is open */
  decided_at: string | null;
};

export type LimitRequestApproveSet = {
  /** The key's new limit, in requests per minute */
  per_minute: number;
};

export type LimitRequestDeclineSet = {
  /** The reason, which the partner sees. Leading and trailing whitespace is removed. */
  answer: string;
};

export type EventQuery = {
  /** `next_after` of the previous page, or the `cursor` of an event, exactly as given. `latest`: only events from now on. Default: from the oldest event that is kept */
  after?: string;
  /** Only these types, separated by commas: `account.*,payout.paid`. Default: all */
  types?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
  /** If there are no such events yet, wait for up to so many seconds until there are, 0 to 30. Default: 0 */
  wait?: number;
};

export type EventList = {
  /** In one order over all partners, oldest first */
  data: {
    /** Begins with evt_; the same in each delivery of the event */
    id: string;
    /** Event type, for example `account.created` */
    type: string;
    /** Counts the events of its partner from 1 */
    sequence: number;
    /** When it happened */
    occurred_at: string;
    /** ID of the partner; starts with `prt_` */
    partner_id: string;
    subject: EventSubject;
    /** Details of the change, such as counts and sums; they depend on the type. Retrieve the subject for the rest */
    data: Record<string, unknown>;
    /** Code of the partner */
    partner: string;
    /** The position after it, for `after` */
    cursor: string;
  }[];
  /** Pass it as `after` of the next request, also if `data` is empty: store it */
  next_after: string;
  /** Whether there are further events already */
  has_more: boolean;
};

export type WebhookEndpointQuery = {
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
};

export type WebhookEndpointCreate = {
  /** URL that receives events. Requires https, port 443, 8443 or 8000 to 8099, and a public address. Leading and trailing whitespace is removed. */
  url: string;
  /** Event types or patterns: `account.*` for a group and `*` for all */
  types: string[];
  description?: string | null;
  /** `thin`: the event as in the feed. `snapshot`: `data` is the object as its endpoint returns it at delivery */
  payload?: "thin" | "snapshot";
  /** Maximum number of requests per second */
  per_second?: number;
};

export type WebhookEndpointWithSecret = WebhookEndpoint & {
  /** Verifies the signatures of this endpoint's events. Shown only once: null if the response is replayed for an Idempotency-Key after 10 minutes or with another API key */
  secret: string | null;
};

export type WebhookEndpoint = {
  /** Webhook endpoint ID; starts with `whe_` */
  id: string;
  /** URL that receives events */
  url: string;
  /** Description for your own use; null if not set */
  description: string | null;
  /** Event types or patterns */
  types: string[];
  /** `thin`: the event as in the feed. `snapshot`: `data` is the object as its endpoint returns it at delivery */
  payload: "thin" | "snapshot";
  /** Maximum number of requests per second */
  per_second: number;
  /** Whether events are sent to the endpoint */
  status: "enabled" | "disabled";
  /** `manual`, `gone`: it returned 410, or `failing`: no success for 5 days */
  disabled_reason: "manual" | "gone" | "failing" | null;
  /** When it was disabled; null if it is enabled */
  disabled_at: string | null;
  /** Time of the first failure since the last success */
  failing_since: string | null;
  /** Time of a recent success. It is updated at most once a minute. */
  last_success_at: string | null;
  /** Until this time, events are also signed with the previous secret. Null outside of a rotation. */
  secret_rotates_at: string | null;
  /** When it was created */
  created_at: string;
};

export type WebhookEndpointUpdate = {
  /** URL that receives events. Requires https, port 443, 8443 or 8000 to 8099, and a public address. Leading and trailing whitespace is removed. */
  url?: string;
  /** Event types or patterns: `account.*` for a group and `*` for all */
  types?: string[];
  description?: string | null;
  /** `thin`: the event as in the feed. `snapshot`: `data` is the object as its endpoint returns it at delivery */
  payload?: "thin" | "snapshot";
  /** Maximum number of requests per second */
  per_second?: number;
  /** A disabled endpoint receives no events */
  status?: "enabled" | "disabled";
  /** With `status: enabled`: also send the events since the endpoint was disabled or started failing, 100,000 at most */
  send_missed?: boolean;
};

export type WebhookTest = {
  /** Type of the test event */
  type:
    | "account.created"
    | "account.updated"
    | "account.suspended"
    | "account.resumed"
    | "account.closed"
    | "account.reopened"
    | "account.transferred_out"
    | "account.transferred_in"
    | "account.anonymized"
    | "price.changed"
    | "product.changed"
    | "product.archived"
    | "product.unarchived"
    | "charges.recorded"
    | "payout.created"
    | "payout.adjusted"
    | "payout.paid"
    | "payout.failed"
    | "transfer.created"
    | "transfer.paid"
    | "transfer.failed"
    | "term.created"
    | "key.created"
    | "key.rotated"
    | "key.revoked"
    | "key.expiring"
    | "key.expired"
    | "key.limit_changed"
    | "key.networks_changed"
    | "scope.removed"
    | "key.leaked"
    | "limit_request.opened"
    | "limit_request.approved"
    | "limit_request.declined"
    | "partner.suspended"
    | "partner.reactivated"
    | "partner.terminated"
    | "partner.updated"
    | "webhook_endpoint.failing"
    | "webhook_endpoint.disabled"
    | "ping"
    | "alert.triggered"
    | "alert.resolved";
};

export type WebhookTestSent = {
  /** The `webhook-id` of the delivery */
  event_id: string;
};

export type WebhookEndpointDeleted = WebhookEndpoint & {
  /** The endpoint no longer exists */
  deleted: boolean;
};

export type WebhookDeliveryQuery = {
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
  /** Only items with this status */
  status?: "pending" | "delivered" | "failed";
  /** Only events of this type, or of these: `account.*` */
  type?: string;
  /** Only events recorded at or after this time */
  from?: string;
  /** Only events recorded before this time */
  to?: string;
};

export type WebhookDeliveryList = {
  /** The items on this page */
  data: {
    /** ID of the event; the `webhook-id` header of each attempt */
    event_id: string;
    /** Event type */
    type: string;
    /** Whether it is a test event */
    is_test: boolean;
    /** `pending` while it is still attempted */
    status: "pending" | "delivered" | "failed";
    /** Number of attempts so far */
    attempts: number;
    /** When it is due, a `Retry-After` of the endpoint included; null unless pending */
    next_attempt_at: string | null;
    /** When it was last attempted; null before */
    last_attempt_at: string | null;
    /** HTTP status of the last response; null without a response */
    last_status: number | null;
    /** Why the last attempt got no response; null if it got one */
    last_error: string | null;
    /** When the event was queued for the endpoint */
    created_at: string;
  }[];
  /** Cursor for the next page; null on the last page */
  next_cursor: string | null;
};

export type WebhookDelivery = {
  /** ID of the event; the `webhook-id` header of each attempt */
  event_id: string;
  /** Event type */
  type: string;
  /** Whether it is a test event */
  is_test: boolean;
  /** `pending` while it is still attempted */
  status: "pending" | "delivered" | "failed";
  /** Number of attempts so far */
  attempts: number;
  /** When it is due, a `Retry-After` of the endpoint included; null unless pending */
  next_attempt_at: string | null;
  /** When it was last attempted; null before */
  last_attempt_at: string | null;
  /** HTTP status of the last response; null without a response */
  last_status: number | null;
  /** Why the last attempt got no response; null if it got one */
  last_error: string | null;
  /** When the event was queued for the endpoint */
  created_at: string;
  /** All attempts, oldest first */
  log: {
    /** Counts the attempts from 1 */
    number: number;
    /** When the request was sent */
    at: string;
    /** Duration in milliseconds */
    duration_ms: number;
    /** HTTP status; null without a response */
    status: number | null;
    /** Why there was no response; null if there was one */
    error: string | null;
    /** The beginning of the response's body, up to 4 KiB */
    response: string;
  }[];
};

export type AuditQuery = {
  /** Only items of the partner with this code */
  partner?: string;
  /** Only of this actor: an email address, an ID or a name. Leading and trailing whitespace is removed. */
  actor?: string;
  /** Only this action, such as `key.revoked`. Leading and trailing whitespace is removed. */
  action?: string;
  /** Only entries at or after this time */
  after?: string;
  /** Only entries before this time */
  before?: string;
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
};

export type AuditList = {
  /** The items on this page */
  data: {
    /** ID of the entry; starts with `aud_` */
    id: string;
    /** When it happened */
    at: string;
    /** Code of the partner; null: the platform itself */
    partner: string | null;
    /** Who did it */
    actor: {
      /** A partner's person or key, an operator or platform key, or the system */
      kind: "user" | "key" | "operator" | "system";
      /** ID of the person or key, or the system's name */
      id: string;
      /** Email address or name */
      name: string;
    };
    /** What was done, such as `key.revoked` */
    action: string;
    /** ID of what was changed */
    subject: string;
    /** What was done, in words that follow the actor's name */
    sentence: string;
    /** The actor's IP address; null if there is none */
    address: string | null;
  }[];
  /** Cursor for the next page; null on the last page */
  next_cursor: string | null;
};

export type EventSubject = {
  /** The kind of object: `account`, `payout`, ... */
  type: string;
  /** Its id; of prices and products, the product's code */
  id: string;
  /** Where to read it, below the base path; null if the API does not return it */
  url: string | null;
};

/** One page of a list; `next_cursor` is null on the last. */
export type Page<T> = { data: T[]; next_cursor: string | null };

export type ErrorCode =
  | "missing_api_key"
  | "malformed_api_key"
  | "wrong_key_type"
  | "invalid_api_key"
  | "revoked_api_key"
  | "expired_api_key"
  | "invalid_signature"
  | "unauthenticated"
  | "second_factor_required"
  | "second_factor_invalid"
  | "second_factor_missing"
  | "reauthentication_required"
  | "proxy_not_authorized"
  | "insufficient_scope"
  | "address_not_allowed"
  | "partner_suspended"
  | "forbidden"
  | "invalid_request"
  | "validation_failed"
  | "price_below_floor"
  | "not_found"
  | "method_not_allowed"
  | "request_timeout"
  | "conflict"
  | "idempotency_key_in_use"
  | "precondition_failed"
  | "events_expired"
  | "payload_too_large"
  | "uri_too_long"
  | "unsupported_media_type"
  | "idempotency_key_reused"
  | "rate_limited"
  | "too_many_attempts"
  | "headers_too_large"
  | "internal_error"
  | "unavailable";

export type ErrorDetails = {
  /** Error-specific data */
  insufficient_scope: {
    /** The missing scope */
    required:
      | "keys:verify"
      | "keys:read"
      | "keys:write"
      | "scopes:read"
      | "scopes:write"
      | "partners:read"
      | "partners:write"
      | "accounts:read"
      | "accounts:write"
      | "charges:read"
      | "charges:write"
      | "products:read"
      | "products:write"
      | "prices:read"
      | "metrics:read"
      | "payouts:read"
      | "payouts:close"
      | "transfers:read"
      | "transfers:write"
      | "transfers:settle"
      | "limit_requests:read"
      | "limit_requests:write"
      | "events:read"
      | "webhooks:write"
      | "audit:read";
  };
  /** Error-specific data */
  validation_failed: {
    /** All validation errors */
    issues: {
      /** The field or parameter, with dots between names, for example `metadata.plan` */
      path: string;
      /** The validation error */
      message: string;
    }[];
  };
  /** Error-specific data */
  price_below_floor: {
    /** Minimum price in minor units */
    floor: number;
  };
  /** Error-specific data */
  conflict: {
    /** The field that caused the conflict */
    field?: string;
    /** ID of your resource that has the value */
    id?: string;
    /** The resource's status that doesn't allow the change */
    status?: string;
    /** The number that you have reached */
    limit?: number;
  };
  /** Error-specific data */
  events_expired: {
    /** The oldest event that may remain; continue with `after` one less than this */
    oldest_sequence: number;
  };
  /** Error-specific data */
  rate_limited: {
    /** Seconds to wait, as in the Retry-After header */
    retry_after_seconds: number;
  };
};

/** The type of `error.details` for a code. */
type DetailsOf<Code> = Code extends keyof ErrorDetails
  ? ErrorDetails[Code]
  : Record<string, unknown>;

/**
 * The API's error codes, and three more: there is no response; it is not the API's; it is that of
 * an earlier call with the same `idempotencyKey`, whose secret is no longer shown.
 */
export type FailureCode = ErrorCode | "unreachable" | "unexpected_answer" | "secret_unavailable";

type Failure<Code> = {
  code: Code;
  message: string;
  details: DetailsOf<Code>;
  /** The HTTP status; null without a response. */
  status: number | null;
  /** Include it when you contact support. */
  requestId: string | null;
  cause?: unknown;
};

class ApiError<Code extends FailureCode> extends Error {
  override readonly name = "LatchkeyError";
  readonly code: Code;
  readonly details: DetailsOf<Code>;
  readonly status: number | null;
  readonly requestId: string | null;

  constructor({ code, message, details, status, requestId, cause }: Failure<Code>) {
    super(`${code}: ${message}`);
    // Error's own `cause` parameter is typed from ES2022 on.
    if (cause !== undefined) Object.defineProperty(this, "cause", { value: cause });
    this.code = code;
    this.details = details;
    this.status = status;
    this.requestId = requestId;
  }
}

/** A failed call. Comparing `code` narrows the type of `details`. */
export type LatchkeyError = { [Code in FailureCode]: ApiError<Code> }[FailureCode];
export const LatchkeyError = ApiError as new (failure: Failure<FailureCode>) => LatchkeyError;

export type LatchkeyOptions = {
  /** `psk_...`, with the scopes that your calls need. */
  key: string;
  /** The URL of the platform: `https://partners.example`. */
  baseUrl: string;
  /** Identifies a worker when several share a key. Default: random for each client. */
  clientId?: string;
  /** The maximum number of retries per call. Default: 5. */
  maxRetries?: number;
  /** The longest `Retry-After` to wait for, in seconds. Default: 60. Beyond it, the call fails. */
  maxWait?: number;
  /**
   * For how many seconds, 1 to 30, the server may hold a request until its slot instead of refusing
   * it with 429 (`Prefer: wait`). Off by default. Added to `timeout`.
   */
  wait?: number;
  /** The timeout of each attempt, in seconds. Default: 30. */
  timeout?: number;
  /** The maximum number of cached responses, which are revalidated. Default: 100; 0 for none. */
  maxCached?: number;
};

export type CallOptions = { signal?: AbortSignal };
export type ListenOptions = CallOptions & {
  /** Called before each wait for a server that is unavailable or refuses a request for now. */
  onRetry?: (error: LatchkeyError, waitSeconds: number) => void;
};
export type WriteOptions = CallOptions & {
  /** For a write that must stay unique across restarts of your program. Default: random. */
  idempotencyKey?: string;
};

/** The media types in which a statement can be had as a file. */
export type StatementFileType = "application/pdf" | "text/csv";

type Call = {
  /** The method, and the path below the base. */
  route: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} ${string}`;
  query?: object;
  body?: object;
  options?: WriteOptions & ListenOptions & { basedOn?: object };
  /** Retries without limit. */
  isPatient?: boolean;
  /** Asks for a file of this type, and returns its bytes. */
  accept?: StatementFileType;
};
/** The text of a cached response and its ETag. */
type CachedResponse = { etag: string; text: string };
/** The request, the same for each attempt, and the cached response that it revalidates. */
type Prepared = {
  url: string;
  init: RequestInit;
  cached: CachedResponse | null;
  isFile: boolean;
  timeoutMs: number;
};
type Outcome<T> =
  | { value: T }
  | { error: LatchkeyError; isWorthRetrying: boolean; retryAfter: number | null };

const RETRIED: readonly unknown[] = [408, 429, 500, 502, 503, 504];

/** The limit of all cached responses together. */
const MAX_CACHED_CHARACTERS = 4_000_000;
/** The longest wait of a listener, in seconds: a wrong date would silence it for ever. */
const MAX_PATIENCE = 3_600;
/** The longest that setTimeout() supports; a longer one would end immediately. */
const MAX_SLEEP_MS = 2 ** 31 - 1;
const WITHOUT_LIMIT = { maxRetries: Infinity, maxWait: Infinity };
/** The signal that a response was asked for with. */
const SIGNALS = new WeakMap<object, AbortSignal>();

export class LatchkeyPlatform {
  // A private field, so that logging this object doesn't reveal the key.
  readonly #key: string;
  readonly #base: string;
  #clientId: string | null;
  readonly #prefer: string | null;
  readonly #limits: { maxRetries: number; maxWait: number; timeout: number; maxCached: number };
  readonly #etags = new WeakMap<object, string>();
  /** The `Retry-After` of successful responses, in seconds. */
  readonly #pauses = new WeakMap<object, number>();
  // By URL, most recently used last.
  readonly #cache = new Map<string, CachedResponse>();
  #cachedCharacters = 0;

  constructor({
    key,
    baseUrl,
    clientId,
    maxRetries = 5,
    maxWait = 60,
    wait = 0,
    timeout = 30,
    maxCached = 100,
  }: LatchkeyOptions) {
    this.#key = asHeader("key", key);
    this.#base = baseOf(baseUrl);
    // Generated later: a Cloudflare Worker allows no random values while its modules are loaded.
    this.#clientId = clientId === undefined ? null : asHeader("clientId", clientId);
    this.#prefer = wait === 0 ? null : `wait=${asWait(wait)}`;
    if (!(timeout > 0)) throw new TypeError("timeout must be a positive number (seconds)");
    this.#limits = { maxRetries, maxWait, timeout: timeout + wait, maxCached };
  }

  /** Verify a partner's key. Scope: `keys:verify`. */
  verifyKey(body: VerifyKey, options: WriteOptions = {}): Promise<VerifiedKey> {
    return this.#send({ route: "POST /keys/verify", body, options });
  }

  /** List keys. Scope: `keys:read`. */
  listKeys(query: KeyQuery = {}, options: CallOptions = {}): Promise<Page<Key>> {
    return this.#send({ route: "GET /keys", query, options });
  }

  /** List keys, all pages: `for await (const row of rows) { ... }`. */
  allKeys(query: KeyQuery = {}, options: CallOptions = {}): Rows<Key> {
    return new Rows((cursor) => this.listKeys({ limit: 100, ...query, ...cursor }, options));
  }

  /** Create a key for a partner. Scope: `keys:write`. */
  createKey(body: KeyCreate, options: WriteOptions = {}): Promise<KeyWithPlaintext> {
    return this.#send({ route: "POST /keys", body, options });
  }

  /** Retrieve a key. Scope: `keys:read`. */
  getKey(id: string, options: CallOptions = {}): Promise<Key> {
    return this.#send({ route: `GET /keys/${encodeURIComponent(id)}`, options });
  }

  /** Revoke a key. Scope: `keys:write`. */
  revokeKey(id: string, body: KeyRevoke, options: WriteOptions = {}): Promise<Key> {
    return this.#send({ route: `POST /keys/${encodeURIComponent(id)}/revoke`, body, options });
  }

  /** Set a key's rate limit. Scope: `keys:write`. */
  setKeyLimit(id: string, body: KeyLimitSet, options: WriteOptions = {}): Promise<Key> {
    return this.#send({ route: `PUT /keys/${encodeURIComponent(id)}/limit`, body, options });
  }

  /** Set the addresses that a key can be used from. Scope: `keys:write`. */
  setKeyNetworks(id: string, body: KeyNetworksSet, options: WriteOptions = {}): Promise<Key> {
    return this.#send({ route: `PUT /keys/${encodeURIComponent(id)}/networks`, body, options });
  }

  /** Record up to 1,000 charges and refunds. Scope: `charges:write`. */
  recordCharges(body: ChargeBatch, options: WriteOptions = {}): Promise<ChargeBatchResult> {
    return this.#send({ route: "POST /charges", body, options });
  }

  /** List charges. Scope: `charges:read`. */
  listCharges(query: ChargeQuery = {}, options: CallOptions = {}): Promise<Page<Charge>> {
    return this.#send({ route: "GET /charges", query, options });
  }

  /** List charges, all pages: `for await (const row of rows) { ... }`. */
  allCharges(query: ChargeQuery = {}, options: CallOptions = {}): Rows<Charge> {
    return new Rows((cursor) => this.listCharges({ limit: 100, ...query, ...cursor }, options));
  }

  /** Retrieve a charge. Scope: `charges:read`. */
  getCharge(id: string, options: CallOptions = {}): Promise<Charge> {
    return this.#send({ route: `GET /charges/${encodeURIComponent(id)}`, options });
  }

  /** List products. Scope: `products:read`. */
  listProducts(query: ProductQuery = {}, options: CallOptions = {}): Promise<Page<Product>> {
    return this.#send({ route: "GET /products", query, options });
  }

  /** List products, all pages: `for await (const row of rows) { ... }`. */
  allProducts(query: ProductQuery = {}, options: CallOptions = {}): Rows<Product> {
    return new Rows((cursor) => this.listProducts({ limit: 100, ...query, ...cursor }, options));
  }

  /** Retrieve a product. Scope: `products:read`. */
  getProduct(code: string, options: CallOptions = {}): Promise<Product> {
    return this.#send({ route: `GET /products/${encodeURIComponent(code)}`, options });
  }

  /** Add or change a product. Scope: `products:write`. */
  saveProduct(code: string, body: ProductSave, options: WriteOptions = {}): Promise<Product> {
    return this.#send({ route: `PUT /products/${encodeURIComponent(code)}`, body, options });
  }

  /** Archive a product. Scope: `products:write`. */
  archiveProduct(code: string, options: WriteOptions = {}): Promise<Product> {
    return this.#send({ route: `POST /products/${encodeURIComponent(code)}/archive`, options });
  }

  /** Unarchive a product. Scope: `products:write`. */
  unarchiveProduct(code: string, options: WriteOptions = {}): Promise<Product> {
    return this.#send({ route: `POST /products/${encodeURIComponent(code)}/unarchive`, options });
  }

  /** List the prices at a moment. Scope: `prices:read`. */
  listPrices(query: PriceAtQuery = {}, options: CallOptions = {}): Promise<PriceAtList> {
    return this.#send({ route: "GET /prices", query, options });
  }

  /** List the prices at a moment, all pages: `for await (const row of rows) { ... }`. */
  allPrices(
    query: PriceAtQuery = {},
    options: CallOptions = {},
  ): Rows<PriceAtList["data"][number]> {
    return new Rows((cursor) => this.listPrices({ limit: 100, ...query, ...cursor }, options));
  }

  /** List payouts. Scope: `payouts:read`. */
  listPayouts(query: PayoutQuery = {}, options: CallOptions = {}): Promise<Page<Payout>> {
    return this.#send({ route: "GET /payouts", query, options });
  }

  /** List payouts, all pages: `for await (const row of rows) { ... }`. */
  allPayouts(query: PayoutQuery = {}, options: CallOptions = {}): Rows<Payout> {
    return new Rows((cursor) => this.listPayouts({ limit: 100, ...query, ...cursor }, options));
  }

  /** Preview a month's payouts. Scope: `payouts:read`. */
  previewPayouts(
    query: PayoutPreviewQuery = {},
    options: CallOptions = {},
  ): Promise<PayoutPreview> {
    return this.#send({ route: "GET /payouts/preview", query, options });
  }

  /** Sum up payouts. Scope: `payouts:read`. */
  sumPayouts(query: PayoutSumQuery = {}, options: CallOptions = {}): Promise<PayoutSums> {
    return this.#send({ route: "GET /payouts/sums", query, options });
  }

  /** Close a month. Scope: `payouts:close`. */
  closeMonth(body: PayoutClose, options: WriteOptions = {}): Promise<ClosedMonth> {
    return this.#send({ route: "POST /payouts/close", body, options });
  }

  /** Retrieve a payout. Scope: `payouts:read`. */
  getPayout(id: string, options: CallOptions = {}): Promise<Payout> {
    return this.#send({ route: `GET /payouts/${encodeURIComponent(id)}`, options });
  }

  /** List the lines of a payout. Scope: `payouts:read`. */
  listPayoutLines(
    id: string,
    query: PayoutLineQuery = {},
    options: CallOptions = {},
  ): Promise<PayoutLineList> {
    return this.#send({ route: `GET /payouts/${encodeURIComponent(id)}/lines`, query, options });
  }

  /** List the lines of a payout, all pages: `for await (const row of rows) { ... }`. */
  allPayoutLines(
    id: string,
    query: PayoutLineQuery = {},
    options: CallOptions = {},
  ): Rows<PayoutLineList["data"][number]> {
    return new Rows((cursor) =>
      this.listPayoutLines(id, { limit: 100, ...query, ...cursor }, options),
    );
  }

  /** List the charges of a payout. Scope: `charges:read`. */
  listPayoutCharges(
    id: string,
    query: PayoutChargeQuery = {},
    options: CallOptions = {},
  ): Promise<Page<Charge>> {
    return this.#send({ route: `GET /payouts/${encodeURIComponent(id)}/charges`, query, options });
  }

  /** List the charges of a payout, all pages: `for await (const row of rows) { ... }`. */
  allPayoutCharges(
    id: string,
    query: PayoutChargeQuery = {},
    options: CallOptions = {},
  ): Rows<Charge> {
    return new Rows((cursor) =>
      this.listPayoutCharges(id, { limit: 100, ...query, ...cursor }, options),
    );
  }

  /** Recalculate a month. Scope: `payouts:close`. */
  recalculatePayout(id: string, options: WriteOptions = {}): Promise<RecalculatedMonth> {
    return this.#send({ route: `POST /payouts/${encodeURIComponent(id)}/recalculate`, options });
  }

  /** Mark a payout as paid or failed. Scope: `transfers:settle`. */
  markPayout(id: string, body: PayoutMark, options: WriteOptions = {}): Promise<Payout> {
    return this.#send({ route: `POST /payouts/${encodeURIComponent(id)}/mark`, body, options });
  }

  /** List what is due. Scope: `transfers:read`. */
  listDue(query: DueQuery = {}, options: CallOptions = {}): Promise<DueList> {
    return this.#send({ route: "GET /transfers/due", query, options });
  }

  /** Sum up transfers. Scope: `transfers:read`. */
  sumTransfers(query: TransferSumQuery = {}, options: CallOptions = {}): Promise<TransferSums> {
    return this.#send({ route: "GET /transfers/sums", query, options });
  }

  /** List transfers. Scope: `transfers:read`. */
  listTransfers(query: TransferQuery = {}, options: CallOptions = {}): Promise<TransferList> {
    return this.#send({ route: "GET /transfers", query, options });
  }

  /** List transfers, all pages: `for await (const row of rows) { ... }`. */
  allTransfers(
    query: TransferQuery = {},
    options: CallOptions = {},
  ): Rows<TransferList["data"][number]> {
    return new Rows((cursor) => this.listTransfers({ limit: 100, ...query, ...cursor }, options));
  }

  /** Create up to 100 transfers. Scope: `transfers:write`. */
  createTransfers(body: TransferRun, options: WriteOptions = {}): Promise<TransferRunResult> {
    return this.#send({ route: "POST /transfers", body, options });
  }

  /** Mark up to 500 transfers as sent, paid or failed. Scope: `transfers:settle`. */
  markTransfers(body: TransfersMark, options: WriteOptions = {}): Promise<TransfersMarked> {
    return this.#send({ route: "POST /transfers/mark", body, options });
  }

  /** Retrieve a transfer. Scope: `transfers:read`. */
  getTransfer(id: string, options: CallOptions = {}): Promise<Transfer> {
    return this.#send({ route: `GET /transfers/${encodeURIComponent(id)}`, options });
  }

  /** Retrieve a statement. Scope: `transfers:read`. */
  getStatement(id: string, options: CallOptions = {}): Promise<Statement> {
    return this.#send({ route: `GET /transfers/${encodeURIComponent(id)}/statement`, options });
  }

  /** The same as a file, to be saved or passed on. */
  getStatementFile(
    id: string,
    type: StatementFileType,
    options: CallOptions = {},
  ): Promise<Uint8Array> {
    return this.#send({
      route: `GET /transfers/${encodeURIComponent(id)}/statement`,
      accept: type,
      options,
    });
  }

  /** Mark a transfer as sent, paid or failed. Scope: `transfers:settle`. */
  markTransfer(id: string, body: TransferMark, options: WriteOptions = {}): Promise<Transfer> {
    return this.#send({ route: `POST /transfers/${encodeURIComponent(id)}/mark`, body, options });
  }

  /** Cancel a transfer. Scope: `transfers:write`. */
  cancelTransfer(id: string, options: WriteOptions = {}): Promise<Transfer> {
    return this.#send({ route: `POST /transfers/${encodeURIComponent(id)}/cancel`, options });
  }

  /** Report a leaked key. Scope: `keys:write`. */
  reportLeakedKey(body: ReportLeak, options: WriteOptions = {}): Promise<ReportedLeak> {
    return this.#send({ route: "POST /keys/report-leak", body, options });
  }

  /** List where a key was found in public. Scope: `keys:read`. */
  listKeyLeaks(id: string, options: CallOptions = {}): Promise<LeakList> {
    return this.#send({ route: `GET /keys/${encodeURIComponent(id)}/leaks`, options });
  }

  /** Dismiss a key's leaks. Scope: `keys:write`. */
  dismissKeyLeaks(id: string, options: WriteOptions = {}): Promise<Key> {
    return this.#send({ route: `POST /keys/${encodeURIComponent(id)}/dismiss_leaks`, options });
  }

  /** Retrieve what happens to leaked keys. Scope: `keys:read`. */
  getLeakPolicy(options: CallOptions = {}): Promise<LeakPolicy> {
    return this.#send({ route: "GET /leak_policy", options });
  }

  /** Decide what happens to leaked keys. Scope: `keys:write`. */
  setLeakPolicy(body: LeakPolicySet, options: WriteOptions = {}): Promise<LeakPolicy> {
    return this.#send({ route: "PUT /leak_policy", body, options });
  }

  /** List the scopes of your API. Scope: `scopes:read`. */
  listScopes(options: CallOptions = {}): Promise<ScopeList> {
    return this.#send({ route: "GET /scopes", options });
  }

  /** Define a scope. Scope: `scopes:write`. */
  setScope(name: string, body: ScopeSet, options: WriteOptions = {}): Promise<Scope> {
    return this.#send({ route: `PUT /scopes/${encodeURIComponent(name)}`, body, options });
  }

  /** Remove a scope. Scope: `scopes:write`. */
  removeScope(
    name: string,
    query: ScopeRemove = {},
    options: WriteOptions = {},
  ): Promise<RemovedScope> {
    return this.#send({ route: `DELETE /scopes/${encodeURIComponent(name)}`, query, options });
  }

  /** List partners. Scope: `partners:read`. */
  listPartners(query: PartnerQuery = {}, options: CallOptions = {}): Promise<Page<Partner>> {
    return this.#send({ route: "GET /partners", query, options });
  }

  /** List partners, all pages: `for await (const row of rows) { ... }`. */
  allPartners(query: PartnerQuery = {}, options: CallOptions = {}): Rows<Partner> {
    return new Rows((cursor) => this.listPartners({ limit: 100, ...query, ...cursor }, options));
  }

  /** Create a partner. Scope: `partners:write`. */
  createPartner(body: PartnerCreate, options: WriteOptions = {}): Promise<CreatedPartner> {
    return this.#send({ route: "POST /partners", body, options });
  }

  /** Retrieve a partner. Scope: `partners:read`. */
  getPartner(partner: string, options: CallOptions = {}): Promise<Partner> {
    return this.#send({ route: `GET /partners/${encodeURIComponent(partner)}`, options });
  }

  /** Update a partner. Scope: `partners:write`. */
  updatePartner(
    partner: string,
    body: PartnerUpdate,
    options: WriteOptions & { basedOn?: Partner } = {},
  ): Promise<Partner> {
    return this.#send({ route: `PATCH /partners/${encodeURIComponent(partner)}`, body, options });
  }

  /** Suspend a partner. Scope: `partners:write`. */
  suspendPartner(
    partner: string,
    body: PartnerSuspend,
    options: WriteOptions = {},
  ): Promise<Partner> {
    return this.#send({
      route: `POST /partners/${encodeURIComponent(partner)}/suspend`,
      body,
      options,
    });
  }

  /** Reactivate a suspended partner. Scope: `partners:write`. */
  reactivatePartner(partner: string, options: WriteOptions = {}): Promise<Partner> {
    return this.#send({
      route: `POST /partners/${encodeURIComponent(partner)}/reactivate`,
      options,
    });
  }

  /** Terminate a partner, for good. Scope: `partners:write`. */
  terminatePartner(
    partner: string,
    body: PartnerTerminate,
    options: WriteOptions = {},
  ): Promise<Partner> {
    return this.#send({
      route: `POST /partners/${encodeURIComponent(partner)}/terminate`,
      body,
      options,
    });
  }

  /** List a partner's terms. Scope: `partners:read`. */
  listTerms(partner: string, query: TermQuery = {}, options: CallOptions = {}): Promise<TermList> {
    return this.#send({
      route: `GET /partners/${encodeURIComponent(partner)}/terms`,
      query,
      options,
    });
  }

  /** List a partner's terms, all pages: `for await (const row of rows) { ... }`. */
  allTerms(
    partner: string,
    query: TermQuery = {},
    options: CallOptions = {},
  ): Rows<TermList["data"][number]> {
    return new Rows((cursor) =>
      this.listTerms(partner, { limit: 100, ...query, ...cursor }, options),
    );
  }

  /** Set a partner's share from a month on. Scope: `partners:write`. */
  createTerm(partner: string, body: TermCreate, options: WriteOptions = {}): Promise<Term> {
    return this.#send({
      route: `POST /partners/${encodeURIComponent(partner)}/terms`,
      body,
      options,
    });
  }

  /** List customers. Scope: `accounts:read`. */
  listAccounts(query: AccountQuery = {}, options: CallOptions = {}): Promise<Page<Account>> {
    return this.#send({ route: "GET /accounts", query, options });
  }

  /** List customers, all pages: `for await (const row of rows) { ... }`. */
  allAccounts(query: AccountQuery = {}, options: CallOptions = {}): Rows<Account> {
    return new Rows((cursor) => this.listAccounts({ limit: 100, ...query, ...cursor }, options));
  }

  /** Create a customer of a partner. Scope: `accounts:write`. */
  createAccount(body: AccountCreate, options: WriteOptions = {}): Promise<Account> {
    return this.#send({ route: "POST /accounts", body, options });
  }

  /** Retrieve a customer. Scope: `accounts:read`. */
  getAccount(id: string, options: CallOptions = {}): Promise<Account> {
    return this.#send({ route: `GET /accounts/${encodeURIComponent(id)}`, options });
  }

  /** Update a customer. Scope: `accounts:write`. */
  updateAccount(
    id: string,
    body: AccountUpdate,
    options: WriteOptions & { basedOn?: Account } = {},
  ): Promise<Account> {
    return this.#send({ route: `PATCH /accounts/${encodeURIComponent(id)}`, body, options });
  }

  /** Suspend a customer. Scope: `accounts:write`. */
  suspendAccount(id: string, options: WriteOptions = {}): Promise<Account> {
    return this.#send({ route: `POST /accounts/${encodeURIComponent(id)}/suspend`, options });
  }

  /** Resume a suspended customer. Scope: `accounts:write`. */
  resumeAccount(id: string, options: WriteOptions = {}): Promise<Account> {
    return this.#send({ route: `POST /accounts/${encodeURIComponent(id)}/resume`, options });
  }

  /** Close a customer. Scope: `accounts:write`. */
  closeAccount(id: string, options: WriteOptions = {}): Promise<Account> {
    return this.#send({ route: `POST /accounts/${encodeURIComponent(id)}/close`, options });
  }

  /** Reopen a closed customer. Scope: `accounts:write`. */
  reopenAccount(id: string, options: WriteOptions = {}): Promise<Account> {
    return this.#send({ route: `POST /accounts/${encodeURIComponent(id)}/reopen`, options });
  }

  /** Anonymize a customer. Scope: `accounts:write`. */
  anonymizeAccount(id: string, options: WriteOptions = {}): Promise<Account> {
    return this.#send({ route: `POST /accounts/${encodeURIComponent(id)}/anonymize`, options });
  }

  /** Transfer a customer to another partner. Scope: `accounts:write`. */
  transferAccount(
    id: string,
    body: AccountTransfer,
    options: WriteOptions & { basedOn?: Account } = {},
  ): Promise<Account> {
    return this.#send({
      route: `POST /accounts/${encodeURIComponent(id)}/transfer`,
      body,
      options,
    });
  }

  /** Retrieve the overview. Scope: `metrics:read`. */
  getOverview(options: CallOptions = {}): Promise<Overview> {
    return this.#send({ route: "GET /metrics/overview", options });
  }

  /** List partners by revenue or activity. Scope: `metrics:read`. */
  listRankedPartners(
    query: RankingQuery = {},
    options: CallOptions = {},
  ): Promise<RankedPartnerList> {
    return this.#send({ route: "GET /metrics/partners", query, options });
  }

  /** List partners by revenue or activity, all pages: `for await (const row of rows) { ... }`. */
  allRankedPartners(
    query: RankingQuery = {},
    options: CallOptions = {},
  ): Rows<RankedPartnerList["data"][number]> {
    return new Rows((cursor) =>
      this.listRankedPartners({ limit: 100, ...query, ...cursor }, options),
    );
  }

  /** Retrieve a partner's metrics. Scope: `metrics:read`. */
  getMetrics(
    partner: string,
    query: MetricsQuery = {},
    options: CallOptions = {},
  ): Promise<Metrics> {
    return this.#send({
      route: `GET /partners/${encodeURIComponent(partner)}/metrics`,
      query,
      options,
    });
  }

  /** Retrieve a partner's revenue by product. Scope: `metrics:read`. */
  getProductRevenue(
    partner: string,
    query: ProductRevenueQuery = {},
    options: CallOptions = {},
  ): Promise<ProductRevenue> {
    return this.#send({
      route: `GET /partners/${encodeURIComponent(partner)}/metrics/products`,
      query,
      options,
    });
  }

  /** Retrieve a partner's requests over time. Scope: `metrics:read`. */
  getUsage(partner: string, query: UsageQuery = {}, options: CallOptions = {}): Promise<Usage> {
    return this.#send({
      route: `GET /partners/${encodeURIComponent(partner)}/usage`,
      query,
      options,
    });
  }

  /** Retrieve a customer's revenue. Scope: `charges:read`. */
  getAccountRevenue(id: string, options: CallOptions = {}): Promise<AccountRevenue> {
    return this.#send({ route: `GET /accounts/${encodeURIComponent(id)}/revenue`, options });
  }

  /** List limit requests. Scope: `limit_requests:read`. */
  listLimitRequests(
    query: LimitRequestQuery = {},
    options: CallOptions = {},
  ): Promise<Page<LimitRequest>> {
    return this.#send({ route: "GET /limit_requests", query, options });
  }

  /** List limit requests, all pages: `for await (const row of rows) { ... }`. */
  allLimitRequests(query: LimitRequestQuery = {}, options: CallOptions = {}): Rows<LimitRequest> {
    return new Rows((cursor) =>
      this.listLimitRequests({ limit: 100, ...query, ...cursor }, options),
    );
  }

  /** Retrieve a limit request. Scope: `limit_requests:read`. */
  getLimitRequest(id: string, options: CallOptions = {}): Promise<LimitRequest> {
    return this.#send({ route: `GET /limit_requests/${encodeURIComponent(id)}`, options });
  }

  /** Approve a limit request. Scope: `limit_requests:write`. */
  approveLimitRequest(
    id: string,
    body: LimitRequestApproveSet,
    options: WriteOptions = {},
  ): Promise<LimitRequest> {
    return this.#send({
      route: `POST /limit_requests/${encodeURIComponent(id)}/approve`,
      body,
      options,
    });
  }

  /** Decline a limit request. Scope: `limit_requests:write`. */
  declineLimitRequest(
    id: string,
    body: LimitRequestDeclineSet,
    options: WriteOptions = {},
  ): Promise<LimitRequest> {
    return this.#send({
      route: `POST /limit_requests/${encodeURIComponent(id)}/decline`,
      body,
      options,
    });
  }

  /** Read what has happened at all partners. Scope: `events:read`. */
  listEvents(query: EventQuery = {}, options: CallOptions = {}): Promise<EventList> {
    return this.#send({ route: "GET /events", query, options });
  }

  /** List webhook endpoints. Scope: `webhooks:write`. */
  listWebhookEndpoints(
    query: WebhookEndpointQuery = {},
    options: CallOptions = {},
  ): Promise<Page<WebhookEndpoint>> {
    return this.#send({ route: "GET /webhook_endpoints", query, options });
  }

  /** List webhook endpoints, all pages: `for await (const row of rows) { ... }`. */
  allWebhookEndpoints(
    query: WebhookEndpointQuery = {},
    options: CallOptions = {},
  ): Rows<WebhookEndpoint> {
    return new Rows((cursor) =>
      this.listWebhookEndpoints({ limit: 100, ...query, ...cursor }, options),
    );
  }

  /** Create a webhook endpoint. Scope: `webhooks:write`. */
  createWebhookEndpoint(
    body: WebhookEndpointCreate,
    options: WriteOptions = {},
  ): Promise<WebhookEndpointWithSecret> {
    return this.#send({ route: "POST /webhook_endpoints", body, options });
  }

  /** Retrieve a webhook endpoint. Scope: `webhooks:write`. */
  getWebhookEndpoint(id: string, options: CallOptions = {}): Promise<WebhookEndpoint> {
    return this.#send({ route: `GET /webhook_endpoints/${encodeURIComponent(id)}`, options });
  }

  /** Update, disable or enable a webhook endpoint. Scope: `webhooks:write`. */
  updateWebhookEndpoint(
    id: string,
    body: WebhookEndpointUpdate,
    options: WriteOptions & { basedOn?: WebhookEndpoint } = {},
  ): Promise<WebhookEndpoint> {
    return this.#send({
      route: `PATCH /webhook_endpoints/${encodeURIComponent(id)}`,
      body,
      options,
    });
  }

  /** Rotate a webhook endpoint's secret. Scope: `webhooks:write`. */
  rotateWebhookSecret(id: string, options: WriteOptions = {}): Promise<WebhookEndpointWithSecret> {
    return this.#send({
      route: `POST /webhook_endpoints/${encodeURIComponent(id)}/rotate`,
      options,
    });
  }

  /** Send a test event. Scope: `webhooks:write`. */
  testWebhookEndpoint(
    id: string,
    body: WebhookTest,
    options: WriteOptions = {},
  ): Promise<WebhookTestSent> {
    return this.#send({
      route: `POST /webhook_endpoints/${encodeURIComponent(id)}/test`,
      body,
      options,
    });
  }

  /** Delete a webhook endpoint. Scope: `webhooks:write`. */
  deleteWebhookEndpoint(
    id: string,
    options: WriteOptions & { basedOn?: WebhookEndpointDeleted } = {},
  ): Promise<WebhookEndpointDeleted> {
    return this.#send({ route: `DELETE /webhook_endpoints/${encodeURIComponent(id)}`, options });
  }

  /** List the deliveries to a webhook endpoint. Scope: `webhooks:write`. */
  listWebhookDeliveries(
    id: string,
    query: WebhookDeliveryQuery = {},
    options: CallOptions = {},
  ): Promise<WebhookDeliveryList> {
    return this.#send({
      route: `GET /webhook_endpoints/${encodeURIComponent(id)}/deliveries`,
      query,
      options,
    });
  }

  /** List the deliveries to a webhook endpoint, all pages: `for await (const row of rows) { ... }`. */
  allWebhookDeliveries(
    id: string,
    query: WebhookDeliveryQuery = {},
    options: CallOptions = {},
  ): Rows<WebhookDeliveryList["data"][number]> {
    return new Rows((cursor) =>
      this.listWebhookDeliveries(id, { limit: 100, ...query, ...cursor }, options),
    );
  }

  /** Retrieve a delivery with its attempts. Scope: `webhooks:write`. */
  getWebhookDelivery(
    id: string,
    eventId: string,
    options: CallOptions = {},
  ): Promise<WebhookDelivery> {
    return this.#send({
      route: `GET /webhook_endpoints/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(eventId)}`,
      options,
    });
  }

  /** Send an event again. Scope: `webhooks:write`. */
  resendWebhookDelivery(
    id: string,
    eventId: string,
    options: WriteOptions = {},
  ): Promise<WebhookDelivery> {
    return this.#send({
      route: `POST /webhook_endpoints/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(eventId)}/resend`,
      options,
    });
  }

  /** List the audit log. Scope: `audit:read`. */
  listAuditLog(query: AuditQuery = {}, options: CallOptions = {}): Promise<AuditList> {
    return this.#send({ route: "GET /audit_log", query, options });
  }

  /** List the audit log, all pages: `for await (const row of rows) { ... }`. */
  allAuditLog(query: AuditQuery = {}, options: CallOptions = {}): Rows<AuditList["data"][number]> {
    return new Rows((cursor) => this.listAuditLog({ limit: 100, ...query, ...cursor }, options));
  }

  /** Sends a request until it succeeds, fails permanently, or is out of retries. */
  async #send<T extends object>(call: Call): Promise<T> {
    const { signal, onRetry } = call.options ?? {};
    const { maxRetries, maxWait } = call.isPatient ? WITHOUT_LIMIT : this.#limits;
    const request = this.#request(call);
    for (let retries = 0; ; retries++) {
      const outcome = await this.#try<T>(request, signal);
      if ("value" in outcome) {
        if (signal) SIGNALS.set(outcome.value, signal);
        return outcome.value;
      }
      // A proxy may send 0, or a date that has passed: asking at once, again and again, helps nobody.
      const told = Math.min(outcome.retryAfter ?? 0, call.isPatient ? MAX_PATIENCE : Infinity);
      const wait = told > 0 ? told : backoff(retries);
      if (!outcome.isWorthRetrying || retries >= maxRetries || wait > maxWait) throw outcome.error;
      onRetry?.(outcome.error, wait);
      await sleep(wait * 1000, signal);
    }
  }

  async #try<T extends object>(request: Prepared, own?: AbortSignal): Promise<Outcome<T>> {
    const timeout = AbortSignal.timeout(request.timeoutMs);
    const signal = own ? AbortSignal.any([own, timeout]) : timeout;
    try {
      const response = await fetch(request.url, { ...request.init, signal });
      if (request.isFile && response.ok) {
        return { value: new Uint8Array(await response.arrayBuffer()) as object as T };
      }
      return this.#read<T>(request, response, await response.text());
    } catch (cause) {
      own?.throwIfAborted();
      const message = timeout.aborted ? "no response in time" : "the connection failed";
      const failure = { message, details: {}, status: null, requestId: null, cause };
      const error = new LatchkeyError({ code: "unreachable", ...failure });
      return { error, isWorthRetrying: true, retryAfter: null };
    }
  }

  #read<T extends object>(request: Prepared, response: Response, sent: string): Outcome<T> {
    const { status, headers } = response;
    const isRevalidated = status === 304 && request.cached !== null;
    const text = isRevalidated ? (request.cached?.text ?? "") : sent;
    // Parsed anew each time, so that callers don't share an object.
    const body = parse(text);
    if ((response.ok || isRevalidated) && body) {
      const etag = headers.get("etag");
      // A proxy that compresses marks the API's strong ETags as weak, which If-Match never matches.
      if (etag) this.#etags.set(body, etag.replace(/^W\//, ""));
      const pause = retryAfterOf(headers);
      if (pause !== null) this.#pauses.set(body, pause);
      if (etag && request.init.method === "GET") this.#store(request.url, { etag, text });
      return { value: body as T };
    }
    const { code, error, details } = (body ?? {}) as Record<string, unknown>;
    const isOurs = typeof code === "string" && typeof error === "string";
    const requestId = headers.get("x-request-id");
    const failure = isOurs
      ? {
          code: code as ErrorCode,
          message: error,
          details: (details ?? {}) as Record<string, never>,
        }
      : { code: "unexpected_answer" as const, message: `status ${status}`, details: {} };
    return {
      error: new LatchkeyError({ ...failure, status, requestId }),
      isWorthRetrying: RETRIED.includes(status) || code === "idempotency_key_in_use",
      retryAfter: retryAfterOf(headers),
    };
  }

  #request({ route, query = {}, body, accept, options = {} }: Call): Prepared {
    const [method = "", path = ""] = route.split(" ");
    this.#clientId ??= crypto.randomUUID();
    const headers = new Headers({
      authorization: `Bearer ${this.#key}`,
      "user-agent": `latchkey-platform-ts/${VERSION}`,
      "x-client-id": this.#clientId,
      // Errors are JSON.
      accept: accept ? `${accept}, application/json;q=0.1` : "application/json",
    });
    if (this.#prefer) headers.set("prefer", this.#prefer);
    if (body) headers.set("content-type", "application/json");
    if (options.basedOn) headers.set("if-match", this.#etagOf(options.basedOn));
    if (method !== "GET") {
      const key = options.idempotencyKey ?? crypto.randomUUID();
      headers.set("idempotency-key", asHeader("idempotencyKey", key));
    }
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
    const url = this.#base + path + search;
    const isFile = accept !== undefined;
    const cached = (method === "GET" && !isFile && this.#cache.get(url)) || null;
    if (cached) headers.set("if-none-match", cached.etag);
    // The server may hold the request for as long.
    const { wait = 0 }: { wait?: number } = query;
    return {
      url,
      cached,
      isFile,
      // A signal refuses fractions, which 1.001 s has as a binary number.
      timeoutMs: Math.min(Math.ceil((this.#limits.timeout + wait) * 1000), MAX_SLEEP_MS),
      init: {
        method,
        headers,
        // Following a redirect could turn a write into a read, and send the key to another site.
        redirect: "manual",
        ...(body && { body: JSON.stringify(body) }),
      },
    };
  }

  #store(url: string, answer: CachedResponse): void {
    this.#forget(url);
    this.#cache.set(url, answer);
    this.#cachedCharacters += answer.text.length;
    for (const oldest of this.#cache.keys()) {
      const isTooMany = this.#cache.size > this.#limits.maxCached;
      if (!isTooMany && this.#cachedCharacters <= MAX_CACHED_CHARACTERS) return;
      this.#forget(oldest);
    }
  }

  #forget(url: string): void {
    this.#cachedCharacters -= this.#cache.get(url)?.text.length ?? 0;
    this.#cache.delete(url);
  }

  #etagOf(state: object): string {
    const etag = this.#etags.get(state);
    if (!etag) throw new TypeError("basedOn must be an object that this client returned");
    return etag;
  }
}

/** Every row of a list, read page by page: `for await (const row of rows) { ... }`. */
export class Rows<T> implements AsyncIterable<T> {
  readonly #list: (from: { cursor?: string }) => Promise<Page<T>>;

  constructor(list: (from: { cursor?: string }) => Promise<Page<T>>) {
    this.#list = list;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) {
      for (const row of page.data) {
        SIGNALS.get(page)?.throwIfAborted();
        yield row;
      }
    }
  }

  /**
   * The same rows, one page at a time. To resume after a restart, store a page's `next_cursor` when
   * you have processed the page, and pass it as `cursor` to `all()`.
   */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let page = await this.#list({});
    yield page;
    while (page.next_cursor !== null) {
      page = await this.#list({ cursor: page.next_cursor });
      yield page;
    }
  }
}

// Checked here, because fetch includes invalid values in its errors.
function asHeader(name: string, value: string): string {
  if (typeof value !== "string" || !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value)) {
    throw new TypeError(`${name} must contain only printable ASCII characters`);
  }
  return value;
}

function asWait(seconds: number): number {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 30) {
    throw new TypeError("wait must be an integer from 1 to 30 (seconds)");
  }
  return seconds;
}

function baseOf(baseUrl: string): string {
  const text = baseUrl.replace(/\/+$/, "");
  if (!/^https?:\/\/[^@?#\s]+$/.test(text)) {
    throw new TypeError("baseUrl must be an http(s) URL without credentials, query or fragment");
  }
  return text.endsWith(BASE_PATH) ? text : text + BASE_PATH;
}

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** Retry-After in seconds (RFC 9110, section 10.2.3); null if missing or invalid. */
function retryAfterOf(headers: Headers): number | null {
  const text = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(text)) return Number(text);
  if (!/^\w{3}, .* GMT$/.test(text)) return null;
  // Relative to the sender's Date, because clocks differ.
  const sentAt = Date.parse(headers.get("date") ?? "") || Date.now();
  const seconds = (Date.parse(text) - sentAt) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** The wait without Retry-After: half a second, doubled per retry up to 8 s, with random jitter. */
function backoff(retries: number): number {
  return Math.min(8, 0.5 * 2 ** retries) * (0.5 + Math.random() / 2);
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const end = () => {
      signal?.removeEventListener("abort", stop);
      resolve();
    };
    const timer = setTimeout(end, Math.min(ms, MAX_SLEEP_MS));
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
