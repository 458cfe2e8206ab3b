import { expect, it } from "vitest";
import { RETRY_AFTER_MS } from "../core/webhooks/limits";
import { verdictOn } from "./schedule";

const now = new Date("2026-11-22T10:00:00Z");
const attempt = { tries: 1, status: 500, retryAfter: null, now, random: 0.5 };
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

it.each([200, 201, 202, 204, 299])("%s is delivered", (status) => {
  expect(verdictOn({ ...attempt, status })).toMatchObject({ result: "delivered", holdMs: 0 });
});

it.each([null, 100, 199, 300, 301, 302, 307, 400, 401, 404, 408, 409, 422, 429, 500, 503])(
  "%s is retried",
  (status) => {
    expect(verdictOn({ ...attempt, status })).toMatchObject({ result: "retry", isGone: false });
  },
);

it("410 ends the delivery and disables the endpoint", () => {
  expect(verdictOn({ ...attempt, status: 410 })).toMatchObject({ result: "failed", isGone: true });
});

it("waits for about three days in total, each wait up to a fifth shorter or longer", () => {
  const at = (random: number) =>
    RETRY_AFTER_MS.map((_, index) => verdictOn({ ...attempt, tries: index + 1, random }).afterMs);
  expect(at(0.5)).toEqual(RETRY_AFTER_MS);
  expect(at(0)).toEqual(RETRY_AFTER_MS.map((ms) => ms * 0.8));
  expect(at(1)).toEqual(RETRY_AFTER_MS.map((ms) => Math.round(ms * 1.2)));
  const totalMs = RETRY_AFTER_MS.reduce((sum, ms) => sum + ms, 0);
  expect(totalMs / DAY_MS).toBeGreaterThan(3);
  expect(totalMs / DAY_MS).toBeLessThan(3.3);
});

it("fails for good after the eleventh attempt", () => {
  expect(verdictOn({ ...attempt, tries: 10 }).result).toBe("retry");
  expect(verdictOn({ ...attempt, tries: 11 }).result).toBe("failed");
});

it.each([429, 503])("obeys the Retry-After of a %s, in seconds or as a date", (status) => {
  const after = (retryAfter: string) => verdictOn({ ...attempt, status, retryAfter });
  expect(after("120")).toMatchObject({ afterMs: 120_000, holdMs: 120_000 });
  const date = new Date(now.getTime() + 10 * MINUTE_MS).toUTCString();
  expect(after(date)).toMatchObject({ afterMs: 10 * MINUTE_MS, holdMs: 10 * MINUTE_MS });
  // A shorter one than the schedule's still holds the endpoint.
  expect(after("1")).toMatchObject({ afterMs: 5_000, holdMs: 1_000 });
  expect(after("99999999999999999999")).toMatchObject({ afterMs: DAY_MS, holdMs: DAY_MS });
});

it.each(["", "soon", "-5", "1.5", "Thu, 01 Jan 1970 00:00:00 GMT", "9".repeat(400)])(
  "a Retry-After of %o shortens nothing",
  (retryAfter) => {
    const { afterMs } = verdictOn({ ...attempt, status: 503, retryAfter });
    expect(afterMs).toBeGreaterThanOrEqual(5_000);
    expect(afterMs).toBeLessThanOrEqual(DAY_MS);
  },
);

it("ignores the Retry-After of other statuses", () => {
  expect(verdictOn({ ...attempt, status: 500, retryAfter: "600" })).toMatchObject({ holdMs: 0 });
});
