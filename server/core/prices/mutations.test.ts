import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { wholeList } from "../kernel/whole-list";
import { saveProduct } from "../products/mutations";
import { setPrice } from "./mutations";
import { getPrice, listPriceChanges, listPrices } from "./queries";

const platform = await platformForTests();
const failure = (code: string) => expect.objectContaining({ code });
const save = (code: string, more: object = {}) => {
  const fields = { code, name: code, floor: 500, defaultRetail: 900, currency: "EUR" };
  return saveProduct(platform.system, { ...fields, ...more });
};
for (const code of ["basic", "extra", "pro"]) await save(code);

async function partnerAs(role: "owner" | "developer" | "viewer") {
  const partner = await platform.newPartner();
  const { actor, email } = await platform.newPerson(partner, role);
  return { partnerId: partner.id, ctx: platform.as(actor), email };
}
const history = async (partnerId: string, product: string) =>
  (await listPriceChanges(platform.system, { partnerId, product, limit: 100 })).data;

it("returns the product's default price until the partner sets one", async () => {
  const { partnerId, ctx } = await partnerAs("developer");
  const before = await getPrice(ctx, { partnerId, product: "basic" });
  expect(before).toMatchObject({ amount: 900, floor: 500, isDefault: true, version: 0 });
  const after = await setPrice(ctx, { partnerId, product: "basic", amount: 900 });
  expect(after).toMatchObject({ amount: 900, isDefault: false, version: 1 });
  await save("basic", { defaultRetail: 950 });
  expect((await getPrice(ctx, { partnerId, product: "basic" })).amount).toBe(900);
  const other = await platform.newPartner();
  expect((await getPrice(platform.system, { partnerId: other.id, product: "basic" })).amount).toBe(
    950,
  );
});

it("lists each product once across pages", async () => {
  const { partnerId, ctx } = await partnerAs("viewer");
  const products = await platform.system.db.product.findMany({ orderBy: { code: "asc" } });
  const prices = await wholeList((page) => listPrices(ctx, { partnerId, ...page }), 2);
  expect(prices.map(({ product }) => product)).toEqual(products.map(({ code }) => code));
  expect(prices.length).toBeGreaterThan(2);
});

it("accepts the minimum price and nothing below it", async () => {
  const { partnerId, ctx } = await partnerAs("owner");
  await setPrice(ctx, { partnerId, product: "pro", amount: 500 });
  const below = setPrice(ctx, { partnerId, product: "pro", amount: 499 });
  await expect(below).rejects.toMatchObject({ code: "price_below_floor", details: { floor: 500 } });
  expect(await history(partnerId, "pro")).toHaveLength(1);
});

it("records who changed a price, when, and both amounts", async () => {
  const { partnerId, ctx, email } = await partnerAs("owner");
  await setPrice(ctx, { partnerId, product: "pro", amount: 1_000 });
  const actor = { kind: "key", keyId: "key_x", partnerId, scopes: ["prices:write"] } as const;
  await setPrice(platform.as(actor), { partnerId, product: "pro", amount: 1_100 });
  await setPrice(platform.as(actor), { partnerId, product: "pro", amount: 1_100 });
  expect(await history(partnerId, "pro")).toEqual([
    {
      version: 2,
      before: 1_000,
      after: 1_100,
      at: expect.any(Date),
      actorKind: "key",
      changedBy: "key_x",
    },
    {
      version: 1,
      before: 900,
      after: 1_000,
      at: expect.any(Date),
      actorKind: "user",
      changedBy: email,
    },
  ]);
});

it("the last of concurrent writes wins, and the history has all of them in order", async () => {
  const { partnerId, ctx } = await partnerAs("owner");
  const amounts = Array.from({ length: 20 }, (_, i) => 1_000 + i);
  await Promise.all(
    amounts.map((amount) => setPrice(ctx, { partnerId, product: "extra", amount })),
  );
  const changes = (await history(partnerId, "extra")).reverse();
  expect(changes.map(({ version }) => version)).toEqual(amounts.map((_, i) => i + 1));
  expect(changes.map(({ after }) => after).sort()).toEqual(amounts);
  expect(changes.map(({ before }) => before)).toEqual([
    900,
    ...changes.slice(0, -1).map(({ after }) => after),
  ]);
  const now = await getPrice(ctx, { partnerId, product: "extra" });
  expect(now).toMatchObject({ amount: changes.at(-1)?.after, version: 20 });
});

it("accepts one of concurrent writes that expect the same version", async () => {
  const { partnerId, ctx } = await partnerAs("owner");
  const isExpected = (current: { version: number }) => current.version === 0;
  const tries = [1, 2, 3, 4, 5].map((n) =>
    setPrice(ctx, { partnerId, product: "basic", amount: 1_000 + n, isExpected }),
  );
  const results = await Promise.allSettled(tries);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = results.filter((result) => result.status === "rejected");
  for (const { reason } of refused) expect(reason).toEqual(failure("precondition_failed"));
});

it("raises prices to a higher minimum and records it in their histories", async () => {
  const product = "dearer";
  await save(product);
  const [low, high] = [await partnerAs("owner"), await partnerAs("owner")];
  const unset = await partnerAs("owner");
  await setPrice(low.ctx, { partnerId: low.partnerId, product, amount: 600 });
  await setPrice(high.ctx, { partnerId: high.partnerId, product, amount: 800 });
  await save(product, { floor: 700 });
  const priceOf = ({ ctx, partnerId }: typeof low) => getPrice(ctx, { partnerId, product });
  expect(await priceOf(low)).toMatchObject({ amount: 700, floor: 700, version: 2 });
  expect(await priceOf(high)).toMatchObject({ amount: 800, floor: 700, version: 1 });
  expect(await priceOf(unset)).toMatchObject({ amount: 900, version: 0, isDefault: true });
  expect((await history(low.partnerId, product))[0]).toEqual({
    version: 2,
    before: 600,
    after: 700,
    at: expect.any(Date),
    actorKind: "system",
    changedBy: "operator",
  });
  expect(await history(high.partnerId, product)).toHaveLength(1);
  await save(product, { floor: 100 });
  expect(await priceOf(low)).toMatchObject({ amount: 700, floor: 100 });
});

it("rejects a write based on a version that a higher minimum has replaced", async () => {
  const product = "replaced";
  await save(product);
  const { partnerId, ctx } = await partnerAs("owner");
  const read = await setPrice(ctx, { partnerId, product, amount: 600 });
  await save(product, { floor: 650 });
  const isExpected = ({ version }: { version: number }) => version === read.version;
  const late = setPrice(ctx, { partnerId, product, amount: 660, isExpected });
  await expect(late).rejects.toEqual(failure("precondition_failed"));
});

it("never stores a price below a minimum that is raised concurrently", async () => {
  const product = "rising";
  await save(product);
  const partners = await Promise.all([1, 2, 3, 4, 5, 6].map(() => platform.newPartner()));
  for (const floor of [550, 600, 650, 700]) {
    const sets = partners.map(({ id }, n) =>
      setPrice(platform.system, { partnerId: id, product, amount: floor - 20 + n * 8 }),
    );
    const raise = save(product, { floor });
    await Promise.allSettled(sets);
    await raise;
    for (const { id } of partners) {
      const now = await getPrice(platform.system, { partnerId: id, product });
      expect(now.amount).toBeGreaterThanOrEqual(floor);
      const changes = await history(id, product);
      expect(changes.map(({ version }) => version)).toEqual(changes.map((_, n) => now.version - n));
      expect(changes[0]?.after ?? now.amount).toBe(now.amount);
    }
  }
  const late = setPrice(platform.system, {
    partnerId: partners[0]?.id ?? "",
    product,
    amount: 650,
  });
  await expect(late).rejects.toEqual(failure("price_below_floor"));
});

it("returns not_found for an unknown product and forbidden for a viewer", async () => {
  const { partnerId, ctx } = await partnerAs("viewer");
  for (const product of ["nothing", "", "\u0000", "A", "%"]) {
    await expect(getPrice(ctx, { partnerId, product })).rejects.toEqual(failure("not_found"));
  }
  const set = setPrice(ctx, { partnerId, product: "basic", amount: 900 });
  await expect(set).rejects.toEqual(failure("forbidden"));
});
