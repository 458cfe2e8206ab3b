import { expect, it } from "vitest";
import { readWait } from "./prefer";

it.each([
  ["wait=1", 1],
  ["wait=30", 30],
  ["WAIT=7", 7],
  ["wait = 7", 7],
  ['wait="7"', 7],
  ['wait="\\7"', 7],
  ["wait=007", 7],
  ["wait=30; foo=bar", 30],
  ['wait=30 ; foo="; wait=2"', 30],
  ["respond-async, wait=10", 10],
  ["respond-async,wait=10,return=minimal", 10],
  [", ,wait=10", 10],
  ['foo="a, wait=5", wait=10', 10],
  ['foo="\\", wait=5", wait=10', 10],
  ["wait=30, wait=5", 30],
  ["waiting=5, wait=10", 10],
])("%s waits for %i s", (header, seconds) => {
  expect(readWait(header)).toBe(seconds);
});

it.each([
  [null],
  [""],
  ["wait"],
  ["wait="],
  ['wait=""'],
  ["wait=0"],
  ["wait=-1"],
  ["wait=31"],
  ["wait=1e9"],
  ["wait=1000000000"],
  ["wait=1.5"],
  ["wait=0x10"],
  ["wait=ten"],
  ["wait=10 seconds"],
  ["wait 10"],
  ['wait="10'],
  ['foo="a, wait=5'],
  ["30; foo=bar"],
  // Only the first counts, whatever it is.
  ["wait=0, wait=10"],
  ["foo; wait=10"],
])("%s does not wait", (header) => {
  expect(readWait(header)).toBeNull();
});

it("parses malicious headers in linear time", () => {
  for (const header of ['"'.repeat(16_000), "wait=".repeat(3_000), `wait${" ".repeat(16_000)}x`]) {
    const startedAt = performance.now();
    expect(readWait(header)).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  }
});
