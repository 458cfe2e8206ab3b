import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { temporaryFolder } from "@/server/testing/processes";
import { openStaticFiles } from "./static-files";

const SCRIPT = "/_next/static/chunks/a.js";
const ENCODER = pathToFileURL(join(import.meta.dirname, "../start-encode.mjs")).href;
const TEXT = "console.log('latchkey');\n".repeat(200);
const FILES = {
  ".next/static/chunks/a.js": TEXT,
  ".next/static/chunks/tiny.js": "1",
  ".next/static/media/font.woff2": TEXT,
  "public/latchkey.ts": TEXT,
};

const folder = temporaryFolder("static");
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const build = `import { encodeStaticFiles } from ${JSON.stringify(ENCODER)};
  await encodeStaticFiles(${JSON.stringify(folder)});`;
execFileSync(process.execPath, ["--input-type=module", "--eval", build]);
const answer = openStaticFiles(join(folder, ".next/encoded"));

const get = (url: string, headers: Record<string, string>) =>
  answer({ method: "GET", url, headers });

it.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
] as const)("sends a script as %s with an immutable cache policy", (encoding, decode) => {
  const sent = get(`${SCRIPT}?dpl=1`, { "accept-encoding": encoding });
  expect(sent?.headers).toMatchObject({
    "content-encoding": encoding,
    "content-type": "application/javascript; charset=UTF-8",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
  });
  const body = Buffer.from(sent?.body ?? "");
  expect(decode(body).toString()).toBe(TEXT);
  expect(sent?.headers["content-length"]).toBe(String(body.length));
});

it("each encoding has its own ETag, and a matching client gets 304", () => {
  const tags = ["br", "gzip"].map(
    (accept) => get(SCRIPT, { "accept-encoding": accept })?.headers.etag,
  );
  expect(new Set(tags).size).toBe(2);
  const asked = (etag = "") => get(SCRIPT, { "accept-encoding": "br", "if-none-match": etag });
  expect(asked(tags[0])).toMatchObject({ status: 304, body: null, headers: { etag: tags[0] } });
  expect(asked(tags[0])?.headers).toHaveProperty("vary");
  expect(asked(tags[1])?.status).toBe(200);
});

it("HEAD returns only the headers", () => {
  const headers = { "accept-encoding": "br" };
  const head = answer({ method: "HEAD", url: SCRIPT, headers });
  expect(head).toEqual({ ...get(SCRIPT, headers), body: null });
});

it.each([
  ["a request without Accept-Encoding", {}],
  ["a request that accepts neither encoding", { "accept-encoding": "deflate, br;q=0" }],
  ["a range request", { "accept-encoding": "br, gzip", range: "bytes=0-9" }],
])("%s is left to Next, which does not compress it either", (_what, headers) => {
  expect(get(SCRIPT, headers)).toBeNull();
  expect(headers).not.toHaveProperty("accept-encoding");
});

it.each([
  ["a tiny file", "/_next/static/chunks/tiny.js"],
  ["a font", "/_next/static/media/font.woff2"],
  ["a missing file", "/_next/static/chunks/b.js"],
  ["the name of a compressed file", `${SCRIPT}.br`],
  ["a path outside the folder", "/_next/static/../../package.json"],
  ["a page", "/sign-in"],
])("%s is left to Next unchanged", (_what, path) => {
  const headers = { "accept-encoding": "br" };
  expect(get(path, headers)).toBeNull();
  expect(headers).toEqual({ "accept-encoding": "br" });
});

it("never responds to a write with a file", () => {
  expect(answer({ method: "POST", url: SCRIPT, headers: { "accept-encoding": "br" } })).toBeNull();
});

it("files of public/ are revalidated each time and sent as text", () => {
  const sent = get("/latchkey.ts", { "accept-encoding": "br" });
  expect(sent?.headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "public, max-age=0",
    "x-content-type-options": "nosniff",
  });
});

it("without compressed files, as in development, Next serves everything", () => {
  const none = openStaticFiles(join(folder, "nowhere"));
  expect(none({ method: "GET", url: SCRIPT, headers: { "accept-encoding": "br" } })).toBeNull();
  expect(readFileSync(join(folder, "public/latchkey.ts"), "utf8")).toBe(TEXT);
});
