import { describe, expect, it } from "vitest";
import type { ApiKey } from "@/app/_trpc/types";
import { arrange, trafficOf } from "./arrange";

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
    createdAt: "2026-11-21T00:00:00.000Z",
    createdBy: "ada@example.com",
    expiresAt: null,
    revokedAt: null,
    revokedBy: null,
    lastUsedAt: null,
    lastUsedAddress: null,
    ...some,
  };
}

function shown(keys: ApiKey[], show: "active" | "all"): string[] {
  return arrange(keys, show).map((row) => `${row.successor ? "> " : ""}${row.key.id}`);
}

describe("the list of keys", () => {
  it("an old key stands right below the key that replaces it", () => {
    const keys = [key("new", { replacesId: "old" }), key("other"), key("old")];
    expect(shown(keys, "active")).toEqual(["new", "> old", "other"]);
  });

  it("a chain of rotations stays together", () => {
    const keys = [key("c", { replacesId: "b" }), key("b", { replacesId: "a" }), key("x"), key("a")];
    expect(shown(keys, "active")).toEqual(["c", "> b", "> a", "x"]);
  });

  it("an old key whose successor was revoked stands alone again", () => {
    const keys = [key("new", { replacesId: "old", state: "revoked" }), key("old")];
    expect(shown(keys, "active")).toEqual(["old"]);
    expect(shown(keys, "all")).toEqual(["new", "old"]);
  });

  it("revoked and expired keys are listed under all, and only there", () => {
    const keys = [
      key("a"),
      key("b", { state: "revoked" }),
      key("c", { state: "expired" }),
      key("d", { state: "retiring" }),
    ];
    expect(shown(keys, "active")).toEqual(["a", "d"]);
    expect(shown(keys, "all")).toEqual(["a", "b", "c", "d"]);
  });

  it("no key is lost or shown twice when the old one is revoked", () => {
    const keys = [key("new", { replacesId: "old" }), key("old", { state: "revoked" })];
    expect(shown(keys, "active")).toEqual(["new"]);
    expect(shown(keys, "all")).toEqual(["new", "old"]);
  });

  it("a key is called silent after a day without a call, and not sooner", () => {
    const now = Date.parse("2026-11-21T12:00:00.000Z");
    const [longAgo, lately] = ["2026-11-20T11:59:00.000Z", "2026-11-20T12:01:00.000Z"];
    const traffic = (createdAt: string, lastUsedAt: string | null) =>
      trafficOf({ createdAt, lastUsedAt }, now);
    expect(traffic(longAgo, null)).toBe("silent");
    expect(traffic(longAgo, longAgo)).toBe("silent");
    expect(traffic(longAgo, lately)).toBe("in use");
    expect(traffic(lately, null)).toBe(null);
  });
});
