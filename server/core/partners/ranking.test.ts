import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { wholeList } from "../kernel/whole-list";
import { saveProduct } from "../products/mutations";
import { PartnerRanking, rankPartners } from "./ranking";
import type { Partner } from "./schema";

const NOW = new Date("2026-11-26T10:20:00Z");
const clock = steppingClock(NOW);
const partners: Partner[] = [];
const platform = await platformForTests({ clock });
const operator = platform.as((await platform.newOperator()).actor);
const terms = { name: "Basic", floor: 0, defaultRetail: 0 };
const { id: eur } = await saveProduct(platform.system, { ...terms, code: "e", currency: "EUR" });
const { id: usd } = await saveProduct(platform.system, { ...terms, code: "u", currency: "USD" });
for (let n = 0; n < 5; n++) partners.push(await platform.newPartner());
const sold = (at: number, productId: string, currency: string, day: string, gross: number) => ({
  partnerId: partners[at]?.id ?? "",
  productId,
  currency,
  day: new Date(day),
  charges: 3,
  gross: BigInt(gross),
});
await platform.wiring.core.transact((tx) =>
  tx.chargeDay.createMany({
    data: [
      sold(0, eur, "EUR", "2026-11-26", 500),
      sold(0, usd, "USD", "2026-11-26", 9_000),
      sold(1, eur, "EUR", "2026-10-28", 700),
      sold(2, eur, "EUR", "2026-10-27", 9_999),
      sold(3, eur, "EUR", "2026-11-02", -20),
    ],
  }),
);
for (const [at, minutes] of [
  [2, 5],
  [1, 90],
] as const) {
  const partner = partners[at];
  if (!partner) continue;
  const { key } = await platform.newKey(partner);
  await platform.newKey(partner);
  const lastUsedAt = new Date(NOW.getTime() - minutes * 60_000);
  await platform.wiring.core.transact((tx) =>
    tx.apiKey.update({ where: { id: key.id }, data: { lastUsedAt } }),
  );
}

async function order(query: object, limit = 2): Promise<number[]> {
  const read = (page: object) =>
    rankPartners(operator, PartnerRanking.parse({ ...query, ...page }));
  const ranked = await wholeList(read, limit);
  return ranked.map(({ id }) => partners.findIndex((one) => one.id === id));
}

it("ranks by revenue in the currency with the most charges, over pages", async () => {
  expect((await order({ sort: "-revenue" })).slice(0, 2)).toEqual([1, 0]);
  expect((await order({ sort: "-revenue" })).at(-1)).toBe(3);
  expect((await order({ sort: "revenue" }))[0]).toBe(3);
  expect((await order({ sort: "-revenue" }, 1)).toSorted()).toEqual([0, 1, 2, 3, 4]);
});

it("ranks by last activity; never used ones are last", async () => {
  expect((await order({ sort: "-used" })).slice(0, 2)).toEqual([2, 1]);
});

it("ranks by creation, name and customers, and finds by a part of the name", async () => {
  expect((await order({ sort: "created" })).toSorted()).toEqual([0, 1, 2, 3, 4]);
  expect((await order({ sort: "-name" })).toSorted()).toEqual([0, 1, 2, 3, 4]);
  expect((await order({ sort: "-customers" })).toSorted()).toEqual([0, 1, 2, 3, 4]);
  const [, one] = partners;
  expect(await order({ search: one?.code.toUpperCase(), sort: "-revenue" })).toEqual([1]);
  expect(await order({ search: one?.id })).toEqual([1]);
  expect(await order({ search: "%" })).toEqual([]);
  expect(await order({ status: "suspended" })).toEqual([]);
});

it("shows the revenue of the last 30 days in each currency, and when a key was last used", async () => {
  const { data } = await rankPartners(operator, PartnerRanking.parse({}));
  const of = (at: number) => data.find(({ id }) => id === partners[at]?.id);
  expect(of(0)?.revenue).toEqual([
    { currency: "EUR", amount: 500 },
    { currency: "USD", amount: 9_000 },
  ]);
  expect(of(2)).toMatchObject({ revenue: [], lastUsedAt: new Date("2026-11-26T10:15:00Z") });
  expect(of(4)).toMatchObject({ revenue: [], lastUsedAt: null });
});

it("refuses a cursor of another order, and others than operators", async () => {
  const first = await rankPartners(operator, PartnerRanking.parse({ limit: 1, sort: "-revenue" }));
  const other = PartnerRanking.parse({ limit: 1, sort: "-used", cursor: first.nextCursor });
  await expect(rankPartners(operator, other)).rejects.toMatchObject({ code: "invalid_request" });
  const { actor } = await platform.newPerson(await platform.newPartner(), "owner");
  const refused = rankPartners(platform.as(actor), PartnerRanking.parse({}));
  await expect(refused).rejects.toMatchObject({ code: "forbidden" });
});
