import fc from "fast-check";
import { expect, it } from "vitest";
import { plainAddress } from "../core/values/addresses";
import { createAddressReader, createProxyCheck, type ProxyTrust } from "./client-address";

const PEER = "10.0.0.1";
const read = (trust: ProxyTrust, forwardedFor: string | null, peer: string | null = PEER) =>
  createAddressReader(trust)({ peer, forwardedFor });

it("ignores the headers if no proxy is trusted", () => {
  expect(read(null, "203.0.113.9")).toBe(PEER);
  expect(read(null, "203.0.113.9", null)).toBeNull();
  expect(read(null, null, "::ffff:192.0.2.1")).toBe("192.0.2.1");
});

it.each([
  [1, "203.0.113.9", "203.0.113.9"],
  [1, "6.6.6.6, 203.0.113.9", "203.0.113.9"],
  [2, "6.6.6.6, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
  [1, null, PEER],
  [1, "", PEER],
  // Fewer proxies than configured: the farthest known address.
  [3, "203.0.113.9", "203.0.113.9"],
  [1, "2001:db8::1", "2001:db8::1"],
  [1, "[2001:db8::1]:443", "2001:db8::1"],
  [1, "203.0.113.9:5678", "203.0.113.9"],
] as const)(
  "with %s trusted proxies, takes the address from %j that the outermost proxy saw",
  (hops, header, client) => {
    expect(read({ hops }, header)).toBe(client);
  },
);

it.each([
  ["one trusted proxy", "203.0.113.9", "203.0.113.9"],
  ["two trusted proxies", "203.0.113.9, 10.2.3.4", "203.0.113.9"],
  ["a trusted proxy and a forged address", "10.9.9.9, 203.0.113.9, 10.2.3.4", "203.0.113.9"],
  ["a forged address of a trusted proxy", "10.9.9.9", "10.9.9.9"],
  ["a trusted IPv6 proxy", "203.0.113.9, fd00::7", "203.0.113.9"],
] as const)("with trusted networks, skips the proxies in %s", (_what, header, client) => {
  expect(read({ networks: ["10.0.0.0/8", "fd00::/8"] }, header)).toBe(client);
});

it("with trusted networks, ignores the headers of an untrusted sender", () => {
  expect(read({ networks: ["10.0.0.0/8"] }, "203.0.113.9", "198.51.100.1")).toBe("198.51.100.1");
  expect(read({ networks: ["10.0.0.1"] }, "203.0.113.9", "10.0.0.2")).toBe("10.0.0.2");
});

it("works without the socket's address on hosts that hide it", () => {
  expect(read({ hops: 1 }, "6.6.6.6, 203.0.113.9", null)).toBe("203.0.113.9");
  expect(read({ networks: ["10.0.0.0/8"] }, "203.0.113.9, 10.0.0.3", null)).toBe("203.0.113.9");
  expect(read({ hops: 1 }, null, null)).toBeNull();
});

it("falls back to the last known address quickly for malformed headers", () => {
  for (const header of [
    "unknown",
    "a,b,c",
    ",,,",
    "203.0.113.9, junk",
    "::::",
    "1.2.3.4.5",
    "\0",
  ]) {
    expect(read({ hops: 1 }, header)).toBe(PEER);
  }
  const long = "1.1.1.1,".repeat(2_000);
  expect(read({ networks: ["0.0.0.0/0"] }, long)).toBe(PEER);
  expect(read({ hops: 10 }, `${long}1.1.1.1`)).toBe("1.1.1.1");
});

it("never returns anything but an IP address, whatever is sent", () => {
  const trust = fc.constantFrom<ProxyTrust>(null, { hops: 2 }, { networks: ["0.0.0.0/0", "::/0"] });
  fc.assert(
    fc.property(trust, fc.array(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6())), (one, parts) => {
      const client = read(one, parts.join(","));
      expect(client !== null && plainAddress(client)).toBe(client);
    }),
  );
});

it.each([
  [
    "this machine, whatever is trusted",
    null,
    ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"],
  ],
  ["a trusted network", { networks: ["10.0.0.0/8"] }, ["10.1.2.3", "::ffff:10.1.2.3", "127.0.0.1"]],
  ["everyone behind a number of proxies", { hops: 1 }, ["203.0.113.9", "10.1.2.3", "::1"]],
] as const)("the connections of many clients may come from %s", (_who, trust, peers) => {
  expect(peers.map(createProxyCheck(trust))).toEqual(peers.map(() => true));
});

it("connections from other addresses are one network's", () => {
  const peers = ["203.0.113.9", "10.1.2.3", "::ffff:192.0.2.1", "2001:db8::1"];
  expect(peers.map(createProxyCheck(null))).toEqual(peers.map(() => false));
  expect(createProxyCheck({ networks: ["10.0.0.0/8"] })("203.0.113.9")).toBe(false);
});
