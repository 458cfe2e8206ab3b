import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { createCustomer } from "../customers/mutations";
import { newId } from "../kernel/ids";
import { wholeList } from "../kernel/whole-list";
import { saveProduct } from "../products/mutations";
import { listCharges, listSoldProducts, sumCharges } from "./queries";

const CHARGES = 7;
const AT = new Date("2026-03-01T10:00:00.123Z");
const platform = await platformForTests();
const partner = await platform.newPartner();
const product = { name: "Basic", floor: 0, defaultRetail: 0 };
const euro = await saveProduct(platform.system, { ...product, code: "eu", currency: "EUR" });
const yen = await saveProduct(platform.system, { ...product, code: "jp", currency: "JPY" });
const customerId = (await newCustomer("one@example.com")).id;
const other = await newCustomer("two@example.com");
// Three charges at the same time, so that the order depends on the id.
const rows = Array.from({ length: CHARGES }, (_, index) => ({
  customerId,
  productId: index === 0 ? yen.id : euro.id,
  currency: index === 0 ? "JPY" : "EUR",
  amount: 100 + index,
  occurredAt: new Date(AT.getTime() + Math.floor(index / 3)),
}));
const otherPartners = { ...rows[1], customerId: other.id, amount: 9_999 };
const data = [...rows, { ...rows[0], ...otherPartners } as (typeof rows)[number]].map(
  (row, index) => ({
    id: newId("charge"),
    partnerId: partner.id,
    externalId: `c-${index}`,
    ...row,
  }),
);
await platform.wiring.core.transact((tx) => tx.charge.createMany({ data }));

const OF = () => ({ partnerId: partner.id, accountId: customerId });

function newCustomer(email: string) {
  return createCustomer(platform.system, { partnerId: partner.id, email, metadata: {} });
}

it("pages through a customer's charges, each once, newest first", async () => {
  const seen = await wholeList((page) => listCharges(platform.system, { ...OF(), ...page }), 2);
  expect(seen.map(({ amount }) => amount).sort()).toEqual([100, 101, 102, 103, 104, 105, 106]);
  const times = seen.map(({ occurredAt }) => occurredAt.getTime());
  expect(times).toEqual([...times].sort((a, b) => b - a));
  expect(seen.at(0)).toMatchObject({ product: "eu", productName: "Basic", externalId: "c-6" });
});

it("returns one total per currency", async () => {
  expect(await sumCharges(platform.system, { customerId })).toEqual([
    { currency: "EUR", charges: 6, gross: 621, refunds: 0, refunded: 0, net: 621 },
    { currency: "JPY", charges: 1, gross: 100, refunds: 0, refunded: 0, net: 100 },
  ]);
});

it("returns the products of the partner's charges, and of nobody else's", async () => {
  const unsold = { code: "unsold", name: "Unsold", floor: 0, defaultRetail: 0, currency: "EUR" };
  await saveProduct(platform.system, unsold);
  expect(await listSoldProducts(platform.system, { partnerId: partner.id })).toEqual([
    { code: "eu", name: "Basic", currency: "EUR" },
    { code: "jp", name: "Basic", currency: "JPY" },
  ]);
  const { id: other } = await platform.newPartner();
  expect(await listSoldProducts(platform.system, { partnerId: other })).toEqual([]);
});

it("another partner's customer has no charges, and its cursors are rejected", async () => {
  const other = await platform.newPartner();
  const otherCtx = platform.as((await platform.newPerson(other, "owner")).actor);
  const unknown = `acc_${"0".repeat(26)}`;
  for (const id of [customerId, unknown]) {
    const asked = { partnerId: partner.id, accountId: id, limit: 2 };
    await expect(listCharges(otherCtx, asked)).rejects.toMatchObject({ code: "not_found" });
    const own = { ...asked, partnerId: other.id };
    expect(await listCharges(otherCtx, own)).toEqual({ data: [], nextCursor: null });
    await expect(sumCharges(otherCtx, { customerId: id })).rejects.toMatchObject({
      code: "not_found",
    });
  }
  const { nextCursor } = await listCharges(platform.system, { ...OF(), limit: 2 });
  const second = (await newCustomer("three@example.com")).id;
  const stolen = { ...OF(), accountId: second, limit: 2, cursor: nextCursor ?? "" };
  await expect(listCharges(platform.system, stolen)).rejects.toMatchObject({
    code: "invalid_request",
  });
});
