import type { Ctx } from "../kernel/actor";
import { addDays, dayOf } from "../values/days";
import { cappedAmount } from "../values/money";
import type { Home } from "./schema";

const DAYS = 30;
const MAX_PARTNERS = 5;

type Row = {
  /** Null in the sum of a partner. */
  day: string | null;
  /** Null in the sum of a day. */
  partnerId: string | null;
  currency: string;
  charges: bigint;
  amount: bigint;
};

/**
 * Revenue less refunds by day and by partner, from the day totals, which triggers maintain. Each
 * partner's days are read by their index: nothing is read of older ones.
 */
export async function readRevenue(ctx: Ctx): Promise<Home["revenue"]> {
  const to = dayOf(ctx.clock.now(), 1);
  const from = addDays(to, -DAYS);
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT day::text AS day, partner_id AS "partnerId", currency,
           sum(charges)::bigint AS charges, sum(gross)::bigint AS amount
    FROM partners p CROSS JOIN LATERAL (
      SELECT partner_id, day, currency, charges, gross FROM charge_days
      WHERE partner_id = p.id AND day >= ${from}::text::date
        AND day < ${to}::text::date AND charges > 0
      OFFSET 0
    ) AS days
    GROUP BY GROUPING SETS ((day, currency), (partner_id, currency))`;
  const days = rows.flatMap((row) => (row.day === null ? [] : { ...row, day: row.day }));
  const currencies = rank(days).map((currency) => {
    const own = new Map(days.filter((d) => d.currency === currency).map((d) => [d.day, d.amount]));
    const amounts = Array.from({ length: DAYS }, (_, n) => own.get(addDays(from, n)) ?? 0n);
    const amount = cappedAmount(amounts.reduce((total, one) => total + one, 0n));
    return { currency, amount, days: amounts.map(cappedAmount) };
  });
  const partners = await topPartners(
    ctx,
    rows,
    currencies.map(({ currency }) => currency),
  );
  return { from, to, currencies, partners };
}

/** The currencies, those with the most charges first. */
function rank(days: readonly Pick<Row, "currency" | "charges">[]): string[] {
  const counts = new Map<string, number>();
  for (const { currency, charges } of days) {
    counts.set(currency, (counts.get(currency) ?? 0) + Number(charges));
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name);
}

/** The partners with the most revenue in the first currency, with their revenue in all. */
async function topPartners(ctx: Ctx, rows: readonly Row[], currencies: readonly string[]) {
  const byPartner = new Map<string, Map<string, bigint>>();
  for (const { partnerId, currency, amount } of rows) {
    if (partnerId === null) continue;
    const own = byPartner.get(partnerId) ?? new Map<string, bigint>();
    byPartner.set(partnerId, own.set(currency, amount));
  }
  const main = currencies[0] ?? "";
  const amountOf = (id: string) => byPartner.get(id)?.get(main) ?? 0n;
  const ids = [...byPartner.keys()]
    .sort((a, b) => Number(amountOf(b) - amountOf(a)) || (a < b ? -1 : 1))
    .slice(0, MAX_PARTNERS);
  const found = await ctx.db.partner.findMany({
    where: { id: { in: ids } },
    select: { id: true, code: true, name: true },
  });
  const names = new Map(found.map(({ id, ...partner }) => [id, partner]));
  return ids.flatMap((id) => {
    const partner = names.get(id);
    const revenue = currencies.flatMap((currency) => {
      const amount = byPartner.get(id)?.get(currency);
      return amount === undefined ? [] : { currency, amount: cappedAmount(amount) };
    });
    return partner ? { ...partner, revenue } : [];
  });
}
