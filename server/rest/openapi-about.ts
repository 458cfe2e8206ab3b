import { OTHER_DIGITS } from "../core/currencies";

const DECIMALS = OTHER_DIGITS.map(
  ([digits, codes]) => `- ${digits === 0 ? "No" : digits} decimals: ${codes.join(", ")}.`,
).join("\n");

/** The document's general description, in Markdown. `/docs` shows each heading as a chapter. */
export const ABOUT = `Every request carries \`Authorization: Bearer rsk_...\`.

## Rate limits

Each key has its own limit: 300 requests a minute unless agreed otherwise, of which ten seconds' worth may come back to back. \`RateLimit-Policy: "burst";q=50;w=10\` says how many may come at once and how many seconds it takes to get them back; \`RateLimit: "burst";r=12;t=8\` says how many are left and in how many seconds all are back; \`t\` is left out while other requests wait for so long that it would exceed \`w\`. After a 429, wait \`Retry-After\` seconds: the next request is then served, because its place is kept for you.

Places are kept by caller. Workers that share a key, an IP address and a URL look like one caller: one may take the place of another, so that some retries get another 429, most of them in the first ten seconds. Send a stable \`X-Client-Id\` for each worker, any text: each is then told its own wait, and is served after it. An id that changes with each attempt has no place kept.

Ids make waits even, not shorter, and there are more 429s, because each worker then waits for its own place before each request. Measured by simulation, with a key of 300 requests a minute whose workers share an address and a URL and loop without a pause for 10 minutes, in which 3,000 requests are served:

- 10 workers without ids: a mean wait of 2 seconds, the longest up to 25; up to 600 429s, up to 3% of them for requests that had waited.
- 10 workers with an id each: a mean wait of 2 seconds, the longest up to 5; 3,000 429s, none of them for requests that had waited.
- 50 workers without ids: a mean wait of 9 seconds, the longest up to 130; up to 750 429s, up to 4% of them for requests that had waited.
- 50 workers with an id each: a mean wait of 10 seconds, the longest up to 13; 3,000 429s, none of them for requests that had waited.

    curl --fail-with-body -sS -H "Authorization: Bearer $KEY" -H "X-Client-Id: worker-3" $BASE/me

Or let requests wait on the server. With \`Prefer: wait=30\` (RFC 7240; 1 to 30 seconds) a request that would get a 429 is held until its place and then served, with \`Preference-Applied: wait\`. Nobody can take its place, so workers that look alike get no 429 either. A request whose place is further ahead gets its 429 at once; so does one that comes while 20 requests of its key are held. Give your HTTP client a longer timeout than the wait.

    curl --fail-with-body -sS --max-time 60 -H "Authorization: Bearer $KEY" -H "Prefer: wait=30" $BASE/me

## Idempotency

Send an \`Idempotency-Key\` of your own (1 to 255 printable ASCII characters, say a UUID) with each write, and send the same one again when you retry it. For 24 hours the repeat gets the answer of the first, byte for byte, with \`Idempotent-Replayed: true\`, and nothing is done twice. The key counts per partner, method and path, so that a retry may also come with another of your API keys. Failures are not kept: they had no effect and may be tried again.

## Retries

Retry requests that fail with 429, 500, 502, 503 or 504, and those that get no response. Wait \`Retry-After\` seconds where the response has it, otherwise twice as long each time. Retry a write only with the same \`Idempotency-Key\`.

## Lists

A list answers with \`{ "data": [...], "next_cursor": "..." }\` and, where there is more, with \`Link: <...>; rel="next"\`. Pass \`next_cursor\` as \`cursor\`, with the same filters, until it is null. Treat cursors as opaque.

Cursors don't expire: you can store one and continue from it later, also with another of your API keys. If a cursor is refused with \`invalid_request\`, as can happen after the platform has replaced its secrets, start again without one.

## Conditional requests

Send the \`ETag\` of a response back as \`If-None-Match\`. If nothing has changed, the next response is 304, without a body.

## Values

Timestamps are RFC 3339 in UTC. Fields and parameters that an endpoint does not have are refused, with the nearest name that it has. Each text field says whether whitespace around it is removed.

In a query string \`+\` means a space. Write a plus sign as \`%2B\`: \`created_after=2026-11-21T00:00:00%2B01:00\`, \`email=ada%2Bnews@example.com\`.

## Money

Amounts are integers in the currency's minor unit, with as many decimals as ISO 4217 gives the currency. Most have two: 990 in EUR is 9.90. The others:

${DECIMALS}

\`Intl.NumberFormat\` and other libraries that follow CLDR show some of these with other decimals. Don't take the number of decimals from them.

## Browsers

The API sends no CORS headers, so scripts of web pages can't call it. Call it from your server, and never put a key into a web page.

## Versioning

The version is part of the path: \`/v1\`. Within a version, we only make backward-compatible changes. These are:

- New endpoints, new optional parameters and fields in requests.
- New fields and headers in responses, new values of fields that list their values, new error codes.
- Other texts in \`error\` and \`message\`, another order of fields, other lengths of IDs and cursors.

Write your integration so that it ignores what it doesn't know. Any other change is a breaking change and gets a new version. We announce the end of a version in the changelog at least 12 months before, and send the headers \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594) with its responses from then on. The changelog is at \`/docs/changelog\`.`;
