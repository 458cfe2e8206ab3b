import fc from "fast-check";
import { expect, it } from "vitest";
import { readBody } from "../input";
import { PLATFORM_API } from "../platform-api";
import { plainVerifyKey } from "./plain-verify-key";

const endpoint = PLATFORM_API.endpoints.find(({ id }) => id === "verifyKey");
if (!endpoint) throw new Error("no such endpoint");
const bySchema = { ...endpoint, plainBody: null };

/** For each field, values at both sides of its rules. */
const EDGES = {
  key: ["", "x".repeat(500), "x".repeat(501)],
  scopes: [[], ["a:b"], [""], ["x".repeat(64)], ["x".repeat(65)], ["a:b", 1], [null]],
  cost: [1, 1_000, 1_001, 0, -0, 1.5, 1e21],
  ip: ["192.0.2.1", "::1", "::ffff:192.0.2.7", "fe80::1%eth0", "192.0.2.1%eth0", "1.2.3", ""],
  method: ["GET", "get", "A".repeat(20), "A".repeat(21), "GET\n", ""],
  route: ["/", "/orders/{id}", `/${"x".repeat(199)}`, `/${"x".repeat(200)}`, "/a b", "/é", "x"],
  path: ["", "x".repeat(4_096), "x".repeat(4_097), "/a b?c", "a\nb", "é"],
  client_id: ["", "x".repeat(1_000), "x".repeat(1_001), "\u007f"],
  user_agent: ["", "x".repeat(1_000), "x".repeat(1_001), "\u{1F600}"],
  idempotency_key: ["", "x".repeat(255), "x".repeat(256)],
  // No fields of the schema.
  clientId: [""],
  constructor: [""],
};
EDGES.scopes.push(Array(50).fill("a:b"), Array(51).fill("a:b"));

const fields = Object.entries(EDGES).map(([name, edges]) => {
  const value = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom<unknown>(...edges) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
  return fc.tuple(fc.constant(name), value);
});
/** At most four fields, so that all of them are good often enough. */
const bodies = fc
  .uniqueArray(fc.oneof(...fields), { selector: ([name]) => name, maxLength: 3 })
  .chain((some) => fc.constantFrom([["key", "x"], ...some], some))
  .map((entries) => JSON.parse(JSON.stringify(Object.fromEntries(entries))));

function parsed(body: object): unknown {
  try {
    return readBody(bySchema, body);
  } catch {
    return null;
  }
}

it("makes the same of a body as the schema, and leaves all others to it", () => {
  const seen = { good: 0, bad: 0 };
  const same = (body: Record<string, unknown>) => {
    const expected = parsed(body);
    expect(plainVerifyKey(body)).toEqual(expected);
    seen[expected === null ? "bad" : "good"]++;
  };
  fc.assert(fc.property(bodies, same), { numRuns: 10_000 });
  expect(Math.min(seen.good, seen.bad)).toBeGreaterThan(1_000);
});

it("is what the endpoint reads the documented example with", () => {
  const { bodyExample = {}, plainBody } = endpoint;
  expect(plainBody?.(bodyExample)).toEqual(parsed(bodyExample));
});
