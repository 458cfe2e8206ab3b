import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { expect, it } from "vitest";
import { newPlaintext } from "../core/keys/format";
import { platformForTests } from "../testing/platform";
import { answerFetch } from "./fetch";
import { createLeakReports, LEAKS_PATH } from "./leak-reports";

const ours = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const others = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const SIGNER = "f9525bf080f75b3506ca1ead061add62b8633a346606dc5fe544e29231c6ee0d";

const looked: string[] = [];
let isDown = false;
const signers = {
  find: async (identifier: string) => {
    looked.push(identifier);
    if (isDown) return "unavailable" as const;
    return identifier === SIGNER ? ours.publicKey : null;
  },
};
const platform = await platformForTests();

type Sent = {
  text?: string;
  key?: KeyObject;
  headers?: Record<string, string>;
  method?: string;
};

async function send(body: unknown, { text, key = ours.privateKey, headers, method }: Sent = {}) {
  const raw = text ?? JSON.stringify(body);
  const signature = sign("sha256", Buffer.from(raw), { key, dsaEncoding: "der" });
  const request = new Request(`http://latchkey.test${LEAKS_PATH}`, {
    method: method ?? "POST",
    ...(!["GET", "HEAD", "OPTIONS"].includes(method ?? "POST") && { body: raw }),
    headers: {
      "content-type": "application/json",
      "github-public-key-identifier": SIGNER,
      "github-public-key-signature": signature.toString("base64"),
      ...headers,
    },
  });
  const api = createLeakReports({ core: platform.wiring.core, signers });
  const response = await answerFetch(api, request, { address: "192.0.2.1" });
  const answer = await response.text();
  return { status: response.status, headers: response.headers, answer };
}

const TYPE = "latchkey_api_key";
const found = (token: string, url = "https://github.com/o/r/blob/1/f") => ({
  token,
  type: TYPE,
  url,
  source: "content",
});
const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
const events = (partnerId: string) =>
  platform.system.db.event.count({ where: { partnerId, type: "key.leaked" } });

async function newKey() {
  const { partner, plaintext } = await platform.newPartnerWithKey();
  return { plaintext, partnerId: partner.id };
}

it("answers each token by its hash, and reports those that are keys", async () => {
  const { plaintext, partnerId } = await newKey();
  const unknown = newPlaintext();
  const tokens = [plaintext, unknown, "rsk_x", "é"];
  const { status, answer, headers } = await send(tokens.map((token) => found(token)));
  expect(status).toBe(200);
  expect(JSON.parse(answer)).toEqual(
    tokens.map((token) => ({
      token_hash: hashOf(token),
      token_type: TYPE,
      label: token === plaintext ? "true_positive" : "false_positive",
    })),
  );
  expect(answer + JSON.stringify([...headers])).not.toContain(plaintext.slice(4));
  expect(await events(partnerId)).toBe(1);
});

it("a report that is replayed or repeated twenty times at once changes nothing more", async () => {
  const { plaintext, partnerId } = await newKey();
  const report = [found(plaintext), found(plaintext), found(plaintext, "")];
  const sent = await Promise.all(Array.from({ length: 20 }, () => send(report)));
  expect(new Set(sent.map(({ answer }) => answer)).size).toBe(1);
  expect(await events(partnerId)).toBe(2);
});

it("learns nothing without a signature, with a wrong one, or one of another body or key", async () => {
  const { plaintext, partnerId } = await newKey();
  const report = [found(plaintext)];
  const signature = sign("sha256", Buffer.from("[]"), ours.privateKey).toString("base64");
  const refused = await Promise.all([
    send(report, { headers: { "github-public-key-signature": "" } }),
    send(report, { headers: { "github-public-key-signature": "x".repeat(96) } }),
    send(report, { headers: { "github-public-key-signature": "A".repeat(100_000) } }),
    send(report, { headers: { "github-public-key-signature": signature } }),
    send(report, { key: others.privateKey }),
    send(report, { headers: { "github-public-key-identifier": "unknown" } }),
    send(report, { headers: { "github-public-key-identifier": "" } }),
    send(report, { headers: { "github-public-key-identifier": "../../etc/passwd" } }),
    send(report, { headers: { "github-public-key-identifier": "__proto__" } }),
  ]);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]));
  expect(new Set(refused.map(({ answer }) => answer)).size).toBe(1);
  expect(await events(partnerId)).toBe(0);
});

it("refuses without a look at its keys what can't be a report", async () => {
  looked.length = 0;
  const unsigned = { "github-public-key-signature": "short" };
  expect((await send([], { headers: unsigned })).status).toBe(401);
  const long = { "content-length": "9999999" };
  expect((await send([], { headers: { ...long, ...unsigned } })).status).toBe(413);
  expect((await send([], { method: "GET" })).status).toBe(405);
  expect((await send([], { method: "OPTIONS" })).status).toBe(204);
  expect(looked).toEqual([]);
});

it.each([
  ["not JSON", "{"],
  ["no array", "{}"],
  ["null", "null"],
  ["no tokens", '[{"type":"x"}]'],
  ["numbers", "[1]"],
  ["a number as token", '[{"token":1,"type":"x"}]'],
  [
    "too many tokens",
    JSON.stringify(Array.from({ length: 301 }, () => ({ token: "a", type: "b" }))),
  ],
  ["a huge token", JSON.stringify([{ token: "a".repeat(2_000), type: "b" }])],
  ["nesting", `${"[".repeat(20_000)}${"]".repeat(20_000)}`],
])("refuses a signed body with %s, and doesn't quote it", async (_, text) => {
  const { status, answer } = await send(null, { text });
  expect(status).toBe(400);
  expect(answer.length).toBeLessThan(300);
});

it("takes an empty report, as many tokens as it may have with long URLs, and no more bytes", async () => {
  expect((await send([])).answer).toBe("[]");
  const url = `https://github.com/o/r/blob/1/${"f".repeat(400)}`;
  const many = Array.from({ length: 300 }, () => found(newPlaintext(), url));
  const { status, answer } = await send(many);
  expect([status, JSON.parse(answer).length]).toEqual([200, 300]);
  expect((await send(null, { text: `[]${" ".repeat(196_606)}` })).status).toBe(200);
  expect((await send(null, { text: `[]${" ".repeat(196_607)}` })).status).toBe(413);
});

it("asks to come back while the keys of its signer can't be read", async () => {
  isDown = true;
  const { status, headers } = await send([found("rsk_x")]);
  isDown = false;
  expect([status, headers.get("retry-after")]).toEqual([503, "60"]);
});

it("does not exist without a setting", async () => {
  const api = createLeakReports({ core: platform.wiring.core, signers: null });
  const request = new Request(`http://latchkey.test${LEAKS_PATH}`, { method: "POST" });
  expect((await answerFetch(api, request, { address: null })).status).toBe(404);
  expect((await answerFetch(platform.wiring.leakReports, request, { address: null })).status).toBe(
    404,
  );
});
