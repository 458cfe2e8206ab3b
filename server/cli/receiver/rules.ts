import { randomBytes, randomUUID } from "node:crypto";
import { MAX_EVENT_KIB } from "../../core/webhooks/limits";
import { newWebhookSecret } from "../../core/webhooks/new-secret";
import { signedHeaders } from "../../delivery/sign";

/** A request to the receiver under test. */
type Probe = { headers: Record<string, string>; body: string };

export type Rule = {
  /** Begins with "accepts" or "refuses". */
  rule: string;
  expects: "accepted" | "refused";
  /** Advice for a receiver that breaks it. */
  advice: string;
  /** Sent one after the other; each must be accepted, or each refused. */
  probes(secret: string, now: Date): Probe[];
};

const MINUTE_MS = 60_000;
/** Beyond the five minutes that Standard Webhooks recommends. */
const OFF_MS = 6 * MINUTE_MS;
/** A `ping`, which no receiver acts on. */
function pingAt(now: Date, fields: object = {}): { id: string; body: string } {
  const id = `evt_test_${randomUUID()}`;
  const subject = { type: "webhook_endpoint", id: "whe_test", url: null };
  const body = JSON.stringify({
    id,
    type: "ping",
    sequence: 0,
    occurred_at: now.toISOString(),
    partner_id: "prt_test",
    subject,
    data: {},
    ...fields,
  });
  return { id, body };
}

function signed(at: Date, secrets: readonly string[], fields: object = {}): Probe {
  const { id, body } = pingAt(at, fields);
  return { headers: signedHeaders({ id, at, body, secrets }), body };
}

/** The same JSON in other characters, which no serializer writes like this. */
function respelled(at: Date, secret: string): Probe {
  const { id, body: usual } = pingAt(at, { data: { path: "/a/ä", share: 0.5 } });
  const body = JSON.stringify(JSON.parse(usual), null, 3)
    .replace("/a/ä", "\\/\\u0061\\/\\u00E4")
    .replace('"share": 0.5', '"share": 5.0e-1')
    .concat("\r\n");
  return { headers: signedHeaders({ id, at, body, secrets: [secret] }), body };
}

const SIGNATURE = "webhook-signature";
const HEADERS = ["webhook-id", "webhook-timestamp", SIGNATURE];

function without({ headers, body }: Probe, name: string): Probe {
  return { headers: Object.fromEntries(Object.entries(headers).filter(([n]) => n !== name)), body };
}

const withHeader = ({ headers, body }: Probe, name: string, value: string): Probe => ({
  headers: { ...headers, [name]: value },
  body,
});

const accepts = (rule: string, advice: string, probes: Rule["probes"]): Rule => ({
  rule: `accepts ${rule}`,
  expects: "accepted",
  advice,
  probes,
});
const refuses = (rule: string, advice: string, probes: Rule["probes"]): Rule => ({
  rule: `refuses ${rule}`,
  expects: "refused",
  advice,
  probes,
});

/** The rules of Standard Webhooks 1.0 and of our deliveries; the first is what the others need. */
export const RULES: readonly [Rule, ...Rule[]] = [
  accepts(
    "a correct signature",
    "The signature is base64 of the HMAC-SHA256 of `webhook-id.webhook-timestamp.body`, with the body exactly as it arrived. The key is the secret after whsec_, decoded from base64.",
    (secret, now) => [signed(now, [secret])],
  ),
  accepts(
    "text that is not ASCII",
    "Verify the bytes of the body as they arrived, before any parsing or decoding.",
    (secret, now) => [signed(now, [secret], { data: { name: "Zoë Łukasz 東京 🔑" } })],
  ),
  accepts(
    "spaces and escapes in the body",
    "Verify the body before it is parsed. JSON that is parsed and written again is another text.",
    (secret, now) => [respelled(now, secret)],
  ),
  accepts(
    `a body of ${MAX_EVENT_KIB} KiB`,
    `Events can be that large. Raise the limit of the request's body to at least ${MAX_EVENT_KIB} KiB.`,
    (secret, now) => {
      const text = "x".repeat(MAX_EVENT_KIB * 1_024);
      return [signed(now, [secret], { data: { text } })];
    },
  ),
  accepts(
    "an unknown event type",
    "New types and fields may be added at any time. Return 2xx and ignore what you don't know.",
    (secret, now) => [signed(now, [secret], { type: "conformance.test", new_field: true })],
  ),
  accepts(
    "the same webhook twice",
    "A delivery may be repeated. Return 2xx for a webhook-id that you have processed already.",
    (secret, now) => {
      const probe = signed(now, [secret]);
      return [probe, probe];
    },
  ),
  accepts(
    "two signatures, of which the second is right",
    "While a secret is rotated, the header has a signature for each, separated by a space. Accept the webhook if any of them is right.",
    (secret, now) => [signed(now, [newWebhookSecret(), secret])],
  ),
  accepts(
    "a signature of another version beside the right one",
    "Ignore signatures that don't begin with `v1,`.",
    (secret, now) => {
      const probe = signed(now, [secret]);
      return [withHeader(probe, SIGNATURE, `v1a,AAAA ${probe.headers[SIGNATURE]}`)];
    },
  ),
  refuses(
    "a wrong signature",
    "Anyone can send requests to your URL. Return 400 unless a signature is right.",
    (secret, now) => [
      withHeader(signed(now, [secret]), SIGNATURE, `v1,${randomBytes(32).toString("base64")}`),
      withHeader(signed(now, [secret]), SIGNATURE, "v1,"),
    ],
  ),
  refuses(
    "the signature of another secret",
    "Use the endpoint's own secret, and all of it.",
    (_secret, now) => [signed(now, [newWebhookSecret()])],
  ),
  refuses(
    "a changed body",
    "The signature must cover the body that you process.",
    (secret, now) => {
      const { headers, body } = signed(now, [secret]);
      return [{ headers, body: body.replace('"ping"', '"pong"') }];
    },
  ),
  refuses(
    "a changed webhook-id",
    "The signature covers webhook-id: otherwise a repeat could pass as a new webhook.",
    (secret, now) => [withHeader(signed(now, [secret]), "webhook-id", "evt_test_other")],
  ),
  refuses(
    "a changed webhook-timestamp",
    "The signature covers webhook-timestamp: otherwise an old webhook could pass as a new one.",
    (secret, now) => {
      const later = Math.floor(now.getTime() / 1_000) + 1;
      return [withHeader(signed(now, [secret]), "webhook-timestamp", String(later))];
    },
  ),
  refuses(
    "a timestamp from 6 minutes ago",
    "Refuse webhooks whose webhook-timestamp is more than 5 minutes old: somebody may have recorded one and sent it again.",
    (secret, now) => [signed(new Date(now.getTime() - OFF_MS), [secret])],
  ),
  refuses(
    "a timestamp in 6 minutes",
    "Refuse webhooks whose webhook-timestamp is more than 5 minutes ahead.",
    (secret, now) => [signed(new Date(now.getTime() + OFF_MS), [secret])],
  ),
  ...HEADERS.map((name) =>
    refuses(
      `a webhook without ${name}`,
      "Return 400 for a request that lacks one of the three headers.",
      (secret, now) => [without(signed(now, [secret]), name)],
    ),
  ),
];
