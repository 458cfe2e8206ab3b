import { describe, expect, it } from "vitest";
import { asFingerprint, callerOf, type Sender } from "./caller";

const sender: Sender = {
  clientId: null,
  address: "192.0.2.7",
  userAgent: "undici",
  method: "GET",
  path: "/api/v1/reseller/me",
  query: "",
  idempotencyKey: null,
};

describe("a caller", () => {
  it("is the same for the same request", () => {
    expect(callerOf({ ...sender })).toEqual(callerOf(sender));
    expect(callerOf({ ...sender, cost: 1 })).toEqual(callerOf(sender));
  });

  it.each([
    ["method", "POST"],
    ["path", "/api/v1/reseller/prices"],
    ["query", "limit=1"],
    ["idempotencyKey", "a"],
    ["cost", 2],
  ] as const)("is another caller of the same client if its %s differs", (field, value) => {
    const other = callerOf({ ...sender, [field]: value });
    expect(other.client).toBe(callerOf(sender).client);
    expect(other.caller).not.toBe(callerOf(sender).caller);
  });

  it.each([
    ["address", "192.0.2.8"],
    ["address", null],
    ["userAgent", "got"],
    ["userAgent", null],
  ] as const)("is another client if its %s is %s", (field, value) => {
    expect(callerOf({ ...sender, [field]: value }).client).not.toBe(callerOf(sender).client);
  });

  it("with a client ID is identified by it alone and belongs to its client", () => {
    const named = { ...sender, clientId: "worker-7" };
    const moved = { ...named, address: "198.51.100.1", userAgent: "got", path: "/x", query: "y" };
    expect(callerOf(moved)).toMatchObject({ caller: callerOf(named).caller, isNamed: true });
    expect(callerOf(named).client).toBe(callerOf(sender).client);
    expect(callerOf({ ...named, clientId: "worker-8" }).caller).not.toBe(callerOf(named).caller);
  });

  it("with an empty X-Client-Id counts as unnamed", () => {
    expect(callerOf({ ...sender, clientId: "" })).toEqual(callerOf(sender));
  });

  it("is not affected by where one part ends and the next begins", () => {
    const one = callerOf({ ...sender, path: "/a", query: "b" });
    expect(callerOf({ ...sender, path: "/ab", query: "" })).not.toEqual(one);
    const named = callerOf({ ...sender, clientId: "192.0.2.7" });
    expect(named.caller).not.toBe(callerOf(sender).client);
  });

  it("depends on every part of the request, from the first to the last", () => {
    const path = `/${"a".repeat(5_000)}`;
    const [one, other] = ["1", "2"].map((end) => callerOf({ ...sender, path: path + end }));
    expect(one?.caller).not.toBe(other?.caller);
  });

  it("without a user agent differs from one with an empty user agent", () => {
    const [none, empty] = [null, ""].map((userAgent) => callerOf({ ...sender, userAgent }));
    expect(none?.client).not.toBe(empty?.client);
  });

  it("is two fingerprints of eight characters, whatever it sends", () => {
    const long = callerOf({ ...sender, userAgent: "u".repeat(20_000), query: "é\n".repeat(9_000) });
    const many = Array.from({ length: 500 }, (_, n) => callerOf({ ...sender, query: `n=${n}` }));
    for (const caller of [long, ...many]) {
      for (const part of [caller.client, caller.caller]) expect(part).toMatch(/^[0-9a-f]{8}$/);
    }
  });

  it("keeps a fingerprint unchanged and hashes everything else", () => {
    expect(asFingerprint("abcd-_12")).toBe("abcd-_12");
    expect(asFingerprint("........")).toMatch(/^[\w-]{8}$/);
    expect(asFingerprint("")).toMatch(/^[\w-]{8}$/);
  });
});
