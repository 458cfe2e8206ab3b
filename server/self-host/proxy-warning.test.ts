import { expect, it } from "vitest";
import { proxyWarning } from "./proxy-warning";

const untrusted = { host: "127.0.0.1", trustProxy: null };

it.each([
  ["https://partners.example.com", "127.0.0.1"],
  ["https://partners.example.com", "0.0.0.0"],
  ["https://localhost", "127.0.0.1"],
  ["http://partners.example.com", "localhost"],
  ["http://partners.example.com", "::1"],
])("warns about %s on %s", (publicUrl, host) => {
  expect(proxyWarning({ ...untrusted, publicUrl, host })?.advice).toContain("TRUST_PROXY");
  expect(proxyWarning({ publicUrl, host, trustProxy: { hops: 1 } })).toBeNull();
});

it.each([
  [null, "127.0.0.1"],
  ["http://localhost:3000", "127.0.0.1"],
  ["http://[::1]:3000", "::1"],
  ["http://partners.example.com:3000", "0.0.0.0"],
])("does not warn about %s on %s, which need no proxy", (publicUrl, host) => {
  expect(proxyWarning({ ...untrusted, publicUrl, host })).toBeNull();
});
