import { beforeEach, expect, it } from "vitest";
import { steppingClock } from "../../testing/platform";
import { readFeed } from "../events/queries";
import { charge, newSeller, refund, shopForTests } from "../imports/testing/seller";
import type { Actor } from "../kernel/actor";
import { newId } from "../kernel/ids";
import { closePeriod } from "../payouts/close";
import { previewPeriod } from "../payouts/preview";
import { listPayoutLines, listPayouts } from "../payouts/queries";
import { saveProduct } from "../products/mutations";
import { createTerm } from "./mutations";
import { getCurrentShares, listTerms } from "./queries";
import { Percentage } from "./schema";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await shopForTests(clock);
const pro = { code: "pro", name: "Pro", floor: 0, defaultRetail: 0, currency: "EUR" };
await saveProduct(platform.system, pro);
beforeEach(() => clock.set(new Date("2026-03-15T10:00:00Z")));

const PAGE = { limit: 100 };
const at = (month: string) => ({ occurred_at: `${month}-10T00:00:00Z` });
const ctxOf = ({ actor }: { actor: Actor }) => platform.as(actor);
const failure = (code: string) => expect.objectContaining({ code });
const set = (partnerId: string, fromMonth: string, percent: number, product?: string) =>
  createTerm(platform.system, { partnerId, fromMonth, percent, ...(product && { product }) });

it.each([
  [0, []],
  [0.07, []],
  [33.33, []],
  [100, []],
  [2.36e-246, ["Use at most two decimal places."]],
  [1e-9, ["Use at most two decimal places."]],
  [0.005, ["Use at most two decimal places."]],
  [33.333, ["Use at most two decimal places."]],
  [19.999_999_999, ["Use at most two decimal places."]],
  [100.01, [expect.stringContaining("100")]],
])("takes %d percent for a share: %j", (percent, mistakes) => {
  const issues = Percentage.safeParse(percent).error?.issues ?? [];
  expect(issues.map(({ message }) => message)).toEqual(mistakes);
});

it("begins in a month that has not begun, at most ten years ahead", async () => {
  const { partnerId } = await newSeller(platform);
  for (const month of ["2026-02", "2026-03", "2036-05"]) {
    await expect(set(partnerId, month, 10)).rejects.toEqual(failure("validation_failed"));
  }
  expect(await set(partnerId, "2026-04", 10)).toMatchObject({ status: "upcoming", product: null });
  await set(partnerId, "2036-04", 10);
  clock.set(new Date("2026-03-31T23:59:59.999Z"));
  await set(partnerId, "2026-04", 11);
  clock.set(new Date("2026-04-01T00:00:00Z"));
  await expect(set(partnerId, "2026-04", 12)).rejects.toEqual(failure("validation_failed"));
  await expect(set(partnerId, "2026-05", 12, "nothing")).rejects.toEqual(failure("not_found"));
});

it("is set by operators with a recent proof only, and read by its own partner", async () => {
  const partner = await platform.newPartner();
  const ctx = ctxOf(await platform.newPerson(partner, "owner"));
  const input = { partnerId: partner.id, fromMonth: "2026-04", percent: 100 };
  await expect(createTerm(ctx, input)).rejects.toEqual(failure("forbidden"));
  await set(partner.id, "2026-04", 25);
  expect((await listTerms(ctx, { partnerId: partner.id, ...PAGE })).data).toHaveLength(1);
  const other = await platform.newPerson(await platform.newPartner(), "owner");
  const read = listTerms(ctxOf(other), { partnerId: partner.id, ...PAGE });
  await expect(read).rejects.toEqual(failure("not_found"));
});

it("shows which term applies, was replaced, has ended and is to come", async () => {
  const { partnerId } = await newSeller(platform);
  await set(partnerId, "2026-04", 21);
  await set(partnerId, "2026-04", 22);
  await set(partnerId, "2026-05", 23);
  await set(partnerId, "2026-06", 24);
  await set(partnerId, "2026-04", 5, "pro");
  clock.set(new Date("2026-05-02T00:00:00Z"));
  const { data, initialPercent } = await listTerms(platform.system, { partnerId, ...PAGE });
  expect(data.map(({ percent, status }) => [percent, status])).toEqual([
    [5, "current"],
    [24, "upcoming"],
    [23, "current"],
    [22, "ended"],
    [21, "replaced"],
  ]);
  expect(initialPercent).toBe(20);
  const [first] = (await listTerms(platform.system, { partnerId, limit: 1 })).data;
  expect(first?.product).toEqual({ code: "pro", name: "Pro" });
  const shares = await getCurrentShares(platform.system, { partnerId });
  expect(shares).toEqual({ own: 23, products: [{ code: "pro", percent: 5 }] });
});

it("GET /me has the share of the month, from its first second on", async () => {
  const { partner, plaintext } = await platform.newPartnerWithKey();
  const share = async () =>
    (await (await platform.call("/me", { key: plaintext })).json()).revshare_pct;
  await set(partner.id, "2026-04", 33.25);
  await set(partner.id, "2026-04", 1, "pro");
  expect(await share()).toBe(20);
  clock.set(new Date("2026-04-01T00:00:00Z"));
  const { plaintext: fresh } = await platform.newKey(partner);
  expect((await (await platform.call("/me", { key: fresh })).json()).revshare_pct).toBe(33.25);
});

it("twenty at once of the same term are one", async () => {
  const { partnerId } = await newSeller(platform);
  const all = await Promise.all(Array.from({ length: 20 }, () => set(partnerId, "2026-04", 30)));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  const audited = { where: { partnerId, action: "term.created" } };
  expect(await platform.system.db.auditEvent.count(audited)).toBe(1);
  const feed = await readFeed(platform.system, { partnerId, limit: 9 });
  const data = { product: null, from_month: "2026-04", percent: 30, before: 20 };
  expect(feed.data).toMatchObject([
    { type: "term.created", subject: { type: "term", id: all[0]?.id, url: null }, data },
  ]);
});

/** The percentages that the list of payouts shows. */
async function percentsOf(partnerId: string) {
  const { data } = await listPayouts(platform.system, { partnerId, ...PAGE });
  return data.map(({ percents }) => percents);
}

it("a payout has a line for each product, at its percentage, each rounded once", async () => {
  const { partnerId, send, payouts } = await newSeller(platform);
  await set(partnerId, "2026-04", 12.5);
  await set(partnerId, "2026-04", 50, "pro");
  const april = at("2026-04");
  clock.set(new Date("2026-04-20T00:00:00Z"));
  await send(charge("a", 300, april), charge("b", 4, april), refund("r", "a", 100, april));
  await send(charge("c", 5, { ...april, product: "pro" }));
  clock.set(new Date("2026-05-02T00:00:00Z"));
  const preview = await previewPeriod(platform.system, { period: "2026-04" });
  await closePeriod(platform.system, { period: "2026-04" });
  const [closing] = await payouts();
  const { data } = await listPayoutLines(platform.system, {
    payoutId: closing?.id ?? "",
    ...PAGE,
  });
  // 204 × 12.5% = 25.5 and 5 × 50% = 2.5: half to even.
  expect(data).toMatchObject([
    { product: { code: "basic" }, percent: 12.5, charges: 304, refunded: 100, net: 204, share: 26 },
    { product: { code: "pro" }, percent: 50, charges: 5, refunded: 0, share: 2, rounding: -0.5 },
  ]);
  expect(closing).toMatchObject({ gross: 209n, amount: 28n });
  expect(closing?.revsharePct.toNumber()).toBe(12.5);
  const line = preview.find(({ partner }) => partner.id === partnerId);
  const percents = { min: 12.5, max: 50 };
  expect(line).toMatchObject({ gross: 209, amount: 28, percents });
  expect(await percentsOf(partnerId)).toEqual([percents]);
  const second = await listPayoutLines(platform.system, { payoutId: closing?.id ?? "", limit: 1 });
  const cursor = second.nextCursor ?? "";
  const after = { payoutId: closing?.id ?? "", limit: 1, cursor };
  expect((await listPayoutLines(platform.system, after)).data).toEqual(data.slice(1));
});

it("late rows keep the percentages of their month, whatever was set since", async () => {
  const { partnerId, send, payouts } = await newSeller(platform);
  await set(partnerId, "2026-04", 10, "pro");
  const april = at("2026-04");
  clock.set(new Date("2026-04-20T00:00:00Z"));
  await send(charge("a", 1_000, april), charge("p", 1_000, { ...april, product: "pro" }));
  clock.set(new Date("2026-05-02T00:00:00Z"));
  await closePeriod(platform.system, { period: "2026-04" });
  await set(partnerId, "2026-06", 90);
  await set(partnerId, "2026-06", 80, "pro");
  // As an earlier release would.
  const raise = { where: { id: partnerId }, data: { revsharePct: 50 } };
  await platform.wiring.core.transact((tx) => tx.partner.update(raise));
  clock.set(new Date("2026-07-02T00:00:00Z"));
  // The sum stays the same, and its share does not.
  await send(refund("r", "a", 500, april), charge("q", 500, { ...april, product: "pro" }));
  const [, adjustment] = await payouts();
  expect(adjustment).toMatchObject({ gross: 0n, amount: -50n });
  const { data } = await listPayoutLines(platform.system, {
    payoutId: adjustment?.id ?? "",
    ...PAGE,
  });
  expect(data).toMatchObject([
    { percent: 20, charges: 0, refunded: 500, net: -500, share: -100 },
    { percent: 10, charges: 500, refunded: 0, net: 500, share: 50 },
  ]);
});

it("a month that an earlier release closed stays one sum at one percentage", async () => {
  const { partnerId, send, payouts } = await newSeller(platform);
  const february = at("2026-02");
  await send(charge("a", 3, february), charge("p", 4, { ...february, product: "pro" }));
  const row = { partnerId, period: "2026-02", currency: "EUR", createdAt: clock.now() };
  const sums = { gross: 7, revsharePct: 50, amount: 4 };
  const data = { id: newId("payout"), ...row, ...sums };
  await platform.wiring.core.transact((tx) => tx.payout.create({ data }));
  clock.advance(1);
  await send(charge("b", 2, february));
  const [old, adjustment] = await payouts();
  // 9 × 50% = 4.5, which is 4: nothing is left of the new charge.
  expect(adjustment).toMatchObject({ gross: 2n, amount: 0n, correctsId: old?.id });
  const lines = async (id = "") =>
    (await listPayoutLines(platform.system, { payoutId: id, ...PAGE })).data;
  const whole = { product: null, percent: 50, charges: null, refunded: null };
  expect(await lines(old?.id)).toEqual([{ ...whole, net: 7, share: 4, rounding: 0.5 }]);
  expect(await lines(adjustment?.id)).toEqual([{ ...whole, net: 2, share: 0, rounding: -1 }]);
  expect(await percentsOf(partnerId)).toEqual(Array(2).fill({ min: 50, max: 50 }));
});

it("the database refuses what would pay at a wrong percentage, and edits of terms", async () => {
  const { partnerId, send, payouts } = await newSeller(platform);
  const term = await set(partnerId, "2026-04", 10, "pro");
  await send(charge("a", 1_000, at("2026-02")));
  await closePeriod(platform.system, { period: "2026-02" });
  const [closing] = await payouts();
  const write = (period: string, correctsId: string | null) => {
    const sums = { currency: "EUR", gross: 1_000, revsharePct: 20, amount: 200 };
    const data = { id: newId("payout"), partnerId, period, correctsId, createdAt: clock.now() };
    const own = { ...data, ...sums };
    return platform.wiring.core.transact((tx) => tx.payout.create({ data: own }));
  };
  // What an earlier release writes, in a month with a term and in one that was closed by product.
  await expect(write("2026-04", null)).rejects.toThrow("needs lines");
  await expect(write("2026-02", closing?.id ?? "")).rejects.toThrow("needs lines");
  expect((await write("2026-01", null)).amount).toBe(200n);
  const add = (share: number) => {
    const own = { payoutId: closing?.id ?? "", position: 9, productId: null, percent: 1 };
    const data = { ...own, charges: 0, refunded: 0, share };
    return platform.wiring.core.transact((tx) => tx.payoutLine.create({ data }));
  };
  await expect(add(1)).rejects.toThrow("not the sum of its lines");
  const edit = { where: { id: term.id }, data: { percent: 99 } };
  const update = platform.wiring.core.transact((tx) => tx.term.update(edit));
  await expect(update).rejects.toThrow("never edited");
  const late = { id: newId("term"), partnerId, fromMonth: "2026-03", percent: 99 };
  const data = { ...late, createdAt: clock.now() };
  const create = platform.wiring.core.transact((tx) => tx.term.create({ data }));
  await expect(create).rejects.toThrow("terms_from_month_check");
});
