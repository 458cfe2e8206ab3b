import { expect, it } from "vitest";
import { charge, newSeller } from "../../core/imports/testing/seller";
import { saveProduct } from "../../core/products/mutations";
import { newPayee, payingPlatformForTests } from "../../core/transfers/testing/owed";
import { steppingClock } from "../../testing/platform";
import { clientOf } from "../testing/platform-client";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));

const platform = await payingPlatformForTests(clock);
const product = { code: "basic", name: "Basic", floor: 0, defaultRetail: 0, currency: "EUR" };
await saveProduct(platform.system, product);
const call = await clientOf(platform, [
  ...(["charges:write", "charges:read", "metrics:read", "accounts:read"] as const),
  ...(["payouts:read", "transfers:read"] as const),
]);

const get = async (path: string) => (await call("GET", path)).body;

/** A seller with charges of these amounts in February. */
async function sell(amounts: readonly number[]) {
  const { code } = await newSeller(platform);
  const charges = amounts.map((amount, index) => {
    const { customer_external_id, ...rest } = charge(`${code}-${index}`, amount);
    const occurred_at = "2026-02-20T00:00:00Z";
    return { partner: code, ...rest, account_external_id: customer_external_id, occurred_at };
  });
  await call("POST", "/charges", { charges });
  return code;
}

it("returns revenue by month, product, customer and partner, and of all partners", async () => {
  const [small, large] = [await sell([100]), await sell([1_000, 500])];
  const revenue = {
    currency: "EUR",
    charges: 2,
    gross: 1_500,
    refunds: 0,
    refunded: 0,
    net: 1_500,
  };
  const months = "from=2026-01-01&to=2026-03-01&interval=month";
  const { series, totals } = await get(`/partners/${large}/metrics?${months}`);
  expect(series).toMatchObject([
    { from: "2026-01-01", revenue: [{ currency: "EUR", net: 0 }] },
    { from: "2026-02-01", revenue: [revenue] },
  ]);
  expect(totals.revenue).toEqual([{ ...revenue, estimated_share: 300 }]);
  expect(await get(`/partners/${large}/metrics/products?from=2026-02-01&to=2026-03-01`)).toEqual({
    data: [{ product: { code: "basic", name: "Basic" }, ...revenue }],
  });
  const [account] = (await get(`/accounts?partner=${large}&external_id=c-1`)).data;
  expect(await get(`/accounts/${account.id}/revenue`)).toEqual({ data: [revenue] });

  const ranked = await get("/metrics/partners");
  expect(ranked.data).toMatchObject([
    { partner: large, revenue: [{ currency: "EUR", amount: 1_500 }], last_used_at: null },
    { partner: small, revenue: [{ currency: "EUR", amount: 100 }] },
  ]);
  const overview = await get("/metrics/overview");
  expect(overview.traffic).toHaveLength(24);
  expect(overview.revenue).toMatchObject({
    currencies: [{ currency: "EUR", amount: 1_600 }],
    partners: [{ partner: large }, { partner: small }],
  });
  expect(overview.decisions.unclosed).toEqual({ period: "2026-02", partners: 2 });
});

it("names the leaked keys that the console's start page names, also platform keys", async () => {
  const partner = await platform.newPartner();
  const [{ key }, { key: own }] = [await platform.newKey(partner), await platform.newPlatformKey()];
  await platform.wiring.core.transact(async (tx) => {
    const data = { leakedAt: clock.now() };
    await tx.apiKey.update({ where: { id: key.id }, data });
    await tx.platformKey.update({ where: { id: own.id }, data });
  });
  const { decisions } = await get("/metrics/overview");
  expect(decisions.leaked).toEqual([
    { id: key.id, label: key.label, partner: partner.code, name: partner.name },
  ]);
  expect(decisions.leaked_platform_keys).toEqual([{ id: own.id, label: own.label }]);
});

it("counts the requests of one key or of all keys of a partner", async () => {
  const partner = await platform.newPartner();
  const [one, other] = [await platform.newKey(partner), await platform.newKey(partner)];
  await platform.call("/me", { key: one.plaintext });
  await platform.call("/me", { key: other.plaintext });
  await platform.call("/accounts/acc_x", { key: one.plaintext });
  await platform.wiring.recorder.flush();
  const counted = async (query: string) => {
    const { points } = await get(`/partners/${partner.code}/usage?interval=day${query}`);
    const { succeeded, failed } = points.at(-1);
    return { succeeded, failed };
  };
  expect(await counted("")).toEqual({ succeeded: 2, failed: 1 });
  expect(await counted(`&key_id=${one.key.id}`)).toEqual({ succeeded: 1, failed: 1 });
  const { key: foreign } = await platform.newKey(await platform.newPartner());
  const query = `/partners/${partner.code}/usage?key_id=${foreign.id}`;
  expect((await call("GET", query)).status).toBe(404);
});

it("sums up payouts and transfers by status, and returns statements as partners get them", async () => {
  const { partner, owe, pay } = await newPayee(platform);
  await owe(100);
  const { transfer } = await pay();
  await owe(30);
  const of = `?partner=${partner.code}`;
  expect((await get(`/payouts/sums${of}`)).data).toEqual([
    { currency: "EUR", status: "pending", payouts: 2, amount: 130 },
  ]);
  expect((await get(`/transfers/sums${of}`)).data).toEqual([
    { currency: "EUR", status: "pending", transfers: 1, amount: 100 },
  ]);
  await newPayee(platform).then(({ owe: add }) => add(7));
  expect((await get("/payouts/sums")).data).toMatchObject([{ payouts: 3, amount: 137 }]);

  const path = `/transfers/${transfer?.id}/statement`;
  const { plaintext: key } = await platform.newKey(partner);
  const own = await platform.call(path, { key });
  expect((await call("GET", path)).body).toEqual(await own.json());
  const systems = await platform.newPlatformKey({ scopes: ["transfers:read"] });
  for (const [accept, start] of [
    ["application/pdf", /^%PDF-/],
    ["text/csv", /^title,number,/],
  ] as const) {
    const headers = { accept };
    const response = await platform.callPlatform(path, { key: systems.plaintext, headers });
    expect(response.headers.get("content-type")).toContain(accept);
    expect(await response.text()).toMatch(start);
  }
});
