import { expect, it } from "vitest";
import { saveProduct } from "../../core/products/mutations";
import { platformForTests } from "../../testing/platform";
import { jsonClient } from "../testing/json-client";

const platform = await platformForTests();
const basic = { code: "basic", name: "Basic", currency: "EUR", floor: 500, defaultRetail: 900 };
await saveProduct(platform.system, basic);
await saveProduct(platform.system, { ...basic, code: "plus" });

async function newClient() {
  const { plaintext } = await platform.newKey(await platform.newPartner());
  const api = jsonClient(platform.call, plaintext);
  const send = async (...sent: Parameters<typeof api>) => {
    const { headers, ...answer } = await api(...sent);
    return { ...answer, etag: headers.get("etag") ?? "" };
  };
  const get = () => send("GET", "/prices/basic");
  const put = (amount: unknown, headers: Record<string, string> = {}, product = "basic") =>
    send("PUT", `/prices/${product}`, { amount }, headers);
  return { get, put };
}

it("returns the default price and then the price that was set", async () => {
  const { get, put } = await newClient();
  const common = {
    product: "basic",
    name: "Basic",
    floor: 500,
    currency: "EUR",
    archived_at: null,
  };
  const updated_at = expect.any(String);
  expect((await get()).body).toEqual({
    ...common,
    amount: 900,
    is_default: true,
    version: 0,
    updated_at,
  });
  expect((await put(990)).body).toEqual({
    ...common,
    amount: 990,
    is_default: false,
    version: 1,
    updated_at,
  });
});

it("returns the minimum price if an amount is below it", async () => {
  const { put } = await newClient();
  const { status, body } = await put(499);
  expect([status, body.code, body.details]).toEqual([422, "price_below_floor", { floor: 500 }]);
});

it("writes only if If-Match matches the current version", async () => {
  const { get, put } = await newClient();
  const { etag } = await get();
  const first = await put(990, { "if-match": `"other", ${etag}` });
  expect(first.status).toBe(200);
  expect(first.etag).toBe((await get()).etag);
  const stale = await put(1_000, { "if-match": etag });
  expect([stale.status, stale.body.code]).toEqual([412, "precondition_failed"]);
  expect((await put(1_000, { "if-match": `W/${first.etag}` })).status).toBe(412);
  expect((await put(1_000, { "if-match": first.etag })).status).toBe(200);
  expect((await put(1_010, { "if-match": "*" })).status).toBe(200);
  expect((await put(1_020)).body.version).toBe(4);
});

it("replays a write with the same Idempotency-Key, even if its If-Match is outdated", async () => {
  const { put, get } = await newClient();
  const headers = { "idempotency-key": "k", "if-match": (await get()).etag };
  const first = await put(990, headers);
  await put(1_000);
  expect(await put(990, headers)).toEqual(first);
  expect((await get()).body.amount).toBe(1_000);
});

it("treats the same Idempotency-Key for another product as a separate write", async () => {
  const { put } = await newClient();
  const headers = { "idempotency-key": "k" };
  const first = await put(990, headers);
  const other = await put(990, headers, "plus");
  expect([first.body.product, other.body.product]).toEqual(["basic", "plus"]);
});
