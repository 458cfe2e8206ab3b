import { expect, it } from "vitest";
import {
  charge,
  newSeller,
  refund,
  reversal,
  shopForTests,
} from "../../core/imports/testing/seller";
import type { Scope } from "../../core/kernel/scopes";
import { closePeriod } from "../../core/payouts/close";
import { steppingClock } from "../../testing/platform";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await shopForTests(clock);

type Wire = { id: string; external_id: string; type: string; amount: number };

/** A partner with charges, and a key that reads them. */
async function newReader(scopes: Scope[] = ["charges:read"]) {
  const seller = await newSeller(platform);
  const partner = { id: seller.partnerId };
  const { plaintext } = await platform.newKey(partner, { scopes });
  const get = (path: string) => platform.call(path, { key: plaintext });
  const read = async (path: string): Promise<Wire[]> => {
    const response = await get(path);
    expect(response.status, path).toBe(200);
    return (await response.json()).data;
  };
  const found = async (path: string) => (await read(path)).map((row) => row.external_id);
  const gross = async (payout: { id: string } | undefined) => {
    const rows = await read(`/payouts/${payout?.id}/charges?limit=100`);
    return rows.reduce((sum, row) => sum + (row.type === "refund" ? -row.amount : row.amount), 0);
  };
  return { ...seller, get, read, found, gross };
}

const january = { occurred_at: "2026-01-01T00:00:00Z" };
const february = { occurred_at: "2026-02-10T00:00:00Z" };
const march = { occurred_at: "2026-03-01T00:00:00Z" };

it("returns a reversal in snake_case, with its refund and its charge", async () => {
  const { send, idOf, get, customerId } = await newReader();
  await send(charge("a", 1_000, january), refund("r", "a", 400, february));
  await send(reversal("v", "r", 300, march));
  const id = await idOf("v");
  const response = await get(`/charges/${id}`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    id,
    external_id: "v",
    type: "refund_reversal",
    account_id: customerId,
    product: "basic",
    amount: 300,
    currency: "EUR",
    occurred_at: "2026-03-01T00:00:00.000Z",
    charge_id: await idOf("a"),
    refund_id: await idOf("r"),
    late: false,
    payout_id: null,
  });
});

it("filters by each field, alone and together", async () => {
  const { send, found, idOf, customerId } = await newReader();
  await send(charge("a", 1_000, january), refund("r", "a", 400, february));
  await send(charge("d", 5, { ...february, product: "usd", customer_external_id: "c-2" }));
  await closePeriod(platform.system, { period: "2026-02" });
  await send(refund("l", "a", 1, february), reversal("v", "r", 400, march));
  const charges: [string, string[]][] = [
    [`account_id=${customerId}`, ["v", "l", "r", "a"]],
    ["external_id=r", ["r"]],
    ["product=usd", ["d"]],
    ["product=unknown", []],
    ["currency=EUR&type=charge", ["a"]],
    ["type=refund", ["l", "r"]],
    ["type=refund_reversal", ["v"]],
    [`charge_id=${await idOf("a")}`, ["v", "l", "r"]],
    ["late=true", ["l"]],
    ["late=false&type=refund", ["r"]],
    ["occurred_after=2026-02-10T00:00:00Z", ["v", "l", "r", "d"]],
    ["occurred_before=2026-02-10T00:00:00Z", ["a"]],
    ["occurred_after=2026-01-01T01:00:00%2B01:00&occurred_before=2026-02-01T00:00:00Z", ["a"]],
  ];
  for (const [query, ids] of charges)
    expect((await found(`/charges?${query}`)).sort(), query).toEqual(ids.sort());
});

it("rejects filters that are not valid, and a cursor of another filter", async () => {
  const { send, get } = await newReader();
  await send(charge("a", 1, january), charge("b", 1, january));
  const wrong = ["account_id=c-1", "charge_id=a", "currency=eur", "type=fee", "late=1"];
  for (const query of [...wrong, "occurred_after=2026-01-01", "late=", "external_id="])
    expect((await get(`/charges?${query}`)).status, query).toBe(422);
  const { next_cursor } = await (await get("/charges?limit=1")).json();
  const mixed = await get(`/charges?limit=1&type=charge&cursor=${next_cursor}`);
  expect((await mixed.json()).code).toBe("invalid_request");
});

it("lists exactly the charges that a payout and each of its adjustments count", async () => {
  const { send, found, gross, payouts, get } = await newReader();
  await send(charge("a", 1_000, february), charge("e", 7, march), charge("j", 9, january));
  await closePeriod(platform.system, { period: "2026-02" });
  clock.advance(1);
  await send(charge("b", 100, february), refund("r", "a", 600, february));
  clock.advance(1);
  await send(charge("d", 30, { ...february, product: "usd" }));
  const [original, adjustment, dollars] = await payouts();
  for (const payout of [original, adjustment, dollars])
    expect(await gross(payout)).toBe(Number(payout?.gross));
  expect(await found(`/payouts/${original?.id}/charges`)).toEqual(["a"]);
  expect((await found(`/payouts/${adjustment?.id}/charges`)).sort()).toEqual(["b", "r"]);
  expect(await found(`/payouts/${dollars?.id}/charges`)).toEqual(["d"]);
  const { next_cursor } = await (await get(`/payouts/${adjustment?.id}/charges?limit=1`)).json();
  const mixed = await get(`/payouts/${original?.id}/charges?cursor=${next_cursor}`);
  expect((await mixed.json()).code).toBe("invalid_request");
});

it("lists nothing of another partner's customer or charge", async () => {
  const { found } = await newReader();
  const other = await newReader();
  await other.send(charge("a", 1, february));
  expect(await found(`/charges?account_id=${other.customerId}`)).toEqual([]);
  expect(await found(`/charges?charge_id=${await other.idOf("a")}`)).toEqual([]);
  expect(await found("/charges")).toEqual([]);
});
