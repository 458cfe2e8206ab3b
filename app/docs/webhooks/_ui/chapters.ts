import {
  CONNECT_MS,
  DELIVERY_DAYS,
  EXCHANGE_MS,
  FAILING_DAYS,
  KEPT_KIB,
  MAX_EVENT_KIB,
  MAX_HOLD_MS,
  MAX_IN_FLIGHT,
  RETRY_AFTER_MS,
  RETRY_JITTER,
  ROTATION_MS,
} from "@/server/core/webhooks/limits";
import { DEFAULT_PER_SECOND, MAX_ENDPOINTS, MAX_PER_SECOND } from "@/server/core/webhooks/schema";
import { duration } from "./duration";

const TOTAL_MS = RETRY_AFTER_MS.reduce((sum, ms) => sum + ms, 0);

/** The texts of the guide, in the Markdown of `../../_ui/markdown.tsx`, by the ID of the chapter. */
export const TEXTS = {
  events: `An event is a fact about your account: a customer was added, a payout was paid, a key expires. It is recorded once, in the same transaction as the change itself, and has a \`sequence\` that counts your events without gaps, in the order in which they happened.

There are three ways to get them:

- The feed, \`GET /events\`: you ask, and can let the request wait until there is something. It needs no public URL and never misses an event. Use it if your system already runs jobs.
- Webhooks: we send each event to your URL as a signed request, within milliseconds. Use them to react immediately.
- The listener, \`latchkey listen\`: it forwards events to your own machine while you develop.

All three have the same events in the same format. You can combine them: react to webhooks, and read the feed after an outage of your own.`,

  request: `Each webhook is a POST request with one event as JSON, and three headers from the Standard Webhooks specification. \`subject.url\` is the path of the object, below the base URL of the API; it is null if the API does not return such objects.`,

  payload: `An endpoint receives thin events unless you choose otherwise: \`data\` has only what changed, as in the table above. Read the object at \`subject.url\` for the rest, which is then up to date.

With \`payload: snapshot\`, \`data\` is the object as its API endpoint returns it at the time of the delivery. Snapshots exist for events about accounts, payouts, prices and products; other events stay thin. Two deliveries of one event can differ, because the object may have changed in between.`,

  verify: `Anyone can send requests to your URL, so verify each one. The signature is \`v1,\` followed by the base64 of an HMAC-SHA256. Its key is the endpoint's secret: the part after \`whsec_\`, decoded from base64. It signs \`webhook-id.webhook-timestamp.body\`, with the body exactly as it arrived: don't parse it first. Refuse timestamps that are more than 5 minutes off, and compare signatures in constant time.

Libraries for most languages are listed at standardwebhooks.com. These samples are complete receivers that need no library. They read the secret from the environment variable \`WEBHOOK_SECRET\`.`,

  retries: `A delivery has succeeded if you return a 2xx status within ${duration(EXCHANGE_MS)}; the connection has to be open after ${duration(CONNECT_MS)}. Store the event and respond; process it afterwards. Redirects are not followed. Everything else is retried, ${RETRY_AFTER_MS.length} times in about ${duration(TOTAL_MS)}. Each wait varies by ${RETRY_JITTER * 100}% either way.`,

  after: `\`Retry-After\` of a 429 or 503 is obeyed up to ${duration(MAX_HOLD_MS)}, and holds back all deliveries to the endpoint, until you send a test event, resend a delivery or change the URL. A 410 disables the endpoint. Deliveries, their attempts and your responses are listed for ${DELIVERY_DAYS} days, in the dashboard and by \`GET /webhook_endpoints/{id}/deliveries\`. You can resend any of them, also with \`POST /webhook_endpoints/{id}/deliveries/{event_id}/resend\`.`,

  duplicates: `Events are delivered at least once. If we get no response, we can't know whether you processed the event, so we send it again with the same \`webhook-id\`, which is also the event's \`id\`. Store the IDs that you have processed, and return a 2xx status for a repeated one.

Webhooks can arrive out of order, because several are sent at the same time and failed ones are sent again. \`sequence\` says which event is newer. Either ignore events that are older than what you have, or read the object at \`subject.url\`: it is always current.`,

  disabled: `An endpoint that has had no success for ${FAILING_DAYS} days is disabled. You are warned before, in the dashboard and by events. A 410 disables it immediately. An event \`webhook_endpoint.disabled\` tells your other endpoints and the feed.

Deliveries that are pending then fail. When you enable the endpoint again, choose to send what was missed, or read it from the feed. While your account is suspended or terminated, events are still delivered.`,

  rotate: `Rotate a secret in the dashboard or with \`POST /webhook_endpoints/{id}/rotate\`. The new secret is shown once. For ${duration(ROTATION_MS)}, each webhook has two signatures, with the new secret and with the previous one, so it doesn't matter when you switch. Accept a webhook if any signature is right.

If you rotate again within that time, the older of the two secrets ends immediately, so switch first. If the response of a rotation is lost, don't rotate again: repeat the request with its \`Idempotency-Key\` and API key within 10 minutes, and you get the same secret. The TypeScript client does so by itself.`,

  test: `A new endpoint receives a \`ping\`. Send an example of any other type, in the payload format of the endpoint, from the dashboard, or with \`POST /webhook_endpoints/{id}/test\`. Test events have the \`sequence\` 0 and are not in the feed.`,

  development: `The platform can't reach your own machine. The command line can: it follows the feed and sends signed webhooks to a local URL. It needs a key with the scope \`events:read\`, from the environment variable \`LATCHKEY_KEY\`, and prints the secret that it signs with, unless you set \`WEBHOOK_SECRET\`. It is part of Latchkey's repository and needs no database.`,

  conform: `What your receiver refuses is shown and not retried. To check the receiver itself, let the command line send it correct, forged, old and repeated webhooks. It explains each rule that the receiver breaks.`,

  limits: `- Up to ${MAX_ENDPOINTS} endpoints.
- Up to ${DEFAULT_PER_SECOND} requests per second to each endpoint. You can choose 1 to ${MAX_PER_SECOND.toLocaleString("en")}.
- Up to ${MAX_IN_FLIGHT} requests to an endpoint at the same time. A slow endpoint doesn't delay another.
- An event has at most ${MAX_EVENT_KIB} KiB. Many frameworks accept only 100 KB unless configured otherwise.
- URLs must be https, with port 443, 8443 or 8000 to 8099, and without a user or password. All addresses of the host must be public. They are checked when you save the URL and each time we connect.
- Webhooks contain no API key and no cookie. We read at most 64 KiB of your response, and keep 4 KiB for the delivery log.
- In an hour, the log keeps up to ${KEPT_KIB.toLocaleString("en")} KiB of bodies and headers of an endpoint's successes, and as much of its failures. Of further attempts it keeps time, duration and status.`,

  checklist: `- Verify the signature of the raw body, and refuse timestamps that are more than 5 minutes off.
- Store the event and return 2xx within ${duration(EXCHANGE_MS)}. Process it afterwards.
- Return 2xx for an ID that you have processed already, and for types that you don't know.
- Don't rely on the order: compare \`sequence\`, or read the object.
- After an outage of your own, read what you missed from the feed.`,
} as const;
