import { createHmac } from "node:crypto";
import { afterEach, expect, it, vi } from "vitest";
import { verifyWebhook, type WebhookRequest } from "../../public/latchkey";
import { newWebhookSecret } from "../core/webhooks/new-secret";
import { signedHeaders } from "./sign";

const secret = newWebhookSecret();
const body = '{"id":"evt_1","name":"Zoë 🔑"}';
const event = JSON.parse(body);
const sign = (more: Partial<Parameters<typeof signedHeaders>[0]> = {}) =>
  signedHeaders({ id: "evt_1", at: new Date(), body, secrets: [secret], ...more });

afterEach(() => vi.useRealTimers());

const upper = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
const lists = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));

it.each([
  ["a Headers object", (headers) => new Headers(headers)],
  ["Node's headers", (headers) => ({ host: "x", "set-cookie": ["a", "b"], ...headers })],
  ["names in upper case", upper],
  ["lists of values", lists],
  ["a Map", (headers) => new Map(Object.entries(headers))],
  ["another Headers class", (headers) => ({ get: (name: string) => headers[name] ?? null })],
] satisfies [string, (headers: Record<string, string>) => unknown][])("reads %s", async (_, of) => {
  // A stranger's types, such as those of a framework, are often wider.
  const headers = of(sign()) as Headers;
  expect(await verifyWebhook({ body, headers, secret })).toEqual(event);
});

it.each([
  ["a Buffer", Buffer.from(body)],
  ["a part of a larger buffer", Buffer.from(`  ${body}`).subarray(2)],
  ["bytes", new TextEncoder().encode(body)],
])("verifies %s", async (_, bytes) => {
  expect(await verifyWebhook({ body: bytes, headers: sign(), secret })).toEqual(event);
});

it.each([
  ["a parsed body", { body: event }],
  ["no body", { body: undefined }],
  ["no secret", { secret: undefined }],
  ["an empty secret", { secret: "" }],
  ["a secret without bytes", { secret: "whsec_" }],
  ["a secret that is not base64", { secret: "whsec_not base64!" }],
])("a program with %s gets a TypeError that says so", async (_, wrong) => {
  const request = { body, headers: sign(), secret, ...wrong } as WebhookRequest;
  const failed = verifyWebhook(request);
  await expect(failed).rejects.toThrow(TypeError);
  await expect(failed).rejects.toThrow(/^(body|secret) must be/);
});

it("takes a secret with a line break after it, as files often have", async () => {
  expect(await verifyWebhook({ body, headers: sign(), secret: `${secret}\n` })).toEqual(event);
});

it.each([
  [-300, true],
  [-301, false],
  [300, true],
  [301, false],
])("a timestamp %s seconds away is accepted: %s", async (seconds, isAccepted) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T10:00:00.900Z") });
  const headers = sign({ at: new Date(Date.now() + seconds * 1_000) });
  const verified = verifyWebhook({ body, headers, secret });
  if (isAccepted) expect(await verified).toEqual(event);
  else await expect(verified).rejects.toThrow("timestamp");
});

it.each(["", "soon", "1e9", "NaN", "Infinity", "-1", "1.5", " "])(
  "refuses the timestamp %j, although it is signed",
  async (timestamp) => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const content = `evt_1.${timestamp}.${body}`;
    const signature = `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
    const headers = { ...sign(), "webhook-timestamp": timestamp, "webhook-signature": signature };
    await expect(verifyWebhook({ body, headers, secret })).rejects.toThrow("timestamp");
  },
);

it("accepts the right one of several signatures, and only of version 1", async () => {
  const headers = sign();
  const right = headers["webhook-signature"] ?? "";
  const verify = (signature: string) =>
    verifyWebhook({ body, headers: { ...headers, "webhook-signature": signature }, secret });
  const other = sign({ secrets: [newWebhookSecret()] })["webhook-signature"];
  for (const signature of [`${other} ${right}`, `v1a,AAAA ${right}`, `v1,?? v1, ${right}`]) {
    expect(await verify(signature)).toEqual(event);
  }
  const wrong = [right.replace("v1,", "v1a,"), right.slice(3), right.slice(0, -4), "v1,", "", " "];
  for (const signature of wrong) await expect(verify(signature)).rejects.toThrow("signature");
});

it("accepts either secret while one is rotated", async () => {
  const next = newWebhookSecret();
  const headers = sign({ secrets: [next, secret] });
  for (const one of [next, secret]) {
    expect(await verifyWebhook({ body, headers, secret: one })).toEqual(event);
  }
});

it("refuses headers that are missing, repeated or changed", async () => {
  const headers = sign();
  for (const name of Object.keys(headers)) {
    const { [name]: _, ...others } = headers;
    await expect(verifyWebhook({ body, headers: others, secret })).rejects.toThrow(name);
  }
  const twice = { ...headers, "webhook-id": ["evt_1", "evt_1"] };
  await expect(verifyWebhook({ body, headers: twice, secret })).rejects.toThrow("signature");
});
