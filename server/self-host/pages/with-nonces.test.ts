import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { cutAt, filled, gzipped, newNonce, nonceIn } from "./with-nonces";

const OLD = newNonce();
const text = `<script nonce="${OLD}">1</script>${"<p>ü and more</p>".repeat(5_000)}<style nonce="${OLD}"></style>`;

it.each([
  ["a page", text],
  ["a nonce at both ends", OLD + text + OLD + OLD],
  ["a page without a nonce", "<p>none</p>"],
  ["an empty page", ""],
])("fills in another nonce, plain and compressed: %s", (_, page) => {
  const cut = cutAt(OLD, Buffer.from(page));
  for (const nonce of [newNonce(), newNonce()]) {
    const expected = page.replaceAll(OLD, nonce);
    expect(Buffer.concat(filled(cut, nonce)).toString()).toBe(expected);
    expect(gunzipSync(Buffer.concat(gzipped(cut, nonce))).toString()).toBe(expected);
  }
});

it("finds the nonce of a policy", () => {
  expect(nonceIn(`default-src 'self'; script-src 'self' 'nonce-${OLD}' 'strict-dynamic'`)).toBe(
    OLD,
  );
  expect(nonceIn("default-src 'self'")).toBeNull();
});

it("a new nonce is 16 random bytes", () => {
  expect(Buffer.from(newNonce(), "base64")).toHaveLength(16);
  expect(newNonce()).not.toBe(newNonce());
});
