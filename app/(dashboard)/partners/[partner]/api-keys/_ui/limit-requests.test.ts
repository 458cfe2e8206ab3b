import { expect, it } from "vitest";
import type { LimitRequest } from "@/app/_trpc/types";
import { isCurrent, newestByKey } from "./limit-requests";

function request(id: string, some: Partial<LimitRequest> = {}): LimitRequest {
  return {
    id,
    partner: { code: "acme", name: "Acme" },
    key: { id: "key_1", label: "Billing", head: "rsk_ab12", tail: "wxyz" },
    currentPerMinute: 300,
    wantedPerMinute: 600,
    reason: "a sale",
    status: "open",
    grantedPerMinute: null,
    answer: null,
    peakPerMinute: 0,
    refusedShare: 0,
    requestedBy: "ada@example.com",
    createdAt: "2026-11-21T00:00:00.000Z",
    decidedAt: null,
    ...some,
  };
}

it("the newest of several requests for a key counts, in any order", () => {
  const older = request("older", { status: "declined", createdAt: "2026-11-20T00:00:00.000Z" });
  const newer = request("newer");
  const other = request("other", { key: { ...newer.key, id: "key_2" } });
  for (const list of [
    [older, newer, other],
    [other, newer, older],
  ]) {
    const newest = newestByKey(list);
    expect(newest.get("key_1")?.id).toBe("newer");
    expect(newest.get("key_2")?.id).toBe("other");
  }
});

it("an open request is always shown, a result for 30 days", () => {
  const decidedAt = "2026-11-01T00:00:00.000Z";
  const at = (day: string) => Date.parse(`${day}T00:00:00.000Z`);
  expect(isCurrent(request("open"), at("2030-01-01"))).toBe(true);
  expect(isCurrent(request("decided", { decidedAt }), at("2026-11-30"))).toBe(true);
  expect(isCurrent(request("decided", { decidedAt }), at("2026-12-01"))).toBe(false);
});
