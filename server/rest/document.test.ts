import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { platformForTests } from "../testing/platform";
import { temporaryFolder } from "../testing/processes";
import { committedDocuments, generatedDocuments } from "./documents";
import { PARTNER_API } from "./partner-api";
import { PLATFORM_API } from "./platform-api";

const platform = await platformForTests();

const ask = (path: string, accept: string, init: RequestInit & { key?: string } = {}) =>
  platform.call(path, { ...init, headers: { "accept-encoding": accept } });

it("openapi.json is compressed with the encoding that the client prefers", async () => {
  const plain = await ask("/openapi.json", "identity");
  expect([plain.headers.get("content-encoding"), plain.headers.get("vary")]).toEqual([
    null,
    "accept-encoding",
  ]);
  const text = await plain.text();
  for (const [encoding, decode] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    const response = await ask("/openapi.json", encoding);
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("content-length")).toBe(String(body.length));
    expect(body.length).toBeLessThan(text.length / 4);
    expect(decode(body).toString()).toBe(text);
    const head = await ask("/openapi.json", encoding, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(body.length));
  }
});

it("no authenticated response of the API is compressed", async () => {
  const { plaintext } = await platform.newPartnerWithKey();
  const response = await ask("/prices", "br, gzip", { key: plaintext });
  expect([response.status, response.headers.get("content-encoding")]).toEqual([200, null]);
});

it.each([PARTNER_API, PLATFORM_API])(
  "the committed document of $keyType keys is the generated one",
  async (api) => {
    const committed = await committedDocuments("docs")(api);
    const generated = await generatedDocuments(api);
    expect(await committed(null)).toBe(await generated(null));
  },
);

it("a document that could not be read is read again for the next request", async () => {
  const folder = temporaryFolder("documents");
  const documents = committedDocuments(folder);
  await expect(documents(PARTNER_API)).rejects.toThrow("ENOENT");
  copyFileSync("docs/openapi.json", join(folder, "openapi.json"));
  const asked = await Promise.all(Array.from({ length: 50 }, () => documents(PARTNER_API)));
  expect(new Set(asked).size, "read once for all who ask meanwhile").toBe(1);
  expect(await asked[0]?.(null)).toContain('"openapi":"3.1.0"');
});
