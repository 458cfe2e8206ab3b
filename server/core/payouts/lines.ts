import type { Prisma } from "../../../prisma/client/client";
import type { ReadDb, Tx } from "../kernel/actor";
import { shareOf, toAmount } from "../values/money";
import { daysOfPeriod } from "../values/period";
import { hundredthsOf, type Terms } from "../values/terms";
import type { PayoutLine } from "./schema";
import type { PayoutRow } from "./view";

/** One summand of a payout: the share of what was charged for a product, less refunds. */
export type Line = {
  /** Null: all products, in a month that an earlier release closed. */
  productId: string | null;
  /** The percentage times 100. */
  hundredths: number;
  charges: bigint;
  refunded: bigint;
  share: bigint;
};

/** All columns of a row: leaving one out is a type error. */
type NewLine = Required<Prisma.PayoutLineCreateManyInput>;

/** What a partner's product took in a month, in minor units. */
export type ProductSum = {
  partnerId: string;
  currency: string;
  productId: string;
  charges: bigint;
  refunded: bigint;
};

/** The month's current sums by product; of all partners without `partnerId`. */
export function readProductSums(
  db: ReadDb | Tx,
  { partnerId = null, period }: { partnerId?: string | null; period: string },
): Promise<ProductSum[]> {
  const { from, to } = daysOfPeriod(period);
  return db.$queryRaw`
    SELECT partner_id AS "partnerId", currency, product_id AS "productId",
           sum(gross + refunded)::bigint AS charges, sum(refunded)::bigint AS refunded
    FROM charge_days
    WHERE (${partnerId}::text IS NULL OR partner_id = ${partnerId}) AND charges > 0
      AND day >= ${from}::text::date AND day < ${to}::text::date
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
}

/** What a month's lines are calculated with. */
export type Basis = {
  terms: Terms;
  period: string;
  /** The percentage times 100 of a month that an earlier release closed, at one rate and rounded once. */
  wholeHundredths: number | null;
};

/** The lines that make up a month in one currency, each rounded once, half to even. */
export function linesOf(sums: readonly ProductSum[], basis: Basis): Line[] {
  const { terms, period, wholeHundredths } = basis;
  if (wholeHundredths !== null) {
    const net = sums.reduce((sum, { charges, refunded }) => sum + charges - refunded, 0n);
    return [line(null, wholeHundredths, { charges: net, refunded: 0n })];
  }
  return sums.map(({ productId, ...sum }) =>
    line(productId, hundredthsOf(terms, { productId, period }), sum),
  );
}

type Sum = { charges: bigint; refunded: bigint };

function line(productId: string | null, hundredths: number, { charges, refunded }: Sum): Line {
  const share = shareOf(charges - refunded, hundredths);
  return { productId, hundredths, charges, refunded, share };
}

/** What has to be added to the lines `before` so that they add up to `wanted`. */
export function differenceOf(wanted: readonly Line[], before: readonly Line[]): Line[] {
  const keys = [...new Set([...before, ...wanted].map(({ productId }) => productId))];
  return keys.flatMap((productId) => {
    const of = (lines: readonly Line[]) => lines.filter((one) => one.productId === productId);
    const minus = (field: "charges" | "refunded" | "share") =>
      total(of(wanted), field) - total(of(before), field);
    const [charges, refunded, share] = [minus("charges"), minus("refunded"), minus("share")];
    const hundredths = [...of(before), ...of(wanted)][0]?.hundredths ?? 0;
    const isEqual = charges === 0n && refunded === 0n && share === 0n;
    return isEqual ? [] : [{ productId, hundredths, charges, refunded, share }];
  });
}

function total(lines: readonly Line[], field: "charges" | "refunded" | "share"): bigint {
  return lines.reduce((sum, one) => sum + one[field], 0n);
}

/** The payout's columns that are sums of its lines. */
export function sumsOf(lines: readonly Line[]): { gross: bigint; amount: bigint } {
  const gross = total(lines, "charges") - total(lines, "refunded");
  return { gross, amount: total(lines, "share") };
}

/** The lines of each payout; of one that an earlier release closed, one for all products. */
export async function readLines(
  db: ReadDb | Tx,
  payouts: readonly PayoutRow[],
): Promise<Map<string, Line[]>> {
  const rows = await db.payoutLine.findMany({
    where: { payoutId: { in: payouts.map(({ id }) => id) } },
    orderBy: [{ payoutId: "asc" }, { position: "asc" }],
  });
  const lines = new Map(payouts.map(({ id }): [string, Line[]] => [id, []]));
  for (const { payoutId, productId, percent, charges, refunded, share } of rows) {
    const hundredths = percent.times(100).toNumber();
    lines.get(payoutId)?.push({ productId, hundredths, charges, refunded, share });
  }
  for (const { id, revsharePct, gross, amount } of payouts) {
    if (lines.get(id)?.length !== 0) continue;
    const hundredths = revsharePct.times(100).toNumber();
    lines.set(id, [{ productId: null, hundredths, charges: gross, refunded: 0n, share: amount }]);
  }
  return lines;
}

/** The rows of a payout's lines. */
export function newLines(payoutId: string, lines: readonly Line[]): NewLine[] {
  return lines.map(({ hundredths, ...one }, position) => ({
    payoutId,
    position,
    ...one,
    percent: hundredths / 100,
  }));
}

/** A line with its product; the sums of a line without one are not known apart. */
export function lineView(line: Line, product: PayoutLine["product"]): PayoutLine {
  const { hundredths, charges, refunded, share } = line;
  const net = charges - refunded;
  // Below 2^53 for amounts that are.
  const tenThousandths = share * 10_000n - net * BigInt(hundredths);
  return {
    product,
    percent: hundredths / 100,
    charges: product && toAmount(charges),
    refunded: product && toAmount(refunded),
    net: toAmount(net),
    share: toAmount(share),
    rounding: Number(tenThousandths) / 10_000,
  };
}
