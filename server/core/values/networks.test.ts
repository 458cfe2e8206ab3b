import { BlockList, isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWithin, MAX_NETWORK_LENGTH, networksOf, networkText } from "./networks";

describe("the spelling of a range", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7/32"],
    ["203.0.113.7/24", "203.0.113.0/24"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["255.255.255.255/1", "128.0.0.0/1"],
    ["2001:DB8::1", "2001:db8::1/128"],
    ["2001:db8:0:0:1:0:0:1/64", "2001:db8::/64"],
    ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1/128"],
    ["2001:0:0:1:0:0:0:1", "2001:0:0:1::1/128"],
    ["1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7/128"],
    ["::", "::/128"],
    ["::1", "::1/128"],
    ["1::", "1::/128"],
    ["::/0", "::/0"],
    ["::ffff:10.1.2.3", "10.1.2.3/32"],
    ["::ffff:a01:203", "10.1.2.3/32"],
    ["::ffff:10.1.2.3/104", "10.0.0.0/8"],
    ["64:ff9b::192.0.2.1", "64:ff9b::c000:201/128"],
  ])("%s is %s", (text, normal) => {
    expect(networkText(text)).toBe(normal);
    expect(networkText(normal), "the normal form stays").toBe(normal);
    expect(text.length).toBeLessThanOrEqual(MAX_NETWORK_LENGTH);
  });

  it.each([
    "",
    "/",
    "/8",
    "10.0.0.0/",
    "10.0.0.0/33",
    "10.0.0.0/08",
    "10.0.0.0/-1",
    "10.0.0.0/8/8",
    "10.0.0.0/8 ",
    "10.0.0",
    "10.0.0.256",
    "010.0.0.1",
    "0x0a.0.0.1",
    "167772161",
    "1.2.3.4.5",
    "localhost",
    "example.com",
    "*",
    ":",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7::8:9",
    "1:2:3:4:5:6:7:8::",
    "::10000",
    "::g",
    "::1.2.3",
    "1.2.3.4::",
    "fe80::1%eth0",
    "::1/129",
    "::ffff:10.0.0.0/95",
    "[::1]",
    "10.0.0.0/8\n",
    "١٠.0.0.1",
  ])("%j is none", (text) => {
    expect(networkText(text)).toBeNull();
    expect(networksOf([text]).includes("10.0.0.1")).toBe(false);
  });
});

describe("callers", () => {
  it.each([
    ["10.0.0.0/8", "10.255.0.1", true],
    ["10.0.0.0/8", "11.0.0.0", false],
    ["10.0.0.0/8", "::ffff:10.2.3.4", true],
    ["10.0.0.0/8", "::FFFF:0a02:0304", true],
    ["::ffff:10.0.0.0/104", "10.2.3.4", true],
    ["2001:db8::/32", "2001:db8:ffff::1", true],
    ["2001:db8::/32", "2001:db9::", false],
    ["fe80::/10", "fe80::1%eth0", true],
    ["::/0", "10.0.0.1", false],
    ["::/0", "::ffff:10.0.0.1", false],
    ["::/0", "::1", true],
    ["0.0.0.0/0", "::1", false],
    ["0.0.0.0/0", "::ffff:1.2.3.4", true],
    ["::a00:1", "10.0.0.1", false],
    ["10.0.0.1", "10.0.0.1:443", false],
    ["10.0.0.1", "10.0.0.1, 10.0.0.1", false],
    ["10.0.0.1", "", false],
    ["10.0.0.1", "unknown", false],
  ])("%s contains %s: %s", (network, address, isIn) => {
    expect(networksOf([network]).includes(address)).toBe(isIn);
  });

  it("are found as node:net finds them, for any ranges and addresses", () => {
    const ranges = fc.array(
      fc.oneof(
        fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })),
        fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })),
      ),
      { minLength: 1, maxLength: 20 },
    );
    const familyOf = (text: string) => (isIP(text) === 6 ? "ipv6" : "ipv4");
    fc.assert(
      fc.property(ranges, fc.oneof(fc.ipV4(), fc.ipV6()), (networks, other) => {
        const ours = networksOf(networks.map((one) => networkText(one.join("/")) ?? "none"));
        for (const address of [other, ...networks.map(([first]) => first)]) {
          if (/^[0:]+:/.test(address)) continue;
          // By family, because node:net also finds IPv4 in ranges of IPv6 around the mapped ones.
          const byFamily = networks.filter(([a]) => familyOf(a) === familyOf(address));
          const same = new BlockList();
          for (const [a, bits] of byFamily) same.addSubnet(a, bits, familyOf(a));
          expect(ours.includes(address)).toBe(same.check(address, familyOf(address)));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("whether ranges are within others", () => {
  it.each([
    { inner: [], outer: [], is: true },
    { inner: ["10.0.0.0/8"], outer: [], is: true },
    { inner: [], outer: ["0.0.0.0/0", "::/0"], is: false },
    { inner: ["10.1.0.0/16"], outer: ["10.0.0.0/8"], is: true },
    { inner: ["10.0.0.0/8"], outer: ["10.1.0.0/16"], is: false },
    { inner: ["10.0.0.0/8"], outer: ["10.128.0.0/9", "10.0.0.0/9"], is: true },
    { inner: ["10.0.0.0/8"], outer: ["10.0.0.0/9", "10.128.0.0/10"], is: false },
    { inner: ["10.0.0.1/32", "::1/128"], outer: ["10.0.0.0/8"], is: false },
    { inner: ["::/0"], outer: ["::/1", "8000::/1"], is: true },
    { inner: ["0.0.0.0/0"], outer: ["::/0"], is: false },
    { inner: ["::/0"], outer: ["0.0.0.0/0"], is: false },
    { inner: ["::/0", "0.0.0.0/0"], outer: ["8000::/1", "0.0.0.0/0", "::/1"], is: true },
  ])("$inner in $outer: $is", ({ inner, outer, is }) => {
    expect(isWithin(inner, outer)).toBe(is);
  });
});
