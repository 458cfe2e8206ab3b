import { expect, it } from "vitest";
import { platformForTests } from "../../testing/platform";
import { newId } from "../kernel/ids";
import { wholeList } from "../kernel/whole-list";
import { listPayouts } from "./queries";

const platform = await platformForTests();

// A month may be closed later than the next one, and adjusted much later.
it("by month, pages list the latest month first, whenever its payouts were created", async () => {
  const { id: partnerId } = await platform.newPartner();
  const sums = { currency: "EUR", gross: 100, revsharePct: 20, amount: 20 };
  const periods = ["2026-03", "2026-01", "2026-02", "2026-03", "2025-12", "2026-01"];
  await platform.wiring.core.transact((tx) =>
    tx.payout.createMany({
      data: periods.map((period, index) => ({
        id: newId("payout", 1_700_000_000_000 + index),
        partnerId,
        period,
        ...sums,
        currency: index < 3 ? "EUR" : "USD",
        createdAt: new Date(),
      })),
    }),
  );
  const read = async (sort: { sort?: "month" }) => {
    const query = { partnerId, ...sort };
    const found = await wholeList((page) => listPayouts(platform.system, { ...query, ...page }), 2);
    return found.map(({ period }) => period);
  };
  expect(await read({ sort: "month" })).toEqual(periods.toSorted().toReversed());
  expect(await read({})).toEqual(periods.toReversed());
});
