import fc from "fast-check";
import { expect, it } from "vitest";
import {
  hashBytes,
  hashPlaintext,
  isWellFormed,
  KEY_LENGTH,
  newPlaintext,
  plaintextEnds,
  readEnds,
} from "./format";

it("generates well-formed keys that start with rsk_ and are selected by a double-click", () => {
  for (let i = 0; i < 1_000; i++) {
    const plaintext = newPlaintext();
    expect(plaintext).toMatch(/^rsk_[0-9A-Za-z]{36}$/);
    expect(isWellFormed(plaintext)).toBe(true);
  }
});

it("never generates a key twice and uses all characters evenly", () => {
  const keys = Array.from({ length: 20_000 }, newPlaintext);
  expect(new Set(keys).size).toBe(keys.length);
  const counts = new Map<string, number>();
  for (const key of keys) {
    for (const letter of key.slice(4, 34)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const expected = (keys.length * 30) / 62;
  expect(counts.size).toBe(62);
  for (const count of counts.values()) expect(Math.abs(count / expected - 1)).toBeLessThan(0.06);
});

it("the checksum detects any wrong or swapped character", () => {
  fc.assert(
    fc.property(fc.nat(KEY_LENGTH - 2), fc.nat(61), (at, pick) => {
      const plaintext = newPlaintext();
      const letter = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".charAt(pick);
      const changed = plaintext.slice(0, at) + letter + plaintext.slice(at + 1);
      if (changed !== plaintext) expect(isWellFormed(changed)).toBe(false);
      const [a, b] = [plaintext.charAt(at), plaintext.charAt(at + 1)];
      const swapped = plaintext.slice(0, at) + b + a + plaintext.slice(at + 2);
      if (swapped !== plaintext) expect(isWellFormed(swapped)).toBe(false);
    }),
  );
});

it("accepts no other text as a key", () => {
  fc.assert(fc.property(fc.string(), (text) => !isWellFormed(text)));
});

it("stores a 32-byte hash and eight characters, from which the key can't be derived", () => {
  const plaintext = newPlaintext();
  expect(hashBytes(hashPlaintext(plaintext))).toHaveLength(32);
  const { head, tail } = plaintextEnds(plaintext);
  expect([head, tail]).toEqual([plaintext.slice(0, 8), plaintext.slice(-4)]);
});

it("uses only the visible ends of a key that is searched", () => {
  expect(readEnds("rsk_ab12...wxyz")).toEqual([{ head: "rsk_ab12", tail: "wxyz" }]);
  expect(readEnds("rsk_ab12…wxyz")).toEqual([{ head: "rsk_ab12", tail: "wxyz" }]);
  expect(readEnds("rsk_ab12")).toEqual([{ head: "rsk_ab12" }]);
  expect(readEnds("wxyz")).toEqual([{ tail: "wxyz" }, { head: "rsk_wxyz" }]);
  expect(readEnds("...wxyz")).toEqual([{ tail: "wxyz" }]);
  expect(readEnds("wxyz", "platform")).toEqual([{ tail: "wxyz" }, { head: "psk_wxyz" }]);
  expect(readEnds("psk_ab12...wxyz", "platform")).toEqual([{ head: "psk_ab12", tail: "wxyz" }]);
  expect(readEnds("psk_ab12")).toEqual([]);
  const plaintext = newPlaintext();
  expect(readEnds(plaintext)).toEqual([plaintextEnds(plaintext)]);
  expect(readEnds(plaintext.slice(0, 20))).toEqual([{ head: plaintext.slice(0, 8) }]);
  for (const other of ["", "rsk_", "logs!", "api keys", "wxy", "vwxyz"]) {
    expect(readEnds(other), other).toEqual([]);
  }
});
