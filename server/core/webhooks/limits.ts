const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

// Limits that receivers of webhooks can rely on, as specified. `/docs/webhooks` shows these figures.

/** The waits after each failed attempt: about three days in total. After the last one, it failed. */
export const RETRY_AFTER_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** Nothing is sent again that was sent so often: its page shows all attempts. */
export const MAX_ATTEMPTS = 100;
/** Each wait varies by this share either way, so that retries of one outage spread out. */
export const RETRY_JITTER = 0.2;
/** The longest Retry-After that is obeyed. */
export const MAX_HOLD_MS = 24 * HOUR_MS;
/** Until the connection is open, TLS included. */
export const CONNECT_MS = 5 * SECOND_MS;
/** For an attempt in total. */
export const EXCHANGE_MS = 15 * SECOND_MS;
/** Requests to one endpoint at the same time. */
export const MAX_IN_FLIGHT = 10;
/** No event is larger: a snapshot of a customer whose metadata JSON has to escape. */
export const MAX_EVENT_KIB = 160;
/** After so long without a success, an endpoint is disabled. */
export const FAILING_DAYS = 5;
/** How long deliveries, their attempts and the counts per hour are stored. */
export const DELIVERY_DAYS = 30;
/** Bodies and headers that are kept in an hour: of each endpoint's successes, and of its failures. */
export const KEPT_KIB = 1_024;
/** How long the previous secret signs, too. */
export const ROTATION_MS = 24 * HOUR_MS;

/** After so long without a success, an endpoint needs attention. */
export const FAILING_FOR_MS = 30 * 60_000;
/** Specified: after so many days without a success, the endpoint's partner is warned. */
export const WARNING_DAYS = [1, 3] as const;
