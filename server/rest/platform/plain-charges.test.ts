import fc from "fast-check";
import { expect, it } from "vitest";
import { InvalidItem } from "../batch";
import { readBody } from "../input";
import { PLATFORM_API } from "../platform-api";
import { plainCharges } from "./plain-charges";

const endpoint = PLATFORM_API.endpoints.find(({ id }) => id === "recordCharges");
if (!endpoint) throw new Error("no such endpoint");
const bySchema = { ...endpoint, plainBody: null };

const CHARGE_ID = `chg_${"0".repeat(26)}`;
const ACCOUNT_ID = `acc_${"0".repeat(26)}`;
const NAMES = ["e", "x".repeat(128), "x".repeat(129), "", " e", "e ", "a b", "é", "a\nb", "\u007f"];

/** For each field, values at both sides of its rules. */
const EDGES = {
  partner: ["acme", "a1", "a", "x".repeat(32), "x".repeat(33), "Acme", "acme\n", "-acme"],
  external_id: NAMES,
  type: ["charge", "refund", "refund_reversal", "payout", ""],
  account_id: [ACCOUNT_ID, CHARGE_ID, "acc_1", ""],
  account_external_id: NAMES,
  product: ["basic", "a", "x".repeat(64), "x".repeat(65), "a.b_c-d", "A", "a b", ""],
  amount: [0, 1, -0, -1, 1.5, 1e12, 1e12 + 1, 1e21, "1"],
  currency: ["EUR", "USD", "XXL", "eur", "EURO", ""],
  occurred_at: [
    "2026-10-21T09:30:00Z",
    "2026-10-21T09:30:00.1Z",
    "2026-10-21T09:30:00.123Z",
    "2026-10-21T09:30:00.123456Z",
    "2026-10-21T09:30:00+02:00",
    "2026-10-21T09:30Z",
    "2026-10-21",
    "2026-02-29T00:00:00Z",
    "2024-02-29T23:59:59Z",
    "2026-04-31T00:00:00Z",
    "2026-10-21T24:00:00Z",
    "2026-10-21T23:59:60Z",
    "1969-12-31T23:59:59Z",
    "1970-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "0000-01-01T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-10-21t09:30:00z",
  ],
  charge_id: [CHARGE_ID, ACCOUNT_ID, "chg_1"],
  charge_external_id: NAMES,
  refund_id: [CHARGE_ID, "x"],
  refund_external_id: NAMES,
  // No fields of the schema.
  externalId: ["e"],
  constructor: [""],
};

const BASE = {
  partner: "acme",
  external_id: "e",
  amount: 100,
  occurred_at: "2026-10-21T09:30:00Z",
};
const COMPLETE = [
  { ...BASE, account_external_id: "c", product: "basic" },
  { ...BASE, account_id: ACCOUNT_ID, product: "basic", currency: "EUR" },
  { ...BASE, type: "refund", charge_external_id: "e" },
  { ...BASE, type: "refund_reversal", refund_id: CHARGE_ID },
  {},
];
const fields = Object.entries(EDGES).map(([name, edges]) => {
  const value = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom<unknown>(...edges) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
  return fc.tuple(fc.constant(name), value);
});
/** A complete item with up to two fields that are other ones, so that all are good often enough. */
const items = fc
  .tuple(
    fc.constantFrom(...COMPLETE),
    fc.uniqueArray(fc.oneof(...fields), { selector: ([name]) => name, maxLength: 2 }),
  )
  .map(([base, others]): object => ({ ...base, ...Object.fromEntries(others) }));

const parsed = (body: object) => readBody(bySchema, body) as { charges: unknown[] };

it("makes the same of an item as the schema, and leaves all others to it", () => {
  const seen = { plain: 0, schema: 0 };
  const same = (item: object) => {
    const body = JSON.parse(JSON.stringify({ charges: [item] }));
    const plain = plainCharges(body);
    seen[plain === null ? "schema" : "plain"]++;
    if (plain !== null) expect(plain).toEqual(parsed(body));
  };
  fc.assert(fc.property(items, same), { numRuns: 10_000 });
  expect(Math.min(seen.plain, seen.schema)).toBeGreaterThan(1_000);
});

it("reads each usual value of each field itself", () => {
  const [charge, byId, refund, reversal] = COMPLETE;
  const usual = [
    charge,
    byId,
    refund,
    reversal,
    { ...refund, occurred_at: "2026-10-21T09:30:00.1Z" },
  ];
  const body = { charges: usual };
  expect(plainCharges(body)).toEqual(parsed(body));
  const { bodyExample = {} } = endpoint;
  expect(plainCharges(bodyExample as never)).toEqual(parsed(bodyExample));
});

it.each<[string, object]>([
  ["no items", { charges: [] }],
  ["too many items", { charges: Array(1_001).fill(COMPLETE[0]) }],
  ["another field", { charges: [COMPLETE[0]], dry_run: true }],
  ["no list", { charges: COMPLETE[0] }],
])("leaves a body with %s to the schema, which refuses it", (_, body) => {
  expect(plainCharges(body as never)).toBeNull();
  expect(() => parsed(body)).toThrow();
});

it("leaves a batch with one invalid item to the schema, which takes the others", () => {
  const body = { charges: [COMPLETE[0], { ...COMPLETE[0], amount: -1 }] };
  expect(plainCharges(body)).toBeNull();
  expect(parsed(body).charges[1]).toBeInstanceOf(InvalidItem);
});
