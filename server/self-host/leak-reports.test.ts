import { generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";
import { afterAll, expect, it } from "vitest";
import { listening } from "../testing/listening";
import { platformForTests } from "../testing/platform";
import { createApiListener } from "./api-listener";
import { openHttpServer } from "./http-server";

const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const SIGNER = "90a421169f0a406205f1563a953312f0be898d3c7b6c06b681aa86a874555f4a";

let reads = 0;
const published = createServer((_, response) => {
  reads += 1;
  const key = publicKey.export({ type: "spki", format: "pem" });
  const known = { key_identifier: SIGNER, key, is_current: true };
  response.end(JSON.stringify({ public_keys: [known] }));
});
const { url: signerUrl, close } = await listening(published);
afterAll(close);
const env = { LEAK_KEYS_URL: `${signerUrl}/meta/public_keys/secret_scanning` };
const platform = await platformForTests({ env, hasOwnServer: true });
const place = { host: "127.0.0.1", port: 0, scheme: "http" as const, onError: () => {} };
const server = await openHttpServer({ ...place, trustProxy: null });
afterAll(() => server.close(0));
const toNext = async (_: unknown, response: { end(text: string): unknown }) => {
  response.end("next");
};
await server.open(createApiListener(platform.wiring, toNext));

const url = (path: string) => `http://127.0.0.1:${server.port}${path}`;

function post(body: string, headers: Record<string, string>) {
  const init = {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  };
  return fetch(url("/api/v1/leaks"), init);
}

function signed(body: string) {
  const signature = sign("sha256", Buffer.from(body), privateKey).toString("base64");
  return {
    "github-public-key-identifier": SIGNER,
    "github-public-key-signature": signature,
  };
}

it("a report over HTTP is checked with the published key, and strangers cost one read", async () => {
  const { key, plaintext } = await platform.newPartnerWithKey();
  const body = JSON.stringify([{ token: plaintext, type: "latchkey", url: "", source: "content" }]);
  const stranger = { ...signed(body), "github-public-key-identifier": "nobody" };
  const strangers = await Promise.all(Array.from({ length: 20 }, () => post(body, stranger)));
  expect(new Set(strangers.map(({ status }) => status))).toEqual(new Set([401]));
  expect(reads).toBe(1);
  const tampered = await post(body.replace("content", "commit"), signed(body));
  expect(tampered.status).toBe(401);
  const accepted = await post(body, signed(body));
  expect(accepted.status).toBe(200);
  expect(await accepted.json()).toMatchObject([{ label: "true_positive" }]);
  expect(reads).toBe(1);
  const row = await platform.system.db.apiKey.findUniqueOrThrow({ where: { id: key.id } });
  expect(row.leakedAt).toBeInstanceOf(Date);
});

it("a body of a megabyte is refused, and other paths are not its own", async () => {
  const large = "x".repeat(1_000_000);
  expect((await post(large, signed(large))).status).toBe(413);
  for (const path of ["/api/v1/leaksx", "/api/v1/leaks/", "/api/v1"]) {
    expect(await (await fetch(url(path))).text()).toBe("next");
  }
  expect((await fetch(url("/api/v1/leaks?x"))).status).toBe(405);
});
