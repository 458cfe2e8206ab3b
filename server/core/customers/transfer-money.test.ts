import { expect, it } from "vitest";
import { concurrently } from "../../testing/concurrently";
import { recordCharges } from "../charges/mutations";
import { isDomainError } from "../kernel/errors";
import type { Partner } from "../partners/schema";
import { closePeriod } from "../payouts/close";
import { transferStand } from "./testing/transfer-stand";
import { updateCustomer } from "./update";

const stand = await transferStand();
const { platform, client, newStage, hand, record, charges, net, payouts, events, expectTrueSums } =
  stand;

it("old charges are refunded at the old partner, as it knew the customer, and new ones are the new partner's", async () => {
  const { from, to, fields, customerId } = await newStage();
  await record(from, { externalId: "old", accountId: customerId, amount: 1_000 });
  await closePeriod(platform.system, { period: "2026-10" });
  await hand(customerId, to);
  await updateCustomer(platform.system, {
    customerId,
    email: "new@example.com",
    name: "Countess",
    externalId: null,
  });
  const named = { accountExternalId: fields.externalId };
  const outcomes = {
    // A retry is still the same charge.
    retry: await record(from, { externalId: "old", ...named, amount: 1_000 }),
    "a new charge of the old partner": await record(from, {
      externalId: "x",
      accountId: customerId,
    }),
    "a refund": await record(from, {
      externalId: "r",
      type: "refund",
      product: undefined,
      chargeExternalId: "old",
      amount: 400,
      ...named,
    }),
    "its retry": await record(from, {
      externalId: "r",
      type: "refund",
      product: undefined,
      chargeExternalId: "old",
      amount: 400,
      ...named,
    }),
    "a refund at the new partner": await record(to, {
      externalId: "r",
      type: "refund",
      product: undefined,
      chargeExternalId: "old",
    }),
    "a new charge": await record(to, { externalId: "new", accountId: customerId, amount: 70 }),
  };
  expect(outcomes).toEqual({
    retry: "duplicate",
    "a new charge of the old partner": "account_not_found",
    "a refund": "created",
    "its retry": "duplicate",
    "a refund at the new partner": "charge_not_found",
    "a new charge": "created",
  });
  expect(await payouts(from)).toEqual([
    ["2026-10", 1_000, 200],
    ["2026-10", -400, -80],
  ]);
  await closePeriod(platform.system, { period: "2026-10" });
  expect([(await payouts(from)).length, await payouts(to)]).toEqual([2, [["2026-10", 70, 14]]]);
  expect(await net(customerId)).toEqual([[1, 70]]);
  const [mine, theirs] = [await charges(to), await charges(from)];
  expect(mine.map(({ customer }) => [customer.name, customer.isFormer])).toEqual([
    ["Countess", false],
  ]);
  expect(new Set(theirs.map(({ customer }) => customer.email))).toEqual(new Set([fields.email]));
  await expectTrueSums();
});

it("there and back again: each partner has its own charges, and the customer is known as it is", async () => {
  const { from, to, customerId } = await newStage();
  for (const [n, partner] of [from, to, from, to, from].entries()) {
    await hand(customerId, partner);
    await record(partner, { externalId: `c-${n}`, accountId: customerId, amount: n + 1 });
    await updateCustomer(platform.system, { customerId, name: `Ada ${n}` });
    await expectTrueSums();
  }
  const seen = async (partner: Partner) =>
    (await charges(partner)).map((one) => [one.externalId, one.customer.name]).sort();
  expect(await seen(from)).toEqual(["c-0", "c-2", "c-4"].map((id) => [id, "Ada 4"]));
  expect(await seen(to)).toEqual(["c-1", "c-3"].map((id) => [id, "Ada 3"]));
  expect(await net(customerId)).toEqual([[3, 9]]);
  const [out, back] = ["account.transferred_out", "account.transferred_in"];
  const moves = (types: string[]) => types.filter((type) => type.startsWith("account.transferred"));
  expect(moves(await events(from))).toEqual([out, back, out, back]);
  expect(moves(await events(to))).toEqual([back, out, back, out]);
});

it("beside charges for the customer: each is recorded at one partner, or refused", async () => {
  const { from, to, customerId } = await newStage();
  const batch = (partner: Partner) =>
    Array.from({ length: 500 }, (_, n) => ({
      partner: partner.code,
      externalId: `b-${n}`,
      type: "charge" as const,
      accountId: customerId,
      product: "basic",
      amount: 1,
      occurredAt: new Date("2026-10-11T00:00:00Z"),
    }));
  const record = () => recordCharges(platform.system, { charges: [...batch(from), ...batch(to)] });
  // One of two that are under way at once finds that the customer has just left.
  const transfer = (partner: Partner) => () =>
    hand(customerId, partner).catch((error: unknown) => {
      if (!isDomainError(error) || error.code !== "conflict") throw error;
    });
  const work = [record, transfer(to), record, transfer(from), record];
  const results = await concurrently<() => Promise<unknown>, unknown>(work, (run) => run());
  expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
  // Of each batch, those of one of the partners were taken.
  for (const partner of [from, to]) expect([0, 500]).toContain((await charges(partner)).length);
  expect((await charges(from)).length + (await charges(to)).length).toBeGreaterThan(0);
  await expectTrueSums();
});

it("a charge of another partner's customer is refused by the database", async () => {
  const { from, to, customerId } = await newStage();
  await record(from, { externalId: "old", accountId: customerId });
  const copy = `INSERT INTO charges
      (id, partner_id, customer_id, product_id, external_id, amount, currency, occurred_at)
    SELECT id || 'x', $1, customer_id, product_id, external_id || 'x', amount, currency, occurred_at
    FROM charges WHERE customer_id = $2`;
  await expect(client.query(copy, [to.id, customerId])).rejects.toMatchObject({
    constraint: "charges_customer_of_partner",
  });
  // A late refund updates the row of its charge, also after the customer has left.
  await hand(customerId, to);
  const update = "UPDATE charges SET late = true WHERE customer_id = $1";
  expect((await client.query(update, [customerId])).rowCount).toBe(1);
});
