import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { expect, it } from "vitest";
import { verifyWebhook } from "../../public/latchkey";
import { createWebhookSecrets } from "../auth/webhook-secrets";
import { signedHeaders } from "./sign";

const secrets = createWebhookSecrets(["a secret of the tests, long enough to seal with"]);
const newSecret = () => secrets.create("we_1").secret;
const verifiers = [
  ["standardwebhooks", StandardWebhook],
  ["svix", SvixWebhook],
] as const;
const body = '{"id":"evt_1","name":"Zoë 🔑"}';
const message = () => ({ id: "evt_1", at: new Date(), body });

it.each(verifiers)("%s accepts the signature of a message", (_, Webhook) => {
  const secret = newSecret();
  const headers = signedHeaders({ ...message(), secrets: [secret] });
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
});

it.each(verifiers)("%s accepts either secret while one is rotated", (_, Webhook) => {
  const [current, previous, other] = [newSecret(), newSecret(), newSecret()];
  const headers = signedHeaders({ ...message(), secrets: [current, previous] });
  for (const secret of [current, previous]) new Webhook(secret).verify(body, headers);
  expect(() => new Webhook(other).verify(body, headers)).toThrow();
});

it.each(verifiers)("%s refuses a changed body, id or time", (_, Webhook) => {
  const secret = newSecret();
  const headers = signedHeaders({ ...message(), secrets: [secret] });
  const webhook = new Webhook(secret);
  expect(() => webhook.verify(`${body} `, headers)).toThrow();
  expect(() => webhook.verify(body, { ...headers, "webhook-id": "evt_2" })).toThrow();
  const later = String(Number(headers["webhook-timestamp"]) + 1);
  expect(() => webhook.verify(body, { ...headers, "webhook-timestamp": later })).toThrow();
});

it("the client's verifyWebhook() accepts it, and nothing that differs or is old", async () => {
  const [secret, other] = [newSecret(), newSecret()];
  const headers = signedHeaders({ ...message(), secrets: [other, secret] });
  expect(await verifyWebhook({ body, headers, secret })).toEqual(JSON.parse(body));
  expect(await verifyWebhook({ body, headers: new Headers(headers), secret })).toBeTruthy();
  const old = { ...message(), at: new Date(Date.now() - 301_000), secrets: [secret] };
  const refused = [
    { body: `${body} `, headers, secret },
    { body, headers, secret: newSecret() },
    { body, headers: signedHeaders(old), secret },
    { body, headers: { ...headers, "webhook-id": "evt_2" }, secret },
    { body, headers: { ...headers, "webhook-signature": "v1,?? v1a,x" }, secret },
    { body, headers: { ...headers, "webhook-timestamp": "soon" }, secret },
    { body, headers: {}, secret },
  ];
  for (const request of refused) await expect(verifyWebhook(request)).rejects.toThrow();
});

it("a secret is whsec_ and base64 of 32 bytes", () => {
  const secret = newSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32);
});

it("a sealed secret opens for its endpoint only, also after NEXTAUTH_SECRET was replaced", () => {
  const { secret, sealed } = secrets.create("we_1");
  const rotated = createWebhookSecrets([
    "the secret that replaces it in the tests",
    "a secret of the tests, long enough to seal with",
  ]);
  expect(rotated.open(sealed, "we_1")).toBe(secret);
  const resealed = rotated.reseal(sealed, "we_1");
  expect(resealed?.by).toBe(rotated.sealedBy);
  expect(resealed && rotated.open(resealed, "we_1")).toBe(secret);
  expect(rotated.open(sealed, "we_2")).toBeNull();
  expect(
    createWebhookSecrets(["a secret that is unknown here, of tests"]).open(sealed, "we_1"),
  ).toBeNull();
});
