import { describe, expect, it } from "vitest";
import { absoluteMomentOf, ago, inUtc, localMoment, momentOf } from "./time";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");

describe("relative times", () => {
  it.each([
    ["2026-11-21T11:59:50.000Z", "just now"],
    ["2026-11-21T12:00:02.000Z", "in less than a minute"],
    ["2026-11-21T11:58:59.000Z", "1 min ago"],
    ["2026-11-21T11:57:00.000Z", "3 min ago"],
    ["2026-11-21T09:00:00.000Z", "3 hours ago"],
    ["2026-11-19T11:00:00.000Z", "2 days ago"],
    ["2026-11-28T12:00:00.000Z", "in 7 days"],
    ["2027-02-19T11:59:55.000Z", "in 90 days"],
    ["2026-02-01T00:00:00.000Z", "9 months ago"],
    ["2024-01-01T00:00:00.000Z", "2 years ago"],
  ])("%s is %s", (at, text) => {
    expect(ago(at, NOW)).toBe(text);
  });

  it("a UTC time shows its time zone", () => {
    expect(inUtc("2026-11-21T06:21:28.123Z")).toBe("2026-11-21 06:21:28 UTC");
  });
});

describe("times in fields", () => {
  it.each(["2026-11-21T06:21", "2026-11-21T06:21:28", "1970-01-02T00:00", "9999-12-30T00:00"])(
    "%s is parsed from a field as it was entered",
    (text) => {
      const moment = momentOf(text);
      expect(moment && localMoment(moment)).toBe(text);
    },
  );

  it.each(["", "5", "soon", "2026-13-01T00:00", "0202-11-21T00:00", "9999-12-31T14:00"])(
    "%j is invalid",
    (text) => {
      expect(momentOf(text)).toBeNull();
    },
  );

  it("a URL accepts only times that are unambiguous in every time zone", () => {
    const at = new Date("2026-11-21T06:00:00Z");
    expect(absoluteMomentOf("2026-11-21T06:00:00Z")).toEqual(at);
    expect(absoluteMomentOf("2026-11-21T07:00:00+01:00")).toEqual(at);
    expect(absoluteMomentOf("2026-11-21")).toEqual(new Date("2026-11-21T00:00:00Z"));
    expect(absoluteMomentOf("2026-11-21T06:00")).toBeNull();
    expect(absoluteMomentOf("2026-02-31T06:00Z ")).toBeNull();
  });
});
