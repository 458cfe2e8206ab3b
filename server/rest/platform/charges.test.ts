import { expect, it } from "vitest";
import {
  charge,
  newSeller,
  refund,
  reversal,
  shopForTests,
} from "../../core/imports/testing/seller";
import { closePeriod } from "../../core/payouts/close";
import { concurrently, fulfilled } from "../../testing/concurrently";
import { steppingClock } from "../../testing/platform";
import { LONG_BODY } from "../body-limits";
import { clientOf } from "../testing/platform-client";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await shopForTests(clock);
const api = await clientOf(platform, ["charges:write", "charges:read"]);
const send = (body: object | string) => api("POST", "/charges", body);

type Seller = Awaited<ReturnType<typeof newSeller>>;

/** Lines of an import as items of the API. */
const of = ({ code }: Seller, ...records: object[]) =>
  records.map((record) => {
    const { customer_external_id, ...rest } = record as Record<string, unknown>;
    return {
      partner: code,
      ...rest,
      ...(customer_external_id !== undefined && { account_external_id: customer_external_id }),
    };
  });

async function outcomes(...charges: object[]) {
  const { status, body } = await send({ charges });
  expect(status).toBe(200);
  return body.data.map((one: { outcome: string; code: string | null }) => one.code ?? one.outcome);
}

async function totals(partnerId: string) {
  const { db } = platform.system;
  const rows = await db.charge.findMany({ where: { partnerId } });
  const days = await db.chargeDay.findMany({ where: { partnerId } });
  const net = rows.reduce(
    (sum, { type, amount }) => sum + (type === "refund" ? -amount : amount),
    0n,
  );
  expect(days.reduce((sum, { gross }) => sum + gross, 0n)).toBe(net);
  expect(days.reduce((sum, day) => sum + day.charges, 0)).toBe(rows.length);
  return [rows.length, Number(net)];
}

it("records charges, refunds and reversals of several partners, item by item", async () => {
  const [a, b] = [await newSeller(platform), await newSeller(platform)];
  const { body } = await send({
    charges: [
      ...of(a, charge("1", 100), refund("2", "1", 30), reversal("3", "2", 10)),
      ...of(b, charge("1", 7, { product: "usd" })),
      { ...of(b, charge("4", 5))[0], account_external_id: undefined, account_id: b.customerId },
    ],
  });
  expect(body.summary).toEqual({ created: 5, duplicate: 0, conflict: 0, invalid: 0 });
  expect(body.data[3]).toEqual({
    partner: b.code,
    external_id: "1",
    outcome: "created",
    id: await b.idOf("1"),
    error: null,
    code: null,
    details: null,
  });
  expect(await totals(a.partnerId)).toEqual([3, 80]);
  expect(await totals(b.partnerId)).toEqual([2, 12]);
  const audit = await platform.system.db.auditEvent.findMany({
    where: { action: "charges.recorded", partnerId: { in: [a.partnerId, b.partnerId] } },
    orderBy: { partnerId: "asc" },
  });
  expect(audit.map(({ partnerId, detail }) => [partnerId, detail])).toEqual(
    [
      [a.partnerId, { recorded: 3 }],
      [b.partnerId, { recorded: 2 }],
    ].sort(),
  );
  const events = await platform.system.db.event.findMany({
    where: { partnerId: a.partnerId, type: "charges.recorded" },
  });
  expect(events).toMatchObject([
    {
      subjectType: "charge_batch",
      subjectId: audit[0]?.subject,
      data: { charges: 1, refunds: 1, sums: [{ currency: "EUR", gross: 100, refunded: 20 }] },
    },
  ]);
});

it("the same again is a duplicate with the first ID, and other content a conflict", async () => {
  const seller = await newSeller(platform);
  const [one, back] = of(seller, charge("1", 100), refund("2", "1", 30));
  const first = await send({ charges: [one, back, one] });
  expect(first.body.summary).toEqual({ created: 2, duplicate: 1, conflict: 0, invalid: 0 });
  const again = await send({ charges: [one, back] });
  expect(again.body.summary.duplicate).toBe(2);
  expect(again.body.data[0].id).toBe(first.body.data[0].id);
  const others = [
    { ...one, amount: 101 },
    { ...one, product: "usd" },
    { ...one, product: "none" },
    { ...one, account_external_id: "c-2" },
    { ...one, account_external_id: "nobody" },
    { ...one, occurred_at: "2026-03-01T12:00:01Z" },
    { ...back, external_id: "1" },
    { ...back, amount: 1 },
    { ...one, external_id: "2" },
  ];
  const { body } = await send({ charges: others });
  expect(body.summary).toEqual({ created: 0, duplicate: 0, conflict: others.length, invalid: 0 });
  expect(body.data[0]).toMatchObject({
    error: "Another charge of the partner has this external_id.",
    code: "conflict",
    details: { field: "external_id", id: first.body.data[0].id },
  });
  expect(await totals(seller.partnerId)).toEqual([2, 70]);
});

it("refuses what is wrong with the field and the reason, and takes the rest", async () => {
  const [seller, other] = [await newSeller(platform), await newSeller(platform)];
  await send({ charges: of(other, charge("theirs", 100)) });
  const [good] = of(seller, charge("good", 5));
  const bad: [object, string, string][] = [
    [{ ...good, partner: "nobody" }, "partner_not_found", "partner: Partner not found."],
    [{ ...good, product: "none" }, "product_not_found", "product: Product not found."],
    [
      { ...good, account_external_id: "none" },
      "account_not_found",
      "account_external_id: Customer not found.",
    ],
    [
      { ...good, account_external_id: undefined, account_id: other.customerId },
      "account_not_found",
      "account_id: Customer not found.",
    ],
    [{ ...good, currency: "USD" }, "validation_failed", "currency: The product's currency is EUR."],
    [
      { ...good, occurred_at: "2026-03-15T10:00:01Z" },
      "validation_failed",
      "occurred_at: Must not",
    ],
    [{ ...good, amount: -1 }, "validation_failed", "amount: Must not be negative."],
    [{ ...good, amount: 1.5 }, "validation_failed", "amount: Must be an integer"],
    [{ ...good, amount: "5" }, "validation_failed", "amount: "],
    [{ ...good, note: "x" }, "validation_failed", 'note: Unknown field "note".'],
    [{ ...good, account_external_id: undefined }, "validation_failed", "Must have one of account_"],
    [{ ...good, account_id: seller.customerId }, "validation_failed", "Must have one of account_"],
    [of(seller, refund("r", "theirs", 1))[0] ?? {}, "charge_not_found", "charge_external_id: "],
    [of(seller, reversal("v", "r", 1))[0] ?? {}, "refund_not_found", "refund_external_id: "],
    [of(seller, refund("r", "good", 6))[0] ?? {}, "validation_failed", "amount: 5 of the charge"],
  ];
  const items = bad.map(([item], n) => ({ ...item, external_id: `bad-${n}` }));
  const { body } = await send({ charges: [good, ...items, 5, null] });
  expect(body.summary).toEqual({ created: 1, duplicate: 0, conflict: 0, invalid: bad.length + 2 });
  for (const [index, [, code, words]] of bad.entries()) {
    const result = body.data[index + 1];
    expect([result.outcome, result.id, result.code]).toEqual(["invalid", null, code]);
    expect(result.error).toContain(words);
    expect(result.details.issues[0].message).toBe(result.error.replace(/^\w+: /, ""));
  }
  expect(body.data[10]).toMatchObject({ partner: seller.code, external_id: "bad-9" });
  expect(body.data.at(-1)).toMatchObject({ partner: null, external_id: null, outcome: "invalid" });
  expect(await totals(seller.partnerId)).toEqual([1, 5]);
});

it("an item that came too early is recorded when it is sent again", async () => {
  const seller = await newSeller(platform);
  const items = of(seller, reversal("v", "r", 5), refund("r", "a", 5), charge("a", 10));
  expect(await outcomes(...items)).toEqual(["refund_not_found", "charge_not_found", "created"]);
  expect(await outcomes(...items.toReversed())).toEqual(["duplicate", "created", "created"]);
});

it("charges of a closed month adjust it once, however often they are sent", async () => {
  const seller = await newSeller(platform);
  const february = { occurred_at: "2026-02-10T00:00:00Z" };
  await send({ charges: of(seller, charge("a", 1_000, february)) });
  await closePeriod(platform.system, { period: "2026-02" });
  clock.advance(1);
  const late = of(seller, charge("b", 100, february), charge("c", 1));
  await Promise.all([1, 2, 3].map(() => send({ charges: late })));
  expect(await seller.payouts()).toMatchObject([
    { gross: 1_000n, amount: 200n },
    { gross: 100n, amount: 20n },
  ]);
  const rows = await seller.charges();
  expect(rows.map(({ externalId, late: isLate }) => [externalId, isLate])).toEqual([
    ["a", false],
    ["b", true],
    ["c", false],
  ]);
});

it("twenty at once of the same, of one partner and of many in any order, record each item once", async () => {
  const sellers = [];
  for (let n = 0; n < 6; n++) sellers.push(await newSeller(platform));
  const items = sellers.flatMap((seller) =>
    of(seller, charge("1", 100), charge("2", 50), refund("3", "1", 60), refund("4", "1", 60)),
  );
  const turned = (n: number) => [
    ...items.slice(n % items.length),
    ...items.slice(0, n % items.length),
  ];
  const batches = Array.from({ length: 20 }, (_, n) => (n % 2 ? turned(n * 4) : items));
  const answers = fulfilled(await concurrently(batches, (charges) => send({ charges })));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const created = answers.reduce((sum, { body }) => sum + body.summary.created, 0);
  expect(created).toBe(3 * sellers.length);
  for (const { partnerId } of sellers) expect(await totals(partnerId)).toEqual([3, 90]);
});

it("takes a thousand items and a body of 1 MiB, but no more", async () => {
  const seller = await newSeller(platform);
  const many = (count: number, more = {}) =>
    of(seller, ...Array.from({ length: count }, (_, n) => charge(`x${n}`, n, more)));
  const full = JSON.stringify({ charges: many(1_000) });
  const longest = await send(full.padEnd(LONG_BODY.bytes));
  expect(longest.body.summary).toEqual({ created: 1_000, duplicate: 0, conflict: 0, invalid: 0 });
  expect((await send(full.padEnd(LONG_BODY.bytes + 1))).body.code).toBe("payload_too_large");
  const tooMany = await send({ charges: many(1_001) });
  expect([tooMany.status, tooMany.body.details.issues]).toEqual([
    422,
    [{ path: "charges", message: "Must have at most 1000 items." }],
  ]);
  expect((await send({ charges: [] })).status).toBe(422);
  const values = await send({ charges: [Array(LONG_BODY.values).fill(0)] });
  expect(values.body).toMatchObject({ code: "invalid_request" });
  expect(await totals(seller.partnerId)).toEqual([1_000, 499_500]);
});

it("no more requests with long bodies run at once than fit in memory, and none is lost", async () => {
  const seller = await newSeller(platform);
  const sent = Array.from({ length: 30 }, (_, n) => ({ charges: of(seller, charge(`${n}`, 1)) }));
  // Longer than 64 KiB, so that each waits for its turn.
  const answers = await concurrently(sent, (body) => send(JSON.stringify(body).padEnd(70_000)));
  const created = fulfilled(answers).map(({ body }) => body.summary?.created);
  expect(created).toEqual(Array(30).fill(1));
});
