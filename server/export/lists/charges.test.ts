import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { charge, newSeller, refund, shopForTests } from "../../core/imports/testing/seller";
import { closePeriod } from "../../core/payouts/close";
import { steppingClock } from "../../testing/platform";
import { handleExport } from "../http";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const shop = await shopForTests(clock);

it("exports exactly the charges that a payout counts, which add up to its gross", async () => {
  const { send, payouts, code } = await newSeller(shop);
  const february = { occurred_at: "2026-02-10T00:00:00Z" };
  await send(charge("a", 1_000, february), charge("m", 5));
  await closePeriod(shop.system, { period: "2026-02" });
  clock.advance(1);
  await send(charge("b", 101, february), refund("r", "a", 600, february));
  const { actor } = await shop.newOperator();
  for (const { id, gross } of await payouts()) {
    const request = new Request(
      `http://latchkey.test/api/export/charges?partner=${code}&payoutId=${id}`,
    );
    const { core } = shop.wiring;
    const response = await handleExport(request, "charges", { core, actor, address: null });
    const rows: Record<string, string>[] = parse(await response.text(), {
      bom: true,
      columns: true,
    });
    const cents = rows.map(({ net }) => Math.round(Number(net) * 100));
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(Number(gross));
    expect(rows[0]).toMatchObject({ currency: "EUR", account_id: expect.stringMatching(/^acc_/) });
  }
});
