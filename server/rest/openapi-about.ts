import { OTHER_DIGITS } from "../core/values/currencies";

const DECIMALS = OTHER_DIGITS.map(
  ([digits, codes]) => `- ${digits === 0 ? "No" : digits} decimals: ${codes.join(", ")}.`,
).join("\n");

const RATE_LIMITS = `## Rate limits

Each key is limited to 300 requests per minute by default, with bursts of up to 10 seconds' worth (50 requests). \`RateLimit-Policy: "burst";q=50;w=10, "minute";q=300;w=60\` gives the burst size, the seconds it takes to refill, and the requests per minute that the key can send in the long run. \`RateLimit: "burst";r=12;t=8\` gives the requests that you can send now and the seconds until the whole burst is available; \`t\` is omitted if waiting requests push it beyond \`w\`. After a 429, wait \`Retry-After\` seconds. Your next request is then guaranteed to be accepted, because a slot is reserved for it.

Slots are reserved per caller. Workers that share a key, an IP address and a URL look like one caller: one may take another's slot, so some retries get another 429, most of them in the first ten seconds. Send a stable \`X-Client-Id\` per worker (any text) to give each its own wait and its own slot. An ID that changes with each attempt reserves nothing.

IDs make waits even, not shorter, and there are more 429s, because each worker then waits for its own slot before each request. Measured by simulation: a key with 300 requests per minute, whose workers share an IP address and a URL and send requests in a loop without a pause for 10 minutes, in which 3,000 requests are served:

- 10 workers without IDs: a mean wait of 2 seconds, the longest up to 25; up to 600 429s, up to 3% of them for requests that had waited.
- 10 workers with an ID each: a mean wait of 2 seconds, the longest up to 5; 3,000 429s, none of them for requests that had waited.
- 50 workers without IDs: a mean wait of 9 seconds, the longest up to 130; up to 750 429s, up to 4% of them for requests that had waited.
- 50 workers with an ID each: a mean wait of 10 seconds, the longest up to 13; 3,000 429s, none of them for requests that had waited.

    curl --fail-with-body -sS -H "Authorization: Bearer $KEY" -H "X-Client-Id: worker-3" $BASE/me

You can also let requests wait on the server. With \`Prefer: wait=30\` (RFC 7240; 1 to 30 seconds), a request that would get a 429 is held until its slot and then served, with \`Preference-Applied: wait\`. No other request can take its slot, so workers that look alike don't get a 429 either. A request whose slot is further away than the wait gets its 429 immediately. So does a request for which there is no place: a server holds at most 20 requests of a key at a time, and fewer while many partners wait. Set the timeout of your HTTP client longer than the wait.

    curl --fail-with-body -sS --max-time 60 -H "Authorization: Bearer $KEY" -H "Prefer: wait=30" $BASE/me`;

/** `owner`: whose keys may repeat each other's requests. */
const idempotency = (owner: string) => `## Idempotency

Send a unique \`Idempotency-Key\` (1 to 255 printable ASCII characters, for example a UUID) with every write, and reuse it when you retry. For 24 hours, retries return the original response, byte for byte, with \`Idempotent-Replayed: true\`, and have no further effect. Keys are scoped to ${owner}, method and path, so you can retry with a different API key. A response with a secret contains it in retries within 10 minutes with the same API key; in others it is null. Failed requests have no effect, aren't stored and can be retried: the key is compared once a request is valid, so a body with an error gets that error, whatever its key.`;

const RETRIES = `## Retries

Retry requests that fail with 408, 429, 500, 502, 503 or 504, and those that get no response. Wait \`Retry-After\` seconds if the response has that header; otherwise back off exponentially. Retry a write only with the same \`Idempotency-Key\`.`;

const LISTS = `## Lists

List endpoints return \`{ "data": [...], "next_cursor": "..." }\` and, if there are more items, \`Link: <...>; rel="next"\`. To get the next page, pass \`next_cursor\` as \`cursor\` with the same filters, until it is null. Treat cursors as opaque.

Cursors don't expire. You can store one and continue from it later, even with a different API key. If a cursor is rejected with \`invalid_request\`, which can happen after the platform has rotated its secrets, start over without one.`;

const EVENTS = `## Events

\`GET /events\` returns what has happened, oldest first: new customers, changed prices, recorded charges, payouts, keys that expire. Each event has a \`sequence\`, which counts your events without gaps in the order in which they happened. If the platform restores a backup, the sequence goes on from a much higher number of 13 digits: store it as a 64-bit integer. An event says what changed; read the object at \`subject.url\` for the rest.

Store \`next_after\` once you have processed a page, and pass it as \`after\` in the next request. You then get each event once and miss none, even across restarts, and can use any of your keys. With \`wait=20\`, a request without new events waits for up to 20 seconds until there are some. A server holds at most 20 requests of a key at a time, and fewer while many partners wait, together with those of \`Prefer: wait\`. Further ones get an empty page immediately, with \`Retry-After\`: wait that long before you ask again.

    curl --fail-with-body -sS --max-time 60 -H "Authorization: Bearer $KEY" "$BASE/events?after=latest&wait=20"

Events are kept for 90 days, unless the platform decides otherwise. An older \`after\` is rejected with 410 \`events_expired\`: read the current state from the other endpoints, then continue without \`after\`.

A key gets only events about what it can read: \`payout.*\` needs \`payouts:read\`, \`account.*\` needs \`accounts:read\`, \`price.*\` and \`product.*\` need \`prices:read\`, \`charges.*\` needs \`metrics:read\`. All others need only \`events:read\`. The same scopes are needed for webhooks. It sees gaps in the sequence where other events are.

Webhooks send the same events to your URL. The guide at \`/docs/webhooks\` describes them, and how to verify their signatures.`;

const CONDITIONAL_REQUESTS = `## Conditional requests

Send a response's \`ETag\` as \`If-None-Match\` in your next request. If nothing has changed, the response is 304 without a body.

Endpoints that list \`If-Match\` among their parameters take the same \`ETag\` with a change: it is made only if the resource is still as you know it. Otherwise the response is 412 \`precondition_failed\`.`;

const REQUEST_IDS = `## Request IDs

Each response has an \`X-Request-Id\`, which finds the request on the Logs page of the dashboard. You can send an ID of your own in \`X-Request-Id\` (1 to 128 visible ASCII characters): the Logs page shows it beside ours and finds the request by either. The response always has ours.`;

const VALUES = `## Values

Timestamps are RFC 3339 in UTC. Unknown fields and parameters are rejected with a suggestion. A body is ignored where none is described. The description of each text field says whether leading and trailing whitespace is removed. In PHP, send an empty object as \`(object) []\`: an empty array becomes \`[]\`, which is refused.

In a query string \`+\` means a space. Write a plus sign as \`%2B\`: \`created_after=2026-11-21T00:00:00%2B01:00\`, \`email=ada%2Bnews@example.com\`.`;

const MONEY = `## Money

Amounts are integers in the currency's minor unit, for example cents: 990 in EUR is 9.90. ISO 4217 defines the number of decimals. Most currencies have two. The exceptions are:

${DECIMALS}

\`Intl.NumberFormat\` and other libraries that follow CLDR use different decimals for some of these currencies. Don't rely on them for the number of decimals.`;

const BROWSERS = `## Browsers

The API sends no CORS headers, so browsers can't call it from a web page. Call it from your server, and never put a key in client-side code.`;

const VERSIONING = `## Versioning

The version is part of the path: \`/v1\`. Within a version, we only make backward-compatible changes. These are:

- New endpoints, new optional parameters and fields in requests.
- New fields and headers in responses, new enum values, new error codes.
- Changes to the wording of \`error\` and \`message\`, the order of fields, and the length of IDs and cursors.

Your integration should ignore anything it doesn't recognize. Any other change is breaking and gets a new version. We announce the end of a version in the changelog at least 12 months in advance. From then on, its responses include the \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594) headers. The changelog is at \`/docs/changelog\`.`;

/**
 * The general description of the partners' document, in Markdown. `/docs` shows each heading as a
 * chapter.
 */
export const ABOUT = [
  "Authenticate each request with an API key in the Authorization header: `Authorization: Bearer rsk_...`.",
  RATE_LIMITS,
  idempotency("the partner"),
  RETRIES,
  LISTS,
  EVENTS,
  CONDITIONAL_REQUESTS,
  REQUEST_IDS,
  VALUES,
  MONEY,
  BROWSERS,
  VERSIONING,
].join("\n\n");

/** The chapters that the platform's document shares. */
export const SHARED_CHAPTERS = [
  idempotency("the platform"),
  RETRIES,
  LISTS,
  CONDITIONAL_REQUESTS,
  VALUES,
  MONEY,
].join("\n\n");
