import { expect, it } from "vitest";
import type { ApiKey, KeyUsage, Payout } from "@/app/_trpc/types";
import { attentionOf } from "./attention";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const inDays = (days: number) => new Date(NOW + days * 86_400_000).toISOString();

function key(id: string, some: Partial<ApiKey> = {}): ApiKey {
  return {
    id,
    partnerId: "prt_1",
    label: id,
    head: "rsk_ab12",
    tail: "wxyz",
    scopes: [],
    perMinute: 300,
    hasOwnLimit: false,
    state: "active",
    replacesId: null,
    createdAt: inDays(-90),
    createdBy: "ada@example.com",
    expiresAt: null,
    revokedAt: null,
    revokedBy: null,
    lastUsedAt: inDays(-0.1),
    lastUsedAddress: null,
    ...some,
  };
}

function used(keyId: string, succeeded: number, rateLimited: number): KeyUsage {
  const none = { failed: 0, hours: [], lastUsedAt: null, lastUsedAddress: null, unusedScopes: [] };
  return { keyId, succeeded, rateLimited, ...none };
}

const failedPayout = { id: "po_1", status: "failed", period: "2026-10" } as Payout;
const of = (keys: ApiKey[], usage: KeyUsage[] = [], failed: Payout[] = []) =>
  attentionOf({ keys, usage, failed, nowMs: NOW }).map(({ kind, id }) => `${kind} ${id}`);

it("lists current failures before upcoming ones", () => {
  const keys = [
    key("soon", { expiresAt: inDays(5) }),
    key("busy"),
    key("old", { lastUsedAt: inDays(-2) }),
    key("new", { replacesId: "old" }),
  ];
  expect(of(keys, [used("busy", 90, 10)], [failedPayout])).toEqual([
    "payout po_1",
    "limited busy",
    "ending soon",
    "silent old",
  ]);
});

it("lists keys by expiration, and none that expires in more than 14 days", () => {
  const keys = [
    key("later", { expiresAt: inDays(13) }),
    key("first", { expiresAt: inDays(1) }),
    key("far", { expiresAt: inDays(15) }),
    key("over", { expiresAt: inDays(-1), state: "expired" }),
  ];
  expect(of(keys)).toEqual(["ending first", "ending later"]);
});

it("a single 429 among hundreds of requests is not reported", () => {
  expect(of([key("a"), key("b")], [used("a", 999, 1), used("b", 99, 1)])).toEqual(["limited b"]);
});

it("an old key that is still used or already scheduled to be revoked is not reported", () => {
  const successor = key("new", { replacesId: "old" });
  expect(of([key("old"), successor])).toEqual([]);
  const retiring = key("old", { state: "retiring", lastUsedAt: inDays(-3) });
  expect(of([retiring, successor])).toEqual([]);
});

it("an inactive key is not reported, however many of its requests were rejected", () => {
  expect(of([key("gone", { state: "revoked" })], [used("gone", 0, 50)])).toEqual([]);
});
