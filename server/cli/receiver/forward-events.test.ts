import { Webhook } from "standardwebhooks";
import { expect, it, onTestFinished } from "vitest";
import { eventJson } from "../../core/events/view";
import { revokeKey } from "../../core/keys/mutations";
import { snapshotBody } from "../../core/webhooks/body";
import { newWebhookSecret } from "../../core/webhooks/new-secret";
import { openReceiver } from "../../delivery/testing/receiver";
import { openClientStand } from "../../rest/testing/client-stand";
import { deleteEventsBefore } from "../../usage/sweeps";
import type { CommandFailed } from "../failure";
import { openDirectSender } from "./direct-sender";
import { forwardEvents } from "./forward-events";

const stand = await openClientStand();

const secret = newWebhookSecret();

type Options = { key?: string; after?: string; types?: string; isSnapshot?: boolean };

/** A partner with a key, and a listener for it that forwards to a receiver. */
async function newListener(answer?: Parameters<typeof openReceiver>[0]) {
  const { partner, latchkey } = await stand.newClient();
  const { plaintext, key } = await stand.platform.newKey(partner);
  const receiver = await openReceiver(answer);
  onTestFinished(receiver.close);
  const stopping = new AbortController();
  const printed: { text: string; value: unknown }[] = [];
  const listen = (options: Options = {}) =>
    forwardEvents(
      {
        print: (text, value) => void printed.push({ text, value }),
        untilStopped: () => stopping.signal,
      },
      {
        url: stand.origin,
        key: plaintext,
        forwardTo: receiver.url,
        types: "account.*",
        after: "latest",
        isSnapshot: false,
        secret,
        isNewSecret: false,
        sender: openDirectSender(),
        ...options,
      },
    );
  const isReady = () => expect.poll(() => printed.length).toBeGreaterThan(0);
  let count = 0;
  const addCustomer = () => latchkey.accounts.create({ email: `c${++count}@example.com` });
  const stop = () => stopping.abort();
  return { partner, keyId: key.id, receiver, printed, listen, isReady, addCustomer, stop };
}

async function eventOf(subjectId: string) {
  const row = await stand.platform.wiring.core.db.event.findFirst({ where: { subjectId } });
  if (row === null) throw new Error(`there is no event of ${subjectId}`);
  return row;
}

it("forwards new events as the dispatcher would send them, until it is stopped", async () => {
  const { partner, receiver, printed, listen, isReady, addCustomer, stop } = await newListener();
  await addCustomer();
  const listening = listen();
  await isReady();
  const made = await addCustomer();
  await expect.poll(() => receiver.received.length).toBe(1);
  const [{ body, headers } = { body: "", headers: {} }] = receiver.received;
  const row = await eventOf(made.id);
  expect(body).toBe(eventJson(row));
  expect(headers).toMatchObject({
    "webhook-id": row.id,
    "content-type": "application/json",
    "user-agent": "Latchkey-Webhooks/1",
  });
  new Webhook(secret).verify(body, headers as Record<string, string>);
  await expect.poll(() => printed.length).toBe(2);
  stop();
  expect(await listening).toEqual({ accepted: 1, refused: 0 });
  const [ready, line] = printed;
  expect(ready?.text).toContain(`Forwarding events of ${partner.name} (${partner.code})`);
  expect(line?.text).toMatch(/^\d\d:\d\d:\d\d {2}account\.created +evt_\w+ {2}204 {2}\d+ ms$/);
  expect(line?.value).toMatchObject({ id: row.id, status: 204, error: null });
});

it("forwards snapshots as the dispatcher would send them", async () => {
  const { receiver, listen, addCustomer, stop } = await newListener();
  const made = await addCustomer();
  const listening = listen({ after: "0", types: "account.*,key.*", isSnapshot: true });
  const snapshot = await snapshotBody(stand.platform.system, await eventOf(made.id));
  await expect.poll(() => receiver.received.map(({ body }) => body)).toContain(snapshot);
  stop();
  await listening;
});

it("reports what the receiver refuses, sends it once, and goes nowhere else", async () => {
  let answered = 0;
  const statuses = [500, 307];
  const { receiver, printed, listen, addCustomer, stop } = await newListener(
    (request, response) => {
      const status = statuses[answered++];
      if (status === undefined) return request.socket.destroy();
      return response.writeHead(status, { location: "/elsewhere" }).end();
    },
  );
  for (let i = 0; i < 3; i++) await addCustomer();
  const listening = listen({ after: "0" });
  await expect.poll(() => printed.length).toBe(4);
  stop();
  expect(await listening).toEqual({ accepted: 0, refused: 3 });
  expect(receiver.received.map(({ path }) => path)).toEqual(["/hook", "/hook", "/hook"]);
  const ends = printed.slice(1).map(({ text }) => text.split(/ {2,}/).slice(3));
  const ms = expect.stringMatching(/^\d+ ms$/);
  expect(ends).toEqual([
    ["500", ms, "not retried"],
    ["307", ms, "not retried"],
    ["connection closed before a response", ms, "not retried"],
  ]);
});

it("stops at once, also while the receiver is silent", async () => {
  const { receiver, listen, addCustomer, stop } = await newListener(() => {});
  await addCustomer();
  const listening = listen({ after: "0" });
  await expect.poll(() => receiver.received.length).toBe(1);
  stop();
  expect(await listening).toEqual({ accepted: 0, refused: 0 });
});

it("waits for a platform that is away, says so, and misses nothing", async () => {
  const { receiver, printed, listen, isReady, addCustomer, stop } = await newListener();
  const listening = listen();
  await isReady();
  let refusals = 2;
  stand.setBetween(async (request, answer) => {
    if (!request.url.includes("/events") || refusals-- <= 0) return answer();
    return new Response(null, { status: 503, headers: { "retry-after": "0" } });
  });
  // Ends the request that may be held already; the next two fail.
  await addCustomer();
  await expect.poll(() => refusals).toBeLessThan(2);
  const made = await addCustomer();
  await expect.poll(() => receiver.received.length).toBe(2);
  stop();
  await listening;
  expect(receiver.received[1]?.body).toContain(made.id);
  const retryLines = printed.filter(({ text }) =>
    /returned 503\. Retrying in [1-9] s\./.test(text),
  );
  expect(retryLines.length).toBeGreaterThan(0);
});

async function failureOf(listening: Promise<unknown>) {
  const error = await listening.then(
    () => null,
    (reason: CommandFailed) => reason,
  );
  return [error?.failure?.code, error?.message];
}

it("explains why it can't begin", async () => {
  const { partner, listen, addCustomer } = await newListener();
  const narrow = await stand.platform.newKey(partner, { scopes: ["accounts:read"] });
  await addCustomer();
  await deleteEventsBefore(stand.platform.wiring.core.transact, new Date(Date.now() + 1_000));
  await addCustomer();
  const cases: [Options, string, RegExp][] = [
    [{ key: narrow.plaintext }, "insufficient_scope", /required scope: events:read/],
    [{ key: narrow.plaintext.replace(/.$/, "!") }, "malformed_api_key", /./],
    [{ key: "" }, "usage", /^key must contain/],
    [{ types: "account.craeted" }, "validation_failed", /Did you mean account.created\?/],
    [{ after: "yesterday" }, "validation_failed", /after: Must be a sequence/],
    [{ after: "1" }, "events_expired", /deleted. Continue from the oldest with --after \d+\.$/],
  ];
  for (const [options, code, text] of cases) {
    expect(await failureOf(listen(options))).toEqual([code, expect.stringMatching(text)]);
  }
});

it("ends when the key is revoked", async () => {
  const { keyId, listen, isReady } = await newListener();
  const listening = listen();
  await isReady();
  await revokeKey(stand.platform.system, { keyId, after: "now" });
  expect(await failureOf(listening)).toEqual(["revoked_api_key", expect.stringMatching(/revoked/)]);
});
