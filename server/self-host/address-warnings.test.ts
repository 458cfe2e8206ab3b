import { expect, it } from "vitest";
import { addressWarnings } from "./address-warnings";

const untrusted = { host: "127.0.0.1", trustProxy: null };
const advice = (settings: Parameters<typeof addressWarnings>[0]) =>
  addressWarnings(settings)
    .map((warning) => warning.advice)
    .join("\n");

it.each([
  ["https://partners.example.com", "127.0.0.1"],
  ["https://partners.example.com", "0.0.0.0"],
  ["https://localhost", "127.0.0.1"],
  ["http://partners.example.com", "localhost"],
  ["http://partners.example.com", "::1"],
])("warns about a proxy that is not trusted: %s on %s", (publicUrl, host) => {
  expect(advice({ ...untrusted, publicUrl, host })).toContain("TRUST_PROXY");
  expect(advice({ publicUrl, host, trustProxy: { hops: 1 } })).not.toContain("TRUST_PROXY");
});

it.each([
  [null, "127.0.0.1"],
  ["http://localhost:3000", "127.0.0.1"],
  ["http://[::1]:3000", "::1"],
  ["http://partners.example.com:3000", "0.0.0.0"],
])("does not warn about %s on %s, which need no proxy", (publicUrl, host) => {
  expect(advice({ ...untrusted, publicUrl, host })).not.toContain("TRUST_PROXY");
});

it.each([
  ["http://partners.example.com", true],
  ["http://10.0.0.7:3000", true],
  ["https://partners.example.com", false],
  ["http://localhost:3000", false],
  ["http://127.0.0.1:3000", false],
  ["http://[::1]:3000", false],
])("warns that %s is not encrypted: %s", (publicUrl, isWarned) => {
  const settings = { publicUrl, host: "0.0.0.0", trustProxy: { hops: 1 } };
  expect(advice(settings).includes("HTTPS")).toBe(isWarned);
});
