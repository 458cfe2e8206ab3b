import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { expect, it, onTestFinished } from "vitest";
import { verifyWebhook } from "../../../public/latchkey";
import { CustomerCreate } from "../../core/customers/schema";
import { newId } from "../../core/kernel/ids";
import { MAX_EVENT_KIB } from "../../core/webhooks/limits";
import { newWebhookSecret } from "../../core/webhooks/new-secret";
import { listening } from "../../testing/listening";
import { conform } from "./conform";
import { openDirectSender } from "./direct-sender";
import { RULES } from "./rules";

const secret = newWebhookSecret();
const ALL = [...RULES.map(({ rule }) => rule), "responds within 15 seconds", "does not redirect"];

type Seen = { id: string; timestamp: string; signature: string; body: string };
/** Whether a webhook is accepted; throws or returns false to refuse it with 400. */
type Accept = (webhook: Seen, request: IncomingMessage) => unknown;

async function listen(listener: RequestListener): Promise<string> {
  const { url, close } = await listening(createServer(listener));
  onTestFinished(close);
  return `${url}/hook`;
}

const headerOf = ({ headers }: IncomingMessage, name: string) => String(headers[name] ?? "");

async function seenOf(request: IncomingMessage): Promise<Seen> {
  return {
    id: headerOf(request, "webhook-id"),
    timestamp: headerOf(request, "webhook-timestamp"),
    signature: headerOf(request, "webhook-signature"),
    body: await text(request),
  };
}

function receiver(accept: Accept): RequestListener {
  return async (request, response) => {
    const seen = await seenOf(request);
    const isAccepted = await Promise.resolve()
      .then(() => accept(seen, request))
      .then((result) => result !== false)
      .catch(() => false);
    response.writeHead(isAccepted ? 204 : 400).end();
  };
}

async function judge(listener: RequestListener, exchangeMs = 15_000) {
  const sender = openDirectSender({ patience: { connectMs: 5_000, exchangeMs } });
  onTestFinished(() => sender.close());
  const url = await listen(listener);
  const onProgress = () => {};
  const judged = await conform({ url, secret, sender, now: () => new Date(), onProgress });
  expect(judged.map(({ rule }) => rule)).toEqual(ALL);
  const of = (wanted: string) => judged.filter(({ result }) => result === wanted);
  return { judged, failed: of("failed").map(({ rule }) => rule), skipped: of("skipped") };
}

/** The receiver that all wrong ones below differ from in one point. */
const verified: Accept = ({ body }, { headers }) => verifyWebhook({ body, headers, secret });
const library: Accept = ({ id, timestamp, signature, body }) =>
  new Webhook(secret).verify(body, {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signature,
  });

it.each([
  ["verifyWebhook()", verified],
  ["the library standardwebhooks", library],
])("a receiver with %s passes", async (_, accept) => {
  const { judged } = await judge(receiver(accept));
  expect(judged.filter(({ result }) => result !== "passed")).toEqual([]);
});

/** The parts of a right receiver, of which each wrong one below has its own version. */
const right = {
  id: ({ id }: Seen) => id,
  timestamp: ({ timestamp }: Seen) => timestamp,
  body: ({ body }: Seen) => body,
  signatures: ({ signature }: Seen) => signature.split(" ").filter((one) => one.startsWith("v1,")),
  isRight: (all: string[], signature: string) => all.includes(signature),
  isFresh: (seconds: number) => Math.abs(Date.now() / 1_000 - seconds) <= 300,
  mayProcess: (_: Seen): boolean => true,
};

function composed(own: Partial<typeof right>): Accept {
  const { id, timestamp, body, signatures, isRight, isFresh, mayProcess } = { ...right, ...own };
  return (seen) => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const content = `${id(seen)}.${timestamp(seen)}.${body(seen)}`;
    const signature = `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
    const isComplete = id(seen) !== "" && timestamp(seen) !== "";
    const isSigned = isComplete && isRight(signatures(seen), signature);
    return isSigned && isFresh(Number(seen.timestamp || timestamp(seen))) && mayProcess(seen);
  };
}

const secondsOf = ({ body }: Seen) =>
  String(Math.floor(Date.parse(JSON.parse(body).occurred_at) / 1_000));
const once = new Set<string>();

it.each<[fault: string, own: Partial<typeof right>, broken: string[]]>([
  ["is right in all", {}, []],
  [
    "reads the body as ASCII",
    { body: ({ body }) => Buffer.from(body, "ascii").toString("ascii") },
    ["accepts text that is not ASCII"],
  ],
  [
    "parses the body and writes it again",
    { body: ({ body }) => JSON.stringify(JSON.parse(body)) },
    ["accepts spaces and escapes in the body"],
  ],
  [
    "limits the body to 100 KB",
    { mayProcess: ({ body }) => body.length < 100_000 },
    ["accepts a body of 160 KiB"],
  ],
  [
    "refuses types that it does not know",
    { mayProcess: ({ body }) => JSON.parse(body).type === "ping" },
    ["accepts an unknown event type"],
  ],
  [
    "refuses duplicates",
    { mayProcess: ({ id }) => once.size < once.add(id).size },
    ["accepts the same webhook twice"],
  ],
  [
    "takes one signature only",
    { signatures: ({ signature }) => [signature.replaceAll(/v1a,\S+ /g, "").split(" ")[0] ?? ""] },
    ["accepts two signatures, of which the second is right"],
  ],
  [
    "requires all signatures to be of version 1",
    { signatures: ({ signature }) => (signature.includes("v1a") ? [] : signature.split(" ")) },
    ["accepts a signature of another version beside the right one"],
  ],
  [
    "does not verify signatures",
    { isRight: (all) => all.length > 0 },
    [
      "refuses a wrong signature",
      "refuses the signature of another secret",
      "refuses a changed body",
      "refuses a changed webhook-id",
      "refuses a changed webhook-timestamp",
    ],
  ],
  [
    "signs a part of the body",
    { body: ({ body }) => body.replace('"pong"', '"ping"') },
    ["refuses a changed body"],
  ],
  [
    "reads the ID from the body",
    { id: ({ body }) => JSON.parse(body).id },
    ["refuses a changed webhook-id", "refuses a webhook without webhook-id"],
  ],
  [
    "reads the time from the body",
    { timestamp: secondsOf },
    ["refuses a changed webhook-timestamp", "refuses a webhook without webhook-timestamp"],
  ],
  [
    "accepts any age",
    { isFresh: (seconds) => Date.now() / 1_000 - seconds > -300 },
    ["refuses a timestamp from 6 minutes ago"],
  ],
  [
    "accepts any future",
    { isFresh: (seconds) => Date.now() / 1_000 - seconds < 300 },
    ["refuses a timestamp in 6 minutes"],
  ],
  [
    "takes an unsigned webhook for a test",
    { isRight: (all, signature) => all.length === 0 || all.includes(signature) },
    ["refuses a webhook without webhook-signature"],
  ],
])("a receiver that %s breaks exactly its rules", async (_, own, broken) => {
  const { failed, skipped } = await judge(receiver(composed(own)));
  expect({ failed, skipped }).toEqual({ failed: broken, skipped: [] });
});

const REFUSES = ALL.filter((rule) => rule.startsWith("refuses"));
const ACCEPTS = ALL.filter((rule) => rule.startsWith("accepts"));

/** Right, except for the answer to a webhook that it accepts or refuses. */
const answering =
  (decide: (isAccepted: boolean, seen: Seen) => number | null): RequestListener =>
  async (request, response) => {
    const seen = await seenOf(request);
    const status = decide(composed({})(seen, request) === true, seen);
    if (status !== null) response.writeHead(status, { location: "/elsewhere" }).end();
  };

it.each([500, 410, 302, 200])(
  "a receiver that refuses with %s breaks those rules",
  async (status) => {
    const { failed } = await judge(answering((isAccepted) => (isAccepted ? 204 : status)));
    expect(failed.filter((rule) => rule !== "does not redirect")).toEqual(REFUSES);
  },
);

it("a redirect is not followed, and is a fault", async () => {
  const paths = new Set<string>();
  const answer = answering((isAccepted) => (isAccepted ? 308 : 400));
  const { failed } = await judge((request, response) => {
    paths.add(request.url ?? "");
    answer(request, response);
  });
  expect(failed).toEqual([...ACCEPTS, "does not redirect"]);
  expect([...paths]).toEqual(["/hook"]);
});

it("a receiver that refuses everything does not pass for a strict one", async () => {
  const { failed, skipped } = await judge(answering(() => 401));
  expect(failed).toEqual(ACCEPTS);
  expect(skipped.map(({ rule }) => rule)).toEqual(REFUSES);
  expect(skipped[0]?.says).toContain("Is the secret right?");
});

it("a receiver that never responds fails quickly, and one that is slow for some fails for these", async () => {
  const silent = await judge(() => {}, 100);
  expect(silent.failed).toEqual(["accepts a correct signature", "responds within 15 seconds"]);
  expect(silent.skipped).toHaveLength(ALL.length - 3);
  const isLarge = ({ body }: Seen) => body.length > 100_000;
  const slow = answering((isAccepted, seen) => (isLarge(seen) ? null : isAccepted ? 204 : 400));
  const { failed } = await judge(slow, 2_000);
  expect(failed).toEqual(["accepts a body of 160 KiB", "responds within 15 seconds"]);
});

it("no event is larger than the largest that is sent", () => {
  const values = Array.from({ length: 50 }, (_, n) => [
    `${n}${"語".repeat(38)}`,
    "\u0001".repeat(500),
  ]);
  const input = {
    email: `${"e".repeat(60)}@${"example.".repeat(20)}com`,
    name: "語".repeat(200),
    externalId: "語".repeat(128),
    metadata: Object.fromEntries(values),
  };
  const data = { ...CustomerCreate.parse(input), id: newId("customer"), created_at: new Date() };
  const { headers: _, body } = RULES[0].probes(secret, new Date())[0] ?? {
    headers: {},
    body: "{}",
  };
  const snapshot = JSON.stringify({ ...JSON.parse(body), data });
  expect(Buffer.byteLength(snapshot)).toBeGreaterThan(150_000);
  expect(Buffer.byteLength(snapshot)).toBeLessThan(MAX_EVENT_KIB * 1_024);
});

it("a URL where nothing listens is an error, not a result", async () => {
  const sender = openDirectSender();
  onTestFinished(() => sender.close());
  const input = { url: "http://127.0.0.1:1/", secret, sender, now: () => new Date() };
  await expect(conform({ ...input, onProgress: () => {} })).rejects.toThrow(
    "Can't reach http://127.0.0.1:1/: connection refused.",
  );
});
