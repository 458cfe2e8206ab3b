import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { wholeList } from "../kernel/whole-list";
import { archiveProduct, saveProduct } from "../products/mutations";
import { listPricesAt } from "./moment";
import { setPrice } from "./mutations";

const START = new Date("2026-03-01T00:00:00.000Z");
const clock = steppingClock(START);
const at = (ms: number) => new Date(START.getTime() + ms);
const product = { code: "basic", name: "Basic", floor: 100, defaultRetail: 900, currency: "EUR" };

const platform = await platformForTests({ clock });
await saveProduct(platform.system, product);

async function amounts(partnerId: string | null, ms: number) {
  const { data } = await listPricesAt(platform.system, { partnerId, at: at(ms), limit: 100 });
  return data.map(({ amount, version, isExact }) => [amount, version, isExact]);
}

it("the price at a moment: before the first change, at it, within a millisecond, and in the future", async () => {
  const partner = await platform.newPartner();
  const set = (amount: number) =>
    setPrice(platform.system, { partnerId: partner.id, product: "basic", amount });
  clock.set(at(1_000));
  await set(700);
  await set(710);
  clock.set(at(2_000));
  await set(800);
  const seen = (ms: number) => amounts(partner.id, ms);
  expect(await seen(-1)).toEqual([]);
  expect(await seen(999)).toEqual([[900, 0, true]]);
  expect(await seen(1_000)).toEqual([[710, 2, true]]);
  expect(await seen(1_999)).toEqual([[710, 2, true]]);
  expect(await seen(2_000)).toEqual([[800, 3, true]]);
  expect(await seen(86_400_000_000)).toEqual([[800, 3, true]]);
  // A raised floor is a change too; the default of before is not known for those who had none.
  clock.set(at(3_000));
  const other = await platform.newPartner();
  clock.set(at(4_000));
  await saveProduct(platform.system, { ...product, floor: 1_000, defaultRetail: 1_000 });
  expect(await seen(3_999)).toEqual([[800, 3, true]]);
  expect(await seen(4_000)).toEqual([[1_000, 4, true]]);
  expect(await seen(999)).toEqual([[900, 0, false]]);
  expect(await amounts(other.id, 3_500)).toEqual([[1_000, 0, false]]);
  expect(await amounts(null, 3_500)).toHaveLength(2);
});

it("pages over all partners and products, and finds a price among many changes by its index", async () => {
  for (const code of ["a", "b", "c"]) await saveProduct(platform.system, { ...product, code });
  clock.advance(1);
  const partners = [await platform.newPartner(), await platform.newPartner()];
  const [{ id: partnerId } = { id: "" }] = partners;
  const row = await platform.system.db.product.findUniqueOrThrow({ where: { code: "a" } });
  const begin = clock.now();
  await platform.wiring.core.transact(
    (tx) => tx.$executeRaw`
    INSERT INTO price_changes
      (id, partner_id, product_id, version, before, after, at, actor_kind, changed_by)
    SELECT 'pch_' || n, ${partnerId}, ${row.id}, n, 500 + n, 501 + n,
           ${begin}::timestamptz + n * interval '1 s', 'user', 'a@example.com'
    FROM generate_series(1, 50000) AS n`,
  );
  const find = async (seconds: number) => {
    const moment = new Date(begin.getTime() + seconds * 1_000);
    const found = await listPricesAt(platform.system, { partnerId, at: moment, limit: 1 });
    return found.data[0];
  };
  const since = performance.now();
  expect(await find(0)).toMatchObject({ product: "a", amount: 501, version: 0 });
  expect(await find(25_000)).toMatchObject({ amount: 25_501, version: 25_000 });
  // Reading all changes would take longer on any machine.
  expect(performance.now() - since).toBeLessThan(5_000);
  const query = { partnerId: null, at: clock.now() };
  const prices = await wholeList((page) => listPricesAt(platform.system, { ...query, ...page }), 3);
  const seen = prices.map(({ partner, product: code }) => `${partner} ${code}`);
  expect(seen).toEqual([...new Set(seen)].sort());
  expect(seen).toHaveLength(4 * (await platform.system.db.partner.count()));
});

it("archiving a product changes nothing about its prices at a moment", async () => {
  const code = "sunset";
  await saveProduct(platform.system, { ...product, code });
  const { id: partnerId } = await platform.newPartner();
  const read = async () => {
    const page = await listPricesAt(platform.system, { partnerId, at: moment, limit: 100 });
    return page.data.find((price) => price.product === code);
  };
  clock.advance(1_000);
  const moment = clock.now();
  const before = await read();
  expect(before).toMatchObject({ amount: 900, isDefault: true, isExact: true });
  for (const isArchived of [true, false]) {
    clock.advance(1_000);
    await archiveProduct(platform.system, { code, isArchived });
    expect(await read()).toEqual(before);
  }
});
