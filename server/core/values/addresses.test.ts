import { expect, it } from "vitest";
import { isLoopbackUrl, networkOf, plainAddress } from "./addresses";

it.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8::1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  [`fe80::1%${"a".repeat(10_000)}`, "fe80::1"],
  ["192.0.2.1%eth0", null],
  ["", null],
  ["192.0.2.256", null],
  ["unknown", null],
  ["192.0.2.1:80", null],
])("reads %j as %j", (text, address) => {
  expect(plainAddress(text)).toBe(address);
});

it.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::", "2001:db8:1:2::/64"],
  ["2001:DB8::6", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::192.0.2.33", "64:ff9b:0:0::/64"],
  ["1:2:3:4:5:6:192.0.2.33", "1:2:3:4::/64"],
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
])("takes %s for %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ["http://localhost:3000", true],
  ["http://app.localhost", true],
  ["http://127.1:3000", true],
  ["http://[::1]:3000", true],
  ["https://partners.example.com", false],
  ["http://localhost.example.com", false],
  ["http://127.0.0.1.example.com", false],
  ["http://10.0.0.7:3000", false],
  ["http://0.0.0.0:3000", false],
])("knows whether %s is on this machine only", (url, expected) => {
  expect(isLoopbackUrl(url)).toBe(expected);
});
