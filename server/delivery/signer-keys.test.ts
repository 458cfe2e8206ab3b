import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { afterAll, expect, it } from "vitest";
import { listening } from "../testing/listening";
import { createAddressPolicy } from "./address-policy";
import { createTextReader } from "./read-text";
import { createSignerKeys } from "./signer-keys";

const pem = (namedCurve: string) =>
  generateKeyPairSync("ec", { namedCurve }).publicKey.export({ type: "spki", format: "pem" });
const P256 = String(pem("prime256v1"));
const published = (keys: Record<string, string>) =>
  JSON.stringify({
    public_keys: Object.entries(keys).map(([id, key]) => ({ key_identifier: id, key })),
  });

function stand() {
  const state = { nowMs: 0, reads: 0, text: published({ a: P256 }), isDown: false };
  const keys = createSignerKeys({
    nowMs: () => state.nowMs,
    log: { warn: () => undefined },
    read: async () => {
      state.reads++;
      if (state.isDown) throw new Error("down");
      return state.text;
    },
  });
  return { state, keys };
}

it("reads the keys once, and again for an unknown identifier at most once a minute", async () => {
  const { state, keys } = stand();
  const many = await Promise.all(Array.from({ length: 50 }, () => keys.find("a")));
  expect(many.every((key) => key !== null && key !== "unavailable")).toBe(true);
  for (let n = 0; n < 100; n++) expect(await keys.find(`invented-${n}`)).toBeNull();
  expect(state.reads).toBe(1);
  state.nowMs += 60_000;
  state.text = published({ a: P256, b: P256 });
  expect(await keys.find("b")).toBeTypeOf("object");
  expect(state.reads).toBe(2);
});

it("forgets a key that is no longer published, within an hour", async () => {
  const { state, keys } = stand();
  await keys.find("a");
  state.text = published({});
  state.nowMs += 3_600_000;
  expect(await keys.find("a")).toBeNull();
});

it("works for a day with what it knows while the keys can't be read, and then knows nothing", async () => {
  const { state, keys } = stand();
  await keys.find("a");
  state.isDown = true;
  state.nowMs += 3_600_000;
  expect(await keys.find("a")).toBeTypeOf("object");
  expect(await keys.find("b")).toBe("unavailable");
  expect(state.reads).toBe(2);
  state.nowMs += 86_400_000;
  expect(await keys.find("a")).toBe("unavailable");
});

it.each([
  "",
  "{",
  "[]",
  "null",
  '{"public_keys":[{"key":1}]}',
  published(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`k${n}`, "x"]))),
])("knows no key from %j", async (text) => {
  const { state, keys } = stand();
  state.text = text.slice(0, 100_000);
  expect(await keys.find("a")).toBe("unavailable");
});

it("takes keys of the curve P-256 only", async () => {
  const { state, keys } = stand();
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 }).publicKey;
  const others = { a: String(pem("secp384r1")), b: "-----BEGIN PUBLIC KEY-----" };
  const spki = String(rsa.export({ type: "spki", format: "pem" }));
  state.text = published({ ...others, c: spki, d: P256 });
  const found = await Promise.all(["a", "b", "c", "d"].map((id) => keys.find(id)));
  expect(found.map((key) => key !== null)).toEqual([false, false, false, true]);
});

const server = createServer((request, response) => {
  if (request.url === "/redirect") response.writeHead(302, { location: "/" }).end();
  else if (request.url === "/long") response.end("x".repeat(300_000));
  else if (request.url === "/silent") return;
  else response.end("text");
});
const { url: base, close } = await listening(server);
afterAll(close);

const reader = (mayUseLoopback: boolean) =>
  createTextReader({
    policy: createAddressPolicy({ allowedNetworks: [], allowedPorts: [], mayUseLoopback }),
    resolve: async () => ["127.0.0.1"],
    readMs: 300,
  });

it("reads from allowed addresses only, follows no redirect, and has bounds", async () => {
  const read = reader(true);
  expect(await read(base)).toBe("text");
  await expect(read(`${base}/redirect`)).rejects.toThrow("the status is 302");
  await expect(read(`${base}/long`)).rejects.toThrow("too long");
  await expect(read(`${base}/silent`)).rejects.toThrow("took too long");
  await expect(reader(false)(base)).rejects.toThrow("must begin with https://");
  await expect(reader(false)("https://keys.example.com/")).rejects.toThrow("public address");
  await expect(reader(false)("https://169.254.169.254/")).rejects.toThrow("public address");
});
