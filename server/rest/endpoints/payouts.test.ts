import { expect, it } from "vitest";
import { newId } from "../../core/kernel/ids";
import type { Partner } from "../../core/partners/schema";
import { platformForTests, steppingClock } from "../../testing/platform";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await platformForTests({ clock });

/** A partner with a payout in each of the months before this one, the older ones paid. */
async function newPayee(months: number) {
  const partner = await platform.newPartner();
  const data = Array.from({ length: months }, (_, n) => {
    const createdAt = new Date(Date.UTC(2020, n + 1, 1));
    const isPaid = n < months - 2;
    return {
      id: newId("payout", createdAt.getTime()),
      partnerId: partner.id,
      createdAt,
      period: new Date(Date.UTC(2020, n, 1)).toISOString().slice(0, 7),
      currency: "EUR",
      gross: 1_000,
      revsharePct: 12.5,
      amount: 125,
      ...(isPaid && { status: "paid" as const, reference: `R${n}`, settledAt: createdAt }),
    };
  });
  await platform.wiring.core.transact((tx) => tx.payout.createMany({ data }));
  const { plaintext } = await platform.newKey(partner, { scopes: ["payouts:read"] });
  const get = (path: string) => platform.call(`/payouts${path}`, { key: plaintext });
  return { partner, get };
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
async function storedIds(partner: Partner): Promise<string[]> {
  const where = { partnerId: partner.id };
  return idsOf(await platform.system.db.payout.findMany({ where, orderBy: { id: "desc" } }));
}

it("returns the payout in snake_case", async () => {
  const { partner, get } = await newPayee(3);
  const id = (await storedIds(partner)).at(-1) ?? "";
  const response = await get(`/${id}`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    id,
    transfer_id: null,
    period: "2020-01",
    currency: "EUR",
    gross: 1_000,
    revshare_pct: 12.5,
    amount: 125,
    status: "paid",
    reference: "R0",
    corrects_id: null,
    created_at: "2020-02-01T00:00:00.000Z",
    settled_at: "2020-02-01T00:00:00.000Z",
  });
});

it("lists payouts newest first, each once, page by page", async () => {
  const { partner, get } = await newPayee(7);
  const seen: string[] = [];
  let path: string | null = "?limit=3";
  while (path !== null) {
    const response: Response = await get(path);
    const page = (await response.json()) as { data: { id: string }[]; next_cursor: string | null };
    seen.push(...idsOf(page.data));
    path = page.next_cursor && `?limit=3&cursor=${page.next_cursor}`;
    expect(response.headers.get("link")?.includes('rel="next"') ?? false).toBe(path !== null);
  }
  expect(seen).toEqual(await storedIds(partner));
});

it("filters by status and rejects a cursor of another filter", async () => {
  const { get } = await newPayee(5);
  const paid = await (await get("?status=paid&limit=2")).json();
  expect(paid.data).toMatchObject([{ status: "paid" }, { status: "paid" }]);
  const pending = await (await get("?status=pending")).json();
  expect([pending.data.length, pending.next_cursor]).toEqual([2, null]);
  const mixed = await get(`?status=pending&limit=2&cursor=${paid.next_cursor}`);
  expect((await mixed.json()).code).toBe("invalid_request");
  expect((await (await get("?status=unpaid")).json()).code).toBe("validation_failed");
});

it("filters by month and currency, alone and together", async () => {
  const { partner, get } = await newPayee(3);
  const createdAt = new Date("2020-05-01T00:00:00Z");
  const inDollars = { period: "2020-02", currency: "USD", gross: 10, revsharePct: 10, amount: 1 };
  const id = newId("payout", createdAt.getTime());
  await platform.wiring.core.transact((tx) =>
    tx.payout.create({ data: { id, partnerId: partner.id, createdAt, ...inDollars } }),
  );
  const found = async (query: string) =>
    (await (await get(query)).json()).data.map(
      ({ period, currency }: { period: string; currency: string }) => `${period} ${currency}`,
    );
  expect(await found("?period=2020-02")).toEqual(["2020-02 USD", "2020-02 EUR"]);
  expect(await found("?currency=EUR")).toEqual(["2020-03 EUR", "2020-02 EUR", "2020-01 EUR"]);
  expect(await found("?period=2020-02&currency=USD&status=pending")).toEqual(["2020-02 USD"]);
  expect(await found("?period=1999-01")).toEqual([]);
  for (const query of ["?period=2020-13", "?period=2020", "?currency=eur", "?currency=XYZ"])
    expect((await get(query)).status, query).toBe(422);
});
