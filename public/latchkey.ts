/**
 * Latchkey: a client of the reseller API, in one file without dependencies. Copy it into your
 * project; it runs on Node 20.3 or later and on other platforms with `fetch`.
 *
 *     const latchkey = new Latchkey({ key: process.env.LATCHKEY_KEY ?? "", baseUrl: "https://..." });
 *     for await (const account of latchkey.accounts.all({ status: "active" })) { ... }
 *
 * Requests that fail with 408, 429, 500, 502, 503 or 504, or without a response, are retried after
 * `Retry-After` or with exponential backoff. Every write carries an Idempotency-Key, so a retry has
 * no further effect. Responses to reads are cached and revalidated with If-None-Match.
 */

// <types> generated from the OpenAPI document

/** The release of Latchkey that this file belongs to. */
export const VERSION = "0.1.0";

const BASE_PATH = "/api/v1/reseller";

export type Partner = {
  /** Partner identifier */
  id: string;
  /** Short partner code */
  code: string;
  /** Display name */
  name: string;
  /** Account status. Suspended accounts are read-only. */
  status: "active" | "suspended";
  /** The partner's own revenue share this month, in percent */
  revshare_pct: number;
  /** Branding settings: logo_url, colour (#rrggbb) and support_email. Contains only what the partner has set. */
  branding: Record<string, unknown>;
  /** Number of the partner's customers that are not closed */
  user_count: number;
};

export type ApiKey = {
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
};

export type AccountCreate = {
  /** Email address, unique among your customers. Stored as sent and matched case-insensitively. Leading or trailing whitespace is rejected. */
  email: string;
  /** Customer name. Leading and trailing whitespace is removed. */
  name?: string | null;
  external_id?: string | null;
  /** Custom key-value data. Up to 50 keys (40 characters) with values up to 500 characters. Keys and values are stored exactly as given. */
  metadata?: Record<string, string>;
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
};

export type AccountBatch = {
  /** The customers to create */
  accounts: AccountCreate[];
};

export type AccountBatchResult = {
  /** One result for each item, in the order of the request */
  data: {
    /** Whether the item was created, exists already or is invalid. Later versions may have more. */
    status: "created" | "exists" | "invalid";
    /** Account ID; null if the item is invalid */
    id: string | null;
    /** The new account; null if none was created */
    account: Account | null;
    /** Why no account was created; null if one was */
    error: string | null;
    /** The error code that the item alone would get; null if it was created */
    code: "conflict" | "validation_failed" | null;
    /** As in an error body; null if an account was created */
    details: Record<string, unknown> | null;
  }[];
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
};

export type PayoutChargeQuery = {
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
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
      /** Your share of `net`, at the terms of each month and product */
      estimated_share: number;
    }[];
  };
};

export type PriceQuery = {
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
};

export type Price = {
  /** Product code */
  product: string;
  /** Product name */
  name: string;
  /** Minimum price in minor units. If it rises above your price, your price is raised to it. */
  floor: number;
  /** Retail price in minor units */
  amount: number;
  /** ISO 4217 currency code */
  currency: string;
  /** Whether the amount is the product's default because you have never set a price */
  is_default: boolean;
  /** Version number, incremented on each change. 0 before the first. */
  version: number;
  /** When the price last changed; before your first change, when the product last changed */
  updated_at: string;
  /** When the platform archived the product; null if it is available. Customers who were created before are billed for it as before, others can't be charged for it, and its price can't be changed. */
  archived_at: string | null;
};

export type PriceSet = {
  /** Retail price in minor units of the product's currency */
  amount: number;
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

export type TransferQuery = {
  /** `next_cursor` from the previous page, exactly as given */
  cursor?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
  /** Only items with this status */
  status?: "pending" | "sent" | "paid" | "failed" | "canceled";
  /** Only items in this currency */
  currency?: string;
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
  }[];
  /** Cursor for the next page; null on the last page */
  next_cursor: string | null;
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

export type EventQuery = {
  /** Only these types, separated by commas: `account.*,payout.paid`. Default: all that the key may read */
  types?: string;
  /** Only events after this one: `next_after` of the previous response, a sequence, or an event's id. `latest`: only events from now on. Default: from the oldest event that is kept */
  after?: string;
  /** Number of items to return. Default: 25 */
  limit?: number;
  /** If there are no such events yet, wait for up to so many seconds until there are, 0 to 30. Default: 0 */
  wait?: number;
};

export type EventList = {
  /** Oldest first */
  data: LatchkeyEvent[];
  /** Pass it as `after` of the next request, also if `data` is empty: store it */
  next_after: number;
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

export type EventSubject = {
  /** The kind of object: `account`, `payout`, ... */
  type: string;
  /** Its id; of prices and products, the product's code */
  id: string;
  /** Where to read it, below the base path; null if the API does not return it */
  url: string | null;
};

export type EventFields = {
  /** Begins with evt_; the same in each delivery of the event */
  id: string;
  /** Counts your events from 1, without gaps, in the order in which they happened; after a restore of the platform's database, from a much higher number. A key that may not read some types sees gaps. A test event has 0 */
  sequence: number;
  /** When it happened */
  occurred_at: string;
  /** You */
  partner_id: string;
  subject: EventSubject;
};

/** The data of each type of event. A newer server may send further types and fields. */
export type EventData = {
  /** A customer was added. */
  "account.created": {
    /** The customer's ID in your system; null if not set */
    external_id: string | null;
  };
  /** A customer's details were changed. */
  "account.updated": {
    /** The fields that were changed; their values are in the account */
    changed: ("email" | "name" | "external_id" | "metadata")[];
  };
  /** A customer was suspended; it is still billed. */
  "account.suspended": Record<string, never>;
  /** A suspended customer was resumed. */
  "account.resumed": Record<string, never>;
  /** A customer was closed: charges dated after the closing are refused. */
  "account.closed": Record<string, never>;
  /** A closed customer was reopened. */
  "account.reopened": Record<string, never>;
  /** A customer was transferred to another partner: it is no longer among your accounts. */
  "account.transferred_out": Record<string, never>;
  /** A customer was transferred to you from another partner. */
  "account.transferred_in": {
    /** The customer's external ID; null if not set */
    external_id: string | null;
  };
  /** A customer was anonymized: delete your copy of its personal data too. */
  "account.anonymized": Record<string, never>;
  /** One of your prices was changed, by you or by a raised floor. */
  "price.changed": {
    /** ISO 4217 currency code */
    currency: string;
    /** In minor units of `currency` */
    before: number;
    /** In minor units of `currency` */
    after: number;
    /** The price's version after the change */
    version: number;
  };
  /** The platform added products, or changed their name, floor or default price. */
  "product.changed": {
    /** The number of products */
    count: number;
    /** Product codes, at most the first 100 */
    products: string[];
  };
  /** The platform archived a product: customers who are created later can't be charged for it, and you can't change its price. */
  "product.archived": Record<string, never>;
  /** The platform made an archived product available again. */
  "product.unarchived": Record<string, never>;
  /** Charges of your customers were recorded, as one batch. */
  "charges.recorded": {
    /** The number of charges */
    charges: number;
    /** The number of refunds */
    refunds: number;
    /** The same by currency */
    sums: {
      /** ISO 4217 currency code */
      currency: string;
      /** The number of charges */
      charges: number;
      /** In minor units of `currency` */
      gross: number;
      /** The number of refunds */
      refunds: number;
      /** The sum of the refunds less reversed ones, in minor units */
      refunded: number;
    }[];
  };
  /** A month was closed: your share of it. */
  "payout.created": {
    /** The month, in UTC: 2026-10 */
    period: string;
    /** ISO 4217 currency code */
    currency: string;
    /** In minor units of `currency` */
    gross: number;
    /** In minor units of `currency` */
    amount: number;
  };
  /** A closed month was adjusted, by a further payout with the difference. */
  "payout.adjusted": {
    /** The month, in UTC: 2026-10 */
    period: string;
    /** ISO 4217 currency code */
    currency: string;
    /** In minor units of `currency` */
    gross: number;
    /** In minor units of `currency` */
    amount: number;
    /** ID of the payout it adjusts */
    corrects_id: string;
  };
  /** A payout was transferred. */
  "payout.paid": {
    /** The month, in UTC: 2026-10 */
    period: string;
    /** ISO 4217 currency code */
    currency: string;
    /** In minor units of `currency` */
    amount: number;
    /** Transfer reference */
    reference: string;
    /** ID of the transfer that pays it; null if it was paid without one */
    transfer_id?: string | null;
  };
  /** The transfer of a payout failed, or was returned. */
  "payout.failed": {
    /** The month, in UTC: 2026-10 */
    period: string;
    /** ISO 4217 currency code */
    currency: string;
    /** In minor units of `currency` */
    amount: number;
    /** Transfer reference */
    reference: string;
    /** ID of the transfer that pays it; null if it was paid without one */
    transfer_id?: string | null;
  };
  /** A transfer of what you are owed was created. It is not paid yet. */
  "transfer.created": {
    /** What the transfer's statement is called */
    statement: string;
    /** Number of the transfer's statement */
    statement_number: number;
    /** ISO 4217 currency code */
    currency: string;
    /** In minor units of `currency` */
    amount: number;
    /** Number of payouts that it pays */
    payouts: number;
  };
  /** A transfer was paid. Each of its payouts has a `payout.paid`. */
  "transfer.paid": {
    /** What the transfer's statement is called */
    statement: string;
    /** Number of the transfer's statement */
    statement_number: number;
    /** ISO 4217 currency code */
    currency: string;
    /** In minor units of `currency` */
    amount: number;
    /** Transfer reference */
    reference: string;
  };
  /** A transfer failed, or was returned: what it paid is due again. Each of its payouts has a `payout.failed`. */
  "transfer.failed": {
    /** What the transfer's statement is called */
    statement: string;
    /** Number of the transfer's statement */
    statement_number: number;
    /** ISO 4217 currency code */
    currency: string;
    /** In minor units of `currency` */
    amount: number;
    /** Transfer reference */
    reference: string;
  };
  /** The platform set your revenue share from a later month on. */
  "term.created": {
    /** Code of the product; null: all products without a term of their own */
    product: string | null;
    /** First month it applies to, in UTC: 2026-12 */
    from_month: string;
    /** In percent of the net revenue */
    percent: number;
    /** The percentage that would have applied to that month */
    before: number;
  };
  /** An API key was issued; also for the successor of a rotated key. */
  "key.created": {
    /** The key's label */
    label: string;
    /** Scopes of the key */
    scopes: string[];
    /** Null for a key that does not expire */
    expires_at: string | null;
    /** Requests per minute */
    per_minute: number;
    /** CIDR ranges that the key can be used from; empty for anywhere */
    allowed_networks: string[];
  };
  /** An API key got a successor; both are valid. */
  "key.rotated": {
    /** The key's label */
    label: string;
    /** The new key */
    successor_id: string;
  };
  /** An API key was revoked, or its scheduled revoke took effect. */
  "key.revoked": {
    /** The key's label */
    label: string;
    /** Whether the revocation was scheduled */
    was_scheduled: boolean;
  };
  /** An API key expires in at most 30, 7 or 1 days. */
  "key.expiring": {
    /** The key's label */
    label: string;
    /** When it expires */
    expires_at: string;
    /** 30, 7 or 1 */
    days: number;
  };
  /** An API key has expired. */
  "key.expired": {
    /** The key's label */
    label: string;
    /** When it expired */
    expires_at: string;
  };
  /** The rate limit of an API key was changed. */
  "key.limit_changed": {
    /** The key's label */
    label: string;
    /** Requests per minute */
    before: number;
    /** Requests per minute */
    after: number;
  };
  /** The address ranges that an API key can be used from were changed. */
  "key.networks_changed": {
    /** The key's label */
    label: string;
    /** CIDR ranges that the key can be used from; empty for anywhere */
    before: string[];
    /** CIDR ranges that the key can be used from; empty for anywhere */
    after: string[];
  };
  /** The platform removed a scope that active keys had: they no longer have it. */
  "scope.removed": {
    /** The number of your active keys that lost the scope */
    count: number;
    /** IDs of these keys, at most the first 100 */
    keys: string[];
  };
  /** An API key was found in public, for example in a repository. */
  "key.leaked": {
    /** The key's label */
    label: string;
    /** The kind of place where it was found, such as `commit` */
    source: string;
    /** Where it was found; null if unknown */
    url: string | null;
    /** Whether the platform has revoked it for this reason */
    revoked: boolean;
  };
  /** A higher limit was requested for an API key. */
  "limit_request.opened": {
    /** ID of the API key */
    key_id: string;
    /** Requests per minute */
    current_per_minute: number;
    /** Requests per minute */
    wanted_per_minute: number;
  };
  /** A request for a higher limit was approved. */
  "limit_request.approved": {
    /** ID of the API key */
    key_id: string;
    /** Requests per minute */
    granted_per_minute: number;
  };
  /** A request for a higher limit was declined. */
  "limit_request.declined": {
    /** ID of the API key */
    key_id: string;
    /** Reason */
    answer: string;
  };
  /** The platform suspended you: write endpoints are closed. */
  "partner.suspended": {
    /** Reason, if given */
    reason: string | null;
  };
  /** The platform ended the suspension. */
  "partner.reactivated": Record<string, never>;
  /** The platform ended the partnership: write endpoints stay closed, and your months are still closed and paid. */
  "partner.terminated": {
    /** Reason, if given */
    reason: string | null;
  };
  /** Your name, terms or branding were changed. */
  "partner.updated": {
    /** The fields that were changed */
    changed: (
      | "name"
      | "revshare_pct"
      | "max_active_keys"
      | "minimum_payout"
      | "hold_days"
      | "tax_note"
      | "branding"
    )[];
  };
  /** A webhook endpoint has failed for 1 or 3 days; after 5 it is disabled. */
  "webhook_endpoint.failing": {
    /** 1 or 3 */
    days: number;
    /** Time of the first failure since the last success */
    failing_since: string;
  };
  /** A webhook endpoint was turned off because deliveries to it failed. */
  "webhook_endpoint.disabled": {
    /** Reason */
    reason: string;
  };
  /** A test of a webhook endpoint. */
  ping: Record<string, never>;
  /** An alert that you set was triggered. */
  "alert.triggered": {
    /** The measurement */
    kind: "rate_limited_share" | "error_share" | "endpoint_success" | "no_traffic";
    /** ID of the API key or webhook endpoint; null for all API keys */
    target: string | null;
    /** The rule as a sentence */
    rule: string;
    /** In percent; in hours for `no_traffic` */
    threshold: number;
    /** The measured value, in the same unit */
    value: number;
  };
  /** An alert that was triggered is resolved, or was deleted. */
  "alert.resolved": {
    /** The measurement */
    kind: "rate_limited_share" | "error_share" | "endpoint_success" | "no_traffic";
    /** ID of the API key or webhook endpoint; null for all API keys */
    target: string | null;
    /** The rule as a sentence */
    rule: string;
    /** In percent; in hours for `no_traffic` */
    threshold: number;
    /** The measured value, in the same unit */
    value: number;
  };
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
      | "accounts:read"
      | "accounts:write"
      | "accounts:manage"
      | "charges:read"
      | "metrics:read"
      | "prices:read"
      | "prices:write"
      | "payouts:read"
      | "events:read"
      | "webhooks:write";
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

// </types>

// <partners> not in latchkey-platform.ts
/** An event of one type. */
export type EventOf<Type extends keyof EventData> = EventFields & {
  type: Type;
  data: EventData[Type];
};

/**
 * Something that has happened. `type` determines the type of `data`:
 * `if (event.type === "payout.paid") console.log(event.data.amount);`. A newer server may send types
 * that this file doesn't know: ignore them.
 */
export type LatchkeyEvent = { [Type in keyof EventData]: EventOf<Type> }[keyof EventData];

export type EventPage = EventList;
export type ListenQuery = Omit<EventQuery, "after"> & { after?: string | number };
// </partners>

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
  /** `rsk_...`, with the scopes that your calls need. */
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

// <partners> not in latchkey-platform.ts
/** For how many seconds `listen` lets the server hold a request without events. */
const LISTEN_WAIT = 20;
/** How long `listen` waits before it asks again, if the server did not hold its request. */
const LISTEN_PAUSE_MS = 1_000;
/** How often `change` rereads a price that somebody else has changed in the meantime. */
const MAX_ROUNDS = 10;

type WithSecret = WebhookEndpointWithSecret & { secret: string };

/** Fails instead of returning an endpoint without its secret. */
function shown(endpoint: WebhookEndpointWithSecret): WithSecret {
  const { id, secret } = endpoint;
  if (secret !== null) return { ...endpoint, secret };
  const message = `An earlier call with this idempotencyKey returned the secret of ${id}, and it is no longer shown. Call webhookEndpoints.rotate() with another idempotencyKey for a new one.`;
  const failure = { code: "secret_unavailable", message, details: { id } } as const;
  throw new LatchkeyError({ ...failure, status: null, requestId: null });
}
// </partners>

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

export class Latchkey {
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

  // <partners> not in latchkey-platform.ts
  /** The partner that the key belongs to; needs no scope. */
  me(options: CallOptions = {}): Promise<Partner> {
    return this.#send({ route: "GET /me", options });
  }

  /** The key that this client sends: its scopes, limit and expiration; needs no scope. */
  key(options: CallOptions = {}): Promise<ApiKey> {
    return this.#send({ route: "GET /key", options });
  }

  readonly accounts = {
    list: (query: AccountQuery = {}, options: CallOptions = {}): Promise<Page<Account>> =>
      this.#send({ route: "GET /accounts", query, options }),
    all: (query: AccountQuery = {}, options: CallOptions = {}): Rows<Account> =>
      new Rows((cursor) => this.accounts.list({ limit: 100, ...query, ...cursor }, options)),
    get: (id: string, options: CallOptions = {}): Promise<Account> =>
      this.#send({ route: `GET ${accountPath(id)}`, options }),
    create: (account: AccountCreate, options: WriteOptions = {}): Promise<Account> =>
      this.#send({ route: "POST /accounts", body: account, options }),
    /** Up to 100 customers. Each is created, exists or is invalid: `data` says which, in order. */
    createBatch: (
      accounts: AccountCreate[],
      options: WriteOptions = {},
    ): Promise<AccountBatchResult> =>
      this.#send({ route: "POST /accounts/batch", body: { accounts }, options }),
    suspend: (id: string, options: WriteOptions = {}): Promise<Account> =>
      this.#send({ route: `POST ${accountPath(id, "/suspend")}`, options }),
    resume: (id: string, options: WriteOptions = {}): Promise<Account> =>
      this.#send({ route: `POST ${accountPath(id, "/resume")}`, options }),
    close: (id: string, options: WriteOptions = {}): Promise<Account> =>
      this.#send({ route: `POST ${accountPath(id, "/close")}`, options }),
    reopen: (id: string, options: WriteOptions = {}): Promise<Account> =>
      this.#send({ route: `POST ${accountPath(id, "/reopen")}`, options }),
    /** Closes the account for good and removes its personal data. This can't be undone. */
    anonymize: (id: string, options: WriteOptions = {}): Promise<Account> =>
      this.#send({ route: `POST ${accountPath(id, "/anonymize")}`, options }),
    /**
     * Merges the changes into the account: null removes a value or a key of the metadata. With
     * `basedOn`, an account that `get`, `create` or a change of this client returned, throws
     * `precondition_failed` if it has changed since.
     */
    update: (
      id: string,
      changes: AccountUpdate,
      options: WriteOptions & { basedOn?: Account } = {},
    ): Promise<Account> =>
      this.#send({ route: `PATCH ${accountPath(id)}`, body: changes, options }),
  };

  readonly charges = {
    list: (query: ChargeQuery = {}, options: CallOptions = {}): Promise<Page<Charge>> =>
      this.#send({ route: "GET /charges", query, options }),
    all: (query: ChargeQuery = {}, options: CallOptions = {}): Rows<Charge> =>
      new Rows((cursor) => this.charges.list({ limit: 100, ...query, ...cursor }, options)),
    get: (id: string, options: CallOptions = {}): Promise<Charge> =>
      this.#send({ route: `GET /charges/${encodeURIComponent(id)}`, options }),
  };

  readonly metrics = {
    get: (query: MetricsQuery = {}, options: CallOptions = {}): Promise<Metrics> =>
      this.#send({ route: "GET /metrics", query, options }),
  };

  readonly prices = {
    list: (query: PriceQuery = {}, options: CallOptions = {}): Promise<Page<Price>> =>
      this.#send({ route: "GET /prices", query, options }),
    all: (query: PriceQuery = {}, options: CallOptions = {}): Rows<Price> =>
      new Rows((cursor) => this.prices.list({ limit: 100, ...query, ...cursor }, options)),
    get: (product: string, options: CallOptions = {}): Promise<Price> =>
      this.#send({ route: `GET /prices/${encodeURIComponent(product)}`, options }),
    /**
     * With `basedOn`, a price that `get`, `set` or `change` of this client returned, sets the price
     * only if nobody has changed it since; otherwise the call fails with `precondition_failed`.
     */
    set: (
      product: string,
      price: PriceSet,
      options: WriteOptions & { basedOn?: Price } = {},
    ): Promise<Price> =>
      this.#send({ route: `PUT /prices/${encodeURIComponent(product)}`, body: price, options }),
    /**
     * Reads the price, passes it to `decide`, and sets the result if nobody has changed the price
     * in the meantime; otherwise starts again. If `decide` returns null, the price stays as it is.
     */
    change: async (
      product: string,
      decide: (current: Price) => PriceSet | null,
      options: CallOptions = {},
    ): Promise<Price> => {
      for (let round = 1; ; round++) {
        const current = await this.prices.get(product, options);
        const price = decide(current);
        if (price === null) return current;
        try {
          return await this.prices.set(product, price, { ...options, basedOn: current });
        } catch (error) {
          const isOvertaken =
            error instanceof LatchkeyError && error.code === "precondition_failed";
          if (!isOvertaken || round === MAX_ROUNDS) throw error;
        }
      }
    },
  };

  readonly payouts = {
    list: (query: PayoutQuery = {}, options: CallOptions = {}): Promise<Page<Payout>> =>
      this.#send({ route: "GET /payouts", query, options }),
    all: (query: PayoutQuery = {}, options: CallOptions = {}): Rows<Payout> =>
      new Rows((cursor) => this.payouts.list({ limit: 100, ...query, ...cursor }, options)),
    get: (id: string, options: CallOptions = {}): Promise<Payout> =>
      this.#send({ route: `GET /payouts/${encodeURIComponent(id)}`, options }),
    /** The charges, refunds and reversals that the payout counts. */
    charges: (
      id: string,
      query: PayoutChargeQuery = {},
      options: CallOptions = {},
    ): Promise<Page<Charge>> =>
      this.#send({ route: `GET /payouts/${encodeURIComponent(id)}/charges`, query, options }),
    allCharges: (
      id: string,
      query: PayoutChargeQuery = {},
      options: CallOptions = {},
    ): Rows<Charge> =>
      new Rows((cursor) => this.payouts.charges(id, { limit: 100, ...query, ...cursor }, options)),
    /** The lines that the payout is the sum of, one for each product. */
    lines: (
      id: string,
      query: PayoutLineQuery = {},
      options: CallOptions = {},
    ): Promise<PayoutLineList> =>
      this.#send({ route: `GET /payouts/${encodeURIComponent(id)}/lines`, query, options }),
    allLines: (id: string, options: CallOptions = {}): Rows<PayoutLineList["data"][number]> =>
      new Rows((cursor) => this.payouts.lines(id, { limit: 100, ...cursor }, options)),
  };

  readonly terms = {
    list: (query: TermQuery = {}, options: CallOptions = {}): Promise<TermList> =>
      this.#send({ route: "GET /terms", query, options }),
    all: (options: CallOptions = {}): Rows<TermList["data"][number]> =>
      new Rows((cursor) => this.terms.list({ limit: 100, ...cursor }, options)),
  };

  readonly transfers = {
    list: (
      query: TransferQuery = {},
      options: CallOptions = {},
    ): Promise<Page<TransferList["data"][number]>> =>
      this.#send({ route: "GET /transfers", query, options }),
    all: (
      query: TransferQuery = {},
      options: CallOptions = {},
    ): Rows<TransferList["data"][number]> =>
      new Rows((cursor) => this.transfers.list({ limit: 100, ...query, ...cursor }, options)),
    get: (id: string, options: CallOptions = {}): Promise<Transfer> =>
      this.#send({ route: `GET ${transferPath(id)}`, options }),
    statement: (id: string, options: CallOptions = {}): Promise<Statement> =>
      this.#send({ route: `GET ${transferPath(id, "/statement")}`, options }),
    /** The statement as a file, to be saved or passed on. */
    statementFile: (
      id: string,
      type: StatementFileType,
      options: CallOptions = {},
    ): Promise<Uint8Array> =>
      this.#send({ route: `GET ${transferPath(id, "/statement")}`, accept: type, options }),
  };

  readonly webhookEndpoints = {
    list: (
      query: WebhookEndpointQuery = {},
      options: CallOptions = {},
    ): Promise<Page<WebhookEndpoint>> =>
      this.#send({ route: "GET /webhook_endpoints", query, options }),
    all: (query: WebhookEndpointQuery = {}, options: CallOptions = {}): Rows<WebhookEndpoint> =>
      new Rows((cursor) =>
        this.webhookEndpoints.list({ limit: 100, ...query, ...cursor }, options),
      ),
    get: (id: string, options: CallOptions = {}): Promise<WebhookEndpoint> =>
      this.#send({ route: `GET ${endpointPath(id)}`, options }),
    /**
     * The response has the secret for `verifyWebhook()`. A repeat with the same `idempotencyKey`
     * returns it within 10 minutes, and fails with `secret_unavailable` afterwards.
     */
    create: async (
      endpoint: WebhookEndpointCreate,
      options: WriteOptions = {},
    ): Promise<WithSecret> =>
      shown(await this.#send({ route: "POST /webhook_endpoints", body: endpoint, options })),
    /**
     * With `basedOn`, an endpoint that `get` or `update` of this client returned, `update` and
     * `delete` fail with `precondition_failed` if the endpoint has changed since.
     */
    update: (
      id: string,
      fields: WebhookEndpointUpdate,
      options: WriteOptions & { basedOn?: WebhookEndpoint } = {},
    ): Promise<WebhookEndpoint> =>
      this.#send({ route: `PATCH ${endpointPath(id)}`, body: fields, options }),
    delete: (
      id: string,
      options: WriteOptions & { basedOn?: WebhookEndpoint } = {},
    ): Promise<WebhookEndpointDeleted> =>
      this.#send({ route: `DELETE ${endpointPath(id)}`, options }),
    /**
     * The previous secret is valid for another 24 hours, unless you rotate again within that time.
     * A repeat with the same `idempotencyKey` is as for `create`.
     */
    rotate: async (id: string, options: WriteOptions = {}): Promise<WithSecret> =>
      shown(await this.#send({ route: `POST ${endpointPath(id)}/rotate`, options })),
    test: (id: string, test: WebhookTest, options: WriteOptions = {}): Promise<WebhookTestSent> =>
      this.#send({ route: `POST ${endpointPath(id)}/test`, body: test, options }),
  };

  readonly webhookDeliveries = {
    list: (
      endpointId: string,
      query: WebhookDeliveryQuery = {},
      options: CallOptions = {},
    ): Promise<WebhookDeliveryList> =>
      this.#send({ route: `GET ${deliveryPath(endpointId)}`, query, options }),
    all: (
      endpointId: string,
      query: WebhookDeliveryQuery = {},
      options: CallOptions = {},
    ): Rows<WebhookDeliveryList["data"][number]> =>
      new Rows((cursor) =>
        this.webhookDeliveries.list(endpointId, { limit: 100, ...query, ...cursor }, options),
      ),
    get: (
      endpointId: string,
      eventId: string,
      options: CallOptions = {},
    ): Promise<WebhookDelivery> =>
      this.#send({ route: `GET ${deliveryPath(endpointId, eventId)}`, options }),
    /** Sends the event to the endpoint again, whatever the delivery's status. */
    resend: (
      endpointId: string,
      eventId: string,
      options: WriteOptions = {},
    ): Promise<WebhookDelivery> =>
      this.#send({ route: `POST ${deliveryPath(endpointId, eventId)}/resend`, options }),
  };

  readonly events = {
    list: (query: EventQuery = {}, options: CallOptions = {}): Promise<EventPage> =>
      this.#readEvents(query, options),
    /**
     * Every event, as it happens: `for await (const event of latchkey.events.listen({ after })) {}`.
     * To resume after a restart, store an event's `sequence` once you have processed it, and pass
     * it as `after`: if your program fails in between, it gets the event again. Without `after` it
     * begins with the oldest event that is kept; with "latest" only with new ones.
     *
     * Once the first request has succeeded, it waits for a server that is unavailable for as long
     * as that takes. Other failures end it, for example `revoked_api_key`, or `events_expired` if
     * the events after `after` have been deleted: read the current state from the other endpoints
     * and continue with `after: error.details.oldest_sequence - 1`.
     */
    listen: (
      query: ListenQuery = {},
      options: ListenOptions = {},
    ): AsyncGenerator<LatchkeyEvent, never, undefined> => this.#listen(query, options),
  };

  async *#listen(
    { types, limit = 100, wait = LISTEN_WAIT, after: start }: ListenQuery,
    options: ListenOptions,
  ): AsyncGenerator<LatchkeyEvent, never, undefined> {
    const { signal } = options;
    let after = start;
    for (let isPatient = false; ; isPatient = true) {
      // Asked without a wait, "latest" becomes a position: a lost response then loses no event.
      const isLatest = after === "latest";
      const seconds = isLatest ? 0 : wait;
      const filter = {
        ...(types !== undefined && { types }),
        ...(after !== undefined && { after }),
      };
      const sentAt = Date.now();
      const page = await this.#readEvents({ ...filter, limit, wait: seconds }, options, isPatient);
      for (const event of page.data) {
        signal?.throwIfAborted();
        yield event;
      }
      after = page.next_after;
      // The server holds only so many requests, and says how long to wait.
      const isHeld = page.data.length > 0 || Date.now() - sentAt > LISTEN_PAUSE_MS;
      const pauseMs = (this.#pauses.get(page) ?? 0) * 1000 || LISTEN_PAUSE_MS;
      if (!isHeld && !isLatest) await sleep(pauseMs, signal);
    }
  }

  #readEvents(query: object, options: ListenOptions, isPatient = false): Promise<EventPage> {
    return this.#send({ route: "GET /events", query, options, isPatient });
  }
  // </partners>

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
      "user-agent": `latchkey-ts/${VERSION}`,
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

// <partners> not in latchkey-platform.ts
const transferPath = (id: string, of = "") => `/transfers/${encodeURIComponent(id)}${of}`;
const accountPath = (id: string, below = "") => `/accounts/${encodeURIComponent(id)}${below}`;
const endpointPath = (id: string) => `/webhook_endpoints/${encodeURIComponent(id)}`;
const deliveryPath = (endpointId: string, eventId?: string) =>
  `${endpointPath(endpointId)}/deliveries${eventId === undefined ? "" : `/${encodeURIComponent(eventId)}`}`;

/** How far a webhook's time may be off, either way: an older one may have been replayed. */
const WEBHOOK_TOLERANCE_SECONDS = 300;

export type WebhookRequest = {
  /** The body exactly as it arrived, before any parsing: text, or bytes such as a Buffer. */
  body: string | Uint8Array;
  /** The request's headers, for example a `Headers` object or Node's `request.headers`. */
  headers: HeaderGetter | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The endpoint's secret: `whsec_...`. */
  secret: string;
};

/**
 * Returns the event in a webhook that Latchkey has sent in the last five minutes. Throws an Error
 * for any other: respond with status 400. Throws a TypeError if the secret or the body can't be
 * used: that is a fault of your program. An event may arrive more than once, with the same `id`.
 */
export async function verifyWebhook<Event = LatchkeyEvent>({
  body,
  headers,
  secret,
}: WebhookRequest): Promise<Event> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  if (!ArrayBuffer.isView(bytes)) {
    throw new TypeError("body must be the body as it arrived, as text or bytes");
  }
  const secretBytes = bytesOf(String(secret).replace(/^whsec_/, ""));
  if (secretBytes === null || secretBytes.length === 0) {
    throw new TypeError("secret must be whsec_ followed by base64");
  }
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ");
  const ageSeconds = Math.abs(Math.floor(Date.now() / 1000) - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || ageSeconds > WEBHOOK_TOLERANCE_SECONDS) {
    throw new Error("the webhook's timestamp is more than five minutes off");
  }
  const start = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(start.length + bytes.length);
  content.set(start);
  content.set(bytes, start.length);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secretBytes, algorithm, false, ["verify"]);
  for (const text of signatures) {
    const signature = text.startsWith("v1,") ? bytesOf(text.slice("v1,".length)) : null;
    // Compares in constant time.
    if (signature && (await crypto.subtle.verify("HMAC", key, signature, content))) {
      return JSON.parse(new TextDecoder().decode(bytes)) as Event;
    }
  }
  throw new Error("the webhook's signature is wrong");
}

type HeaderGetter = { get(name: string): string | null };

/** The header, whatever the case of its name. Throws if it is missing. */
function headerOf(headers: WebhookRequest["headers"], name: string): string {
  const all = isGetter(headers) ? { [name]: headers.get(name) ?? undefined } : headers;
  const values = Object.entries(all).flatMap(([key, value]) =>
    key.toLowerCase() === name && value !== undefined ? value : [],
  );
  if (values.length === 0) throw new Error(`the webhook has no header ${name}`);
  return values.join(" ");
}

// Not `instanceof Headers`: frameworks and polyfills have classes of their own.
function isGetter(headers: WebhookRequest["headers"]): headers is HeaderGetter {
  return typeof (headers as Partial<HeaderGetter>).get === "function";
}

/** The bytes of a base64 text; null if it is not one. */
function bytesOf(base64: string) {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
// </partners>

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
