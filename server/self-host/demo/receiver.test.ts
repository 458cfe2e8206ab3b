import { createServer } from "node:http";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { openPlatform, type Platform } from "@/server/testing/platform";
import { temporaryFolder } from "@/server/testing/processes";
import { readDemoInbox } from "../../core/demo/queries";
import type { Ctx } from "../../core/kernel/actor";
import { createPartner } from "../../core/partners/mutations";
import type { Partner } from "../../core/partners/schema";
import { MAX_EVENT_KIB } from "../../core/webhooks/limits";
import { deleteEndpoint, updateEndpoint } from "../../core/webhooks/mutations";
import { listEndpoints } from "../../core/webhooks/queries";
import { listening } from "../../testing/listening";
import { createApiListener } from "../api-listener";
import { createDemoReceiver, type DemoReceiver, RECEIVER_PATH } from "./receiver";

let platform: Platform;
let dataDir: string;
let acme: Partner;
beforeEach(async () => {
  platform = await openPlatform();
  dataDir = temporaryFolder("demo");
  const input = { code: "acme", name: "Acme", revsharePct: 20 };
  acme = (await createPartner(platform.system, input)).partner;
});
afterEach(() => platform.close());

/** A receiver behind a server, as after a start. */
async function start({ isLocal = true } = {}) {
  const receiver = createDemoReceiver();
  const pages = receiver.before(async (_, response) => void response.writeHead(405).end());
  const { maxBodyBytes } = receiver;
  const server = createServer(createApiListener({ ...platform.wiring, maxBodyBytes }, pages));
  const { url: siteUrl, close } = await listening(server);
  onTestFinished(close);
  receiver.open(platform.wiring.core, { dataDir, siteUrl: isLocal ? siteUrl : null });
  await receiver.inbox();
  return { receiver, url: siteUrl + RECEIVER_PATH };
}

const endpoints = async () =>
  (await listEndpoints(platform.system, { partnerId: acme.id, limit: 10 })).data;
const types = async (receiver: DemoReceiver) =>
  (await receiver.inbox())?.webhooks.map(({ type, isVerified }) => [type, isVerified]);

test("the demo partner's webhooks arrive, with valid signatures", async () => {
  const { receiver, url } = await start();
  expect(await endpoints()).toMatchObject([{ url, status: "enabled", types: ["*"] }]);
  // One after the other: deliveries that are due together are sent together, in any order.
  const { dispatcher } = platform.wiring;
  expect(await dispatcher.deliverDue()).toEqual({ delivered: 1, failed: 0 });
  await platform.newKey(acme);
  expect(await dispatcher.deliverDue()).toEqual({ delivered: 1, failed: 0 });
  expect(await types(receiver)).toEqual([
    ["key.created", true],
    ["ping", true],
  ]);
});

test("what anyone else posts is refused and shown as not verified, the last fifty of it", async () => {
  const { receiver, url } = await start();
  await platform.wiring.dispatcher.deliverDue();
  const post = (body: string) => fetch(url, { method: "POST", body });
  for (const body of ["", "{", "null", '{"type":7}', '{"type":"payout.paid"}']) {
    expect((await post(body)).status).toBe(401);
  }
  expect((await types(receiver))?.slice(0, 2)).toEqual([
    ["payout.paid", false],
    [null, false],
  ]);
  for (let n = 0; n < 60; n++) await post("{}");
  expect(await types(receiver)).toHaveLength(50);
  expect((await fetch(url)).status).toBe(405);
});

test("the largest event arrives; a longer body, or one for a page, is refused", async () => {
  const { receiver, url } = await start();
  const longest = "x".repeat(MAX_EVENT_KIB * 1_024);
  const post = async (target: string, body: string) =>
    (await fetch(target, { method: "POST", body })).status;
  expect(await post(url, longest)).toBe(401);
  expect(await post(url, `${longest}x`)).toBe(413);
  expect(await post(new URL("/sign-in", url).href, longest)).toBe(413);
  expect((await receiver.inbox())?.webhooks.map(({ body }) => body)).toEqual([longest]);
});

test("only operators and the demo partner's people see what arrives", async () => {
  const { receiver } = await start();
  const ctx = (of: Ctx): Ctx => ({ ...of, demoInbox: receiver.inbox });
  const stranger = await platform.newPerson(await platform.newPartner(), "owner");
  const viewer = await platform.newPerson(acme, "viewer");
  const operator = await platform.newOperator();
  for (const { actor } of [viewer, operator]) {
    expect(await readDemoInbox(ctx(platform.as(actor)))).toEqual([]);
  }
  const denied = readDemoInbox(ctx(platform.as(stranger.actor)));
  await expect(denied).rejects.toMatchObject({ code: "not_found" });
  const without = readDemoInbox(platform.as(operator.actor));
  await expect(without).rejects.toMatchObject({ code: "not_found" });
});

test("a start on another port changes the endpoint's URL and keeps the endpoint", async () => {
  await start();
  const [before] = await endpoints();
  const { url } = await start();
  expect(await endpoints()).toMatchObject([{ id: before?.id, url }]);
});

test("an endpoint that was deleted or changed by its users stays so", async () => {
  await start();
  const [{ id: endpointId } = { id: "" }] = await endpoints();
  const url = "https://partner.example/hooks";
  await updateEndpoint(platform.system, { endpointId, url });
  expect(await (await start()).receiver.inbox()).toBeNull();
  expect(await endpoints()).toMatchObject([{ url }]);
  await deleteEndpoint(platform.system, { endpointId });
  expect(await (await start()).receiver.inbox()).toBeNull();
  expect(await endpoints()).toEqual([]);
});

test("a server that others can reach has neither endpoint nor receiver", async () => {
  expect(await (await start({ isLocal: false })).receiver.inbox()).toBeNull();
  expect(await endpoints()).toEqual([]);
  await start();
  expect(await endpoints()).toHaveLength(1);
  const { receiver } = await start({ isLocal: false });
  expect(await receiver.inbox()).toBeNull();
  expect(await endpoints()).toEqual([]);
});
