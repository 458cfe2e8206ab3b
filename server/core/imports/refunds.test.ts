import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { concurrently, fulfilled } from "../../testing/concurrently";
import { steppingClock } from "../../testing/platform";
import { anonymizeCustomer } from "../customers/anonymize";
import { moveCustomer } from "../customers/status";
import { charge, newSeller, refund, reversal, shopForTests } from "./testing/seller";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await shopForTests(clock);

const TAKEN = "external_id: Another charge has this external_id.";

it("refunds a charge in parts, by ID or external ID, up to its amount", async () => {
  const { send, idOf, refunded } = await newSeller(platform);
  await send(charge("a", 100));
  const byId = { charge_external_id: undefined, charge_id: await idOf("a") };
  expect(
    await send(refund("r1", "a", 40), refund("r2", "", 60, byId), refund("r3", "a", 1)),
  ).toEqual({ imported: 2, existing: 0, reasons: ["amount: 0 of the charge is left to refund."] });
  expect(await refunded("a")).toBe(100);
});

it("takes a reversed refund's amount back, and each refund is reversed once", async () => {
  const { send, refunded } = await newSeller(platform);
  await send(charge("a", 100), refund("r1", "a", 100));
  expect(await send(reversal("v1", "r1", 101))).toMatchObject({
    reasons: ["amount: The refund is of 100."],
  });
  const again = [reversal("v1", "r1", 60), reversal("v2", "r1", 40), refund("r2", "a", 60)];
  expect(await send(...again, refund("r3", "a", 1))).toEqual({
    imported: 2,
    existing: 0,
    reasons: [
      "refund_external_id: The refund has been reversed before.",
      "amount: 0 of the charge is left to refund.",
    ],
  });
  expect(await refunded("a")).toBe(100);
});

it("the same line is the same refund; another payload is refused and changes nothing", async () => {
  const { send, idOf, refunded } = await newSeller(platform);
  await send(charge("a", 100), charge("b", 100), refund("r", "a", 30));
  await send(reversal("v", "r", 30), charge("c", 1));
  const same = { charge_external_id: undefined, charge_id: await idOf("a"), product: "basic" };
  const known = [refund("r", "a", 30), refund("r", "", 30, same), reversal("v", "r", 30)];
  expect(await send(...known)).toEqual({ imported: 0, existing: 3, reasons: [] });
  const others = [
    refund("r", "a", 31),
    refund("r", "b", 30),
    refund("r", "missing", 30),
    refund("r", "a", 30, { occurred_at: "2026-03-01T12:00:01Z" }),
    refund("r", "a", 30, { product: "usd" }),
    refund("c", "a", 1),
    reversal("r", "r", 30),
    charge("r", 30),
    charge("v", 30),
  ];
  const answer = await send(...others);
  expect(answer).toEqual({ imported: 0, existing: 0, reasons: Array(others.length).fill(TAKEN) });
  expect(await refunded("a")).toBe(0);
});

it("a refund before its charge is refused, and taken when it is sent again", async () => {
  const { send } = await newSeller(platform);
  const missing = (what: string, name: string) =>
    `${what}_not_found: There is no ${what} ${name} yet. Import this line again after it.`;
  const wrongOrder = [reversal("v", "r", 5), refund("r", "a", 5), charge("a", 10)];
  expect(await send(...wrongOrder)).toEqual({
    imported: 1,
    existing: 0,
    reasons: [missing("refund", "r"), missing("charge", "a")],
  });
  expect(await send(...wrongOrder.toReversed())).toEqual({
    imported: 2,
    existing: 1,
    reasons: [],
  });
});

it("refuses what is not a refund of one of the partner's own charges", async () => {
  const { send, idOf } = await newSeller(platform);
  const other = await newSeller(platform);
  await other.send(charge("theirs", 100));
  await send(charge("a", 100), refund("r", "a", 10));
  const byId = (id: string) => ({ charge_external_id: undefined, charge_id: id });
  const bad: [object, string][] = [
    [refund("1", "theirs", 1), "charge_not_found"],
    [refund("2", "", 1, byId(await other.idOf("theirs"))), "charge_not_found"],
    [refund("3", "r", 1), "r is a refund, not a charge."],
    [reversal("4", "a", 1), "a is a charge, not a refund."],
    [refund("5", "", 1, byId(await idOf("r"))), "is a refund, not a charge."],
    [refund("6", "a", 0), "amount: Must be at least 1."],
    [refund("7", "a", -1), "amount: Must not be negative."],
    [refund("8", "a", 2 ** 53 - 1), "amount: Must be at most"],
    [refund("9", "a", 2 ** 53), "amount"],
    [refund("10", "a", 1, { currency: "USD" }), "currency: The charge is in EUR."],
    [refund("11", "a", 1, { product: "usd" }), "product: The charge is of basic."],
    [
      refund("12", "a", 1, { customer_external_id: "c-2" }),
      "customer_external_id: The charge is of another customer.",
    ],
    [refund("13", "a", 1, { occurred_at: "2026-03-01T11:59:59Z" }), "Must not be before that"],
    [refund("14", "a", 1, { occurred_at: "2026-03-16T00:00:00Z" }), "Must not be in the future."],
    [refund("15", "a", 1, { charge_id: await idOf("a") }), "Must have one of charge_id"],
    [{ ...refund("16", "a", 1), charge_external_id: undefined }, "Must have one of charge_id"],
    [refund("17", "a", 1, { refund_external_id: "r" }), "Only a refund_reversal has refund_id"],
    [charge("18", 1, { charge_external_id: "a" }), "Only a refund has charge_id"],
    [charge("19", 1, { product: undefined }), "product: Required."],
    [charge("20", 1, { type: "credit" }), "type: "],
    [refund("21", "", 1, byId("\u0000")), "charge_id: Must be a charge ID."],
  ];
  const { imported, reasons } = await send(...bad.map(([record]) => record));
  expect(imported).toBe(0);
  expect(reasons).toHaveLength(bad.length);
  for (const [, words] of bad) expect(reasons.join("\n")).toContain(words);
});

it("twenty refunds at once never exceed the charge, and one of twenty reversals is taken", async () => {
  const { send, refunded } = await newSeller(platform);
  await send(charge("a", 100));
  const some = Array.from({ length: 20 }, (_, n) => n);
  await concurrently(some, (n) => send(refund(`r${n}`, "a", 15)));
  expect(await refunded("a")).toBe(90);
  const same = fulfilled(await concurrently(some, () => send(refund("last", "a", 10))));
  expect(same.reduce((sum, { imported }) => sum + imported, 0)).toBe(1);
  expect(same.reduce((sum, { existing }) => sum + existing, 0)).toBe(19);
  await concurrently(some, (n) => send(reversal(`v${n}`, "last", 10)));
  expect(await refunded("a")).toBe(90);
});

it("the database refuses what a faulty writer would add", async () => {
  const { send, partnerId, idOf } = await newSeller(platform);
  await send(charge("a", 100), charge("b", 5, { customer_external_id: "c-2" }));
  await send(refund("r", "a", 60));
  const { db } = platform.system;
  const [a, r] = [await idOf("a"), await idOf("r")];
  const [row] = await db.charge.findMany({ where: { id: r } });
  if (!row) throw new Error("no refund");
  const tried = (fields: object) => {
    const data = { ...row, id: `chg_${randomUUID()}`, externalId: randomUUID(), ...fields };
    return platform.wiring.core.transact((tx) => tx.charge.create({ data }));
  };
  for (const fault of [
    { amount: 41n },
    { amount: 0n },
    { chargeId: null },
    { chargeId: r },
    { chargeId: await idOf("b") },
    { type: "charge" },
    { type: "refund_reversal", refundId: a },
    { type: "refund_reversal", refundId: r, amount: 61n },
  ]) {
    await expect(tried(fault)).rejects.toThrow();
  }
  const lowered = { where: { id: a }, data: { amount: 59n } };
  await expect(platform.wiring.core.transact((tx) => tx.charge.update(lowered))).rejects.toThrow();
  expect(await db.charge.count({ where: { partnerId } })).toBe(3);
  await tried({ amount: 40n });
});

it("takes refunds of closed and anonymized customers, but no later charges", async () => {
  const { send, customerId } = await newSeller(platform);
  await send(charge("a", 100));
  await moveCustomer(platform.system, { customerId, move: "close" });
  clock.advance(1_000);
  const now = { occurred_at: clock.now().toISOString() };
  const records = [charge("b", 1, now), refund("r", "a", 10, now), reversal("v", "r", 10, now)];
  expect(await send(...records)).toMatchObject({
    imported: 2,
    reasons: ["occurred_at: Customer c-1 was closed before."],
  });
  await anonymizeCustomer(platform.system, { customerId });
  const named = { customer_external_id: "c-1" };
  expect(await send(refund("s", "a", 10, now), refund("t", "a", 10, { ...now, ...named }))).toEqual(
    {
      imported: 1,
      existing: 0,
      reasons: ["customer_external_id: The charge is of another customer."],
    },
  );
});
