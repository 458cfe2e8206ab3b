import { expect, it } from "vitest";
import { ChargeSearch } from "@/server/core/charges/schema";
import { chargesHref, chargesQuery, loadFilter } from "./filter";

const CUSTOMER = "acc_01jd5n8k3v0000000000000000";

it("a number's link finds exactly what it counts: days include their first midnight only", async () => {
  const href = chargesHref({
    customer: CUSTOMER,
    product: "basic",
    type: "refund",
    currency: "EUR",
    days: { from: "2026-10-01", to: "2026-11-01" },
  });
  const filter = await loadFilter(new URL(href, "http://latchkey.test").searchParams);
  const query = chargesQuery(filter, 0);
  expect(query).toEqual({
    accountId: CUSTOMER,
    product: "basic",
    type: "refund",
    currency: "EUR",
    occurredAfter: "2026-10-01T00:00:00.000Z",
    occurredBefore: "2026-11-01T00:00:00.000Z",
  });
  expect(ChargeSearch.safeParse(query).success).toBe(true);
});

it.each([
  ["", {}],
  ["?id=%20inv-1%00%20", { externalId: "inv-1" }],
  ["?late=late", { late: true }],
  ["?late=on-time", { late: false }],
  ["?payout=po_1", { payoutId: "po_1" }],
  // The filters ignore values that the server would refuse.
  ["?customer=acc_x&product=*&type=fee&currency=eur&late=1&payout=-&from=x", {}],
])("reads %j as %j", async (search, query) => {
  const filter = await loadFilter(new URLSearchParams(search));
  expect(chargesQuery(filter, 0)).toEqual(query);
  expect(ChargeSearch.safeParse(query).success).toBe(true);
});
