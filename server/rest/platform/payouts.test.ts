import { expect, it } from "vitest";
import { charge, newSeller } from "../../core/imports/testing/seller";
import { setPartnerStatus } from "../../core/partners/mutations";
import { saveProduct } from "../../core/products/mutations";
import { newPayee, payingPlatformForTests } from "../../core/transfers/testing/owed";
import { concurrently, fulfilled } from "../../testing/concurrently";
import { steppingClock } from "../../testing/platform";
import { clientOf } from "../testing/platform-client";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const twenty = Array.from({ length: 20 }, (_, index) => index);

const platform = await payingPlatformForTests(clock);
const product = { code: "basic", name: "Basic", floor: 0, defaultRetail: 0, currency: "EUR" };
await saveProduct(platform.system, product);
const scopes = [
  ...(["charges:write", "charges:read", "payouts:read", "payouts:close"] as const),
  ...(["transfers:read", "transfers:write", "transfers:settle"] as const),
];
const api = await clientOf(platform, scopes);
const get = async (path: string) => (await api("GET", path)).body;
const post = (path: string, body?: object) => api("POST", path, body);

it("closes a month once, twenty at once, and charges after that adjust it", async () => {
  const { code, partnerId } = await newSeller(platform);
  const item = (n: string, amount: number) => {
    const { customer_external_id, ...rest } = charge(n, amount);
    const occurred_at = "2026-02-10T00:00:00Z";
    return { partner: code, ...rest, account_external_id: customer_external_id, occurred_at };
  };
  await post("/charges", { charges: [item("a", 1_000)] });
  const open = { partner: code, currency: "EUR", gross: 1_000, amount: 200, is_closed: false };
  expect((await get("/payouts/preview")).data).toEqual([open]);
  const closings = fulfilled(
    await concurrently(twenty, () => post("/payouts/close", { period: "2026-02" })),
  );
  expect(closings.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const partners = closings.map(({ body }) => body.partners).sort();
  expect(partners).toEqual([...Array(19).fill(0), 1]);
  clock.advance(1);
  await post("/charges", { charges: [item("b", 50)] });
  const { data } = await get(`/payouts?partner=${code}`);
  const [adjustment, original] = data;
  expect(data).toMatchObject([
    { partner: code, amount: 10, corrects_id: original.id },
    { partner: code, amount: 200, corrects_id: null, status: "pending" },
  ]);
  expect((await get(`/payouts/${original.id}/lines`)).data).toMatchObject([{ share: 200 }]);
  const late = await get(`/payouts/${adjustment.id}/charges`);
  expect(late.data).toMatchObject([{ partner: code, external_id: "b", late: true }]);
  expect((await get(`/charges?external_id=b`)).data).toEqual(late.data);
  expect(await get(`/charges/${late.data[0].id}`)).toEqual(late.data[0]);
  expect((await post(`/payouts/${original.id}/recalculate`)).body).toEqual({ adjustment: null });
  // What was removed behind the product's back is the one difference that recalculating finds.
  const removed = { where: { partnerId, externalId: "b" } };
  await platform.wiring.core.transact((tx) => tx.charge.deleteMany(removed));
  clock.advance(1);
  const found = fulfilled(
    await concurrently(twenty, () => post(`/payouts/${original.id}/recalculate`)),
  );
  const added = found.flatMap(({ body }) => body.adjustment ?? []);
  expect(added).toMatchObject([{ partner: code, amount: -10, corrects_id: original.id }]);
  expect((await post("/payouts/close", { period: "2026-03" })).body).toMatchObject({
    code: "conflict",
    details: { field: "period" },
  });
});

it("lists what is due, pays it once, twenty at once, and marks it", async () => {
  const payees = [await newPayee(platform), await newPayee(platform), await newPayee(platform)];
  for (const { owe } of payees) await owe(100);
  const codes = payees.map(({ partner }) => partner.code);
  const dueTo = async (code: string) => (await get(`/transfers/due?partner=${code}`)).data;
  expect(await dueTo(codes[0] ?? "")).toMatchObject([{ amount: 100, reason: null, payouts: 1 }]);
  const items = [
    ...codes.map((partner) => ({ partner, currency: "EUR", amount: 100 })),
    { partner: "nobody", currency: "EUR", amount: 1 },
    { partner: codes[0] ?? "", currency: "USD", amount: 1 },
  ];
  const runs = fulfilled(await concurrently(twenty, () => post("/transfers", { items })));
  const made = runs.flatMap(({ body }) =>
    body.data.filter(({ transfer }: { transfer: object | null }) => transfer !== null),
  );
  expect(made).toHaveLength(3);
  expect(new Set(made.map(({ partner }) => partner))).toEqual(new Set(codes));
  expect(runs[0]?.body.data.slice(3)).toMatchObject([
    { partner: "nobody", transfer: null, reason: "not_found" },
    { partner: codes[0], transfer: null, reason: "nothing_due" },
  ]);
  expect(await dueTo(codes[0] ?? "")).toEqual([]);
  const ids = made.map(({ transfer }) => transfer.id);
  expect((await get(`/transfers?partner=${codes[1]}`)).data).toMatchObject([
    { partner: codes[1], status: "pending" },
  ]);
  const canceled = await post(`/transfers/${ids[0]}/cancel`);
  expect(canceled.body).toMatchObject({ status: "canceled", payouts: [{ amount: 100 }] });
  const mark = { ids: [...ids, "tr_x"], status: "paid", reference: "SEPA-1" };
  const marked = fulfilled(await concurrently(twenty, () => post("/transfers/mark", mark)));
  const changes = marked.flatMap(({ body }) =>
    body.data.flatMap((one: { id: string; is_changed: boolean }) => (one.is_changed ? one.id : [])),
  );
  expect(changes.sort()).toEqual(ids.slice(1).sort());
  expect(marked[0]?.body.data.map(({ code }: { code: string | null }) => code)).toEqual([
    "conflict",
    null,
    null,
    "not_found",
  ]);
  const again = await post(`/transfers/${ids[1]}/mark`, { status: "paid", reference: "other" });
  expect(again.body.code).toBe("conflict");
  expect(await get(`/transfers/${ids[1]}`)).toMatchObject({ status: "paid", reference: "SEPA-1" });
  const returned = await post(`/transfers/${ids[1]}/mark`, { status: "failed", reference: "R-1" });
  expect(returned.body).toMatchObject({ status: "failed", payouts: [{ status: "failed" }] });
});

it("doesn't pay a partner that was suspended since its amount was read", async () => {
  const { owe, partner, partnerId } = await newPayee(platform);
  await owe(100);
  await setPartnerStatus(platform.system, { partnerId, status: "suspended", reason: "Fraud" });
  const item = { partner: partner.code, currency: "EUR", amount: 100 };
  const pay = async (more: object) => {
    const { body } = await post("/transfers", { items: [{ ...item, ...more }] });
    return body.data;
  };
  expect(await pay({ is_suspended: false })).toMatchObject([
    { transfer: null, reason: "partner_suspended" },
  ]);
  expect(await pay({ is_suspended: true })).toMatchObject([{ transfer: { amount: 100 } }]);
});

it("takes 500 transfers at once, but no more", async () => {
  const mark = (count: number) =>
    post("/transfers/mark", { ids: Array(count).fill("tr_x"), status: "paid", reference: "R" });
  expect((await mark(500)).body.data).toHaveLength(500);
  expect((await mark(501)).status).toBe(422);
});
