import { Prisma } from "../../../prisma/client/client";
import { assertPartnerOrAll } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { cutPage, type Page, type Pages, type Position, readCursor } from "../kernel/paging";
import { toAmount } from "../values/money";

/** A partner's price of a product at a moment, in minor units. */
export type PriceAt = {
  partner: string;
  product: string;
  name: string;
  currency: string;
  amount: number;
  /** 0: the product's default, because the partner had set none yet. */
  version: number;
  isDefault: boolean;
  /** Since when the partner's own price was in force; null for a default. */
  since: Date | null;
  /** False for a default of before the product's latest change: of defaults there is no history. */
  isExact: boolean;
};

type Row = Omit<PriceAt, "amount"> & { amount: bigint };
type At = { partnerId: string | null; at: Date };

/**
 * A page of the prices in force at a moment, of one partner or, with null, for operators, of all, by
 * the codes of partner and product. A change at that very moment is in force; of several at the same
 * millisecond, the last. Before its first change, a price is what that change replaced. Partners and
 * products that were added later are left out. A moment in the future is as now.
 */
export async function listPricesAt(
  ctx: Ctx,
  { partnerId, at, cursor, limit }: At & Pages,
): Promise<Page<PriceAt>> {
  assertPartnerOrAll(ctx, partnerId);
  const of = { list: "prices-at", partnerId: partnerId ?? "", filter: { at: at.toISOString() } };
  const position = readCursor(ctx, of, cursor);
  const rows = await ctx.db.$queryRaw<Row[]>(
    pricesAt({ partnerId, at, position, count: limit + 1 }),
  );
  const page = cutPage(ctx, of, {
    rows,
    limit,
    position: ({ partner, product }) => [partner, product],
  });
  return { ...page, data: page.data.map((row) => ({ ...row, amount: toAmount(row.amount) })) };
}

type Rows = At & { position: Position | null; count: number };

/** The page is cut first: then each price is one look into an index, however many changes it has. */
function pricesAt({ partnerId, at, position, count }: Rows): Prisma.Sql {
  const moment = Prisma.sql`${at}::timestamptz`;
  const own = partnerId === null ? Prisma.empty : Prisma.sql`AND partners.id = ${partnerId}`;
  const [partner, product] = position ?? [];
  const after =
    position === null
      ? Prisma.empty
      : Prisma.sql`AND (partners.code, products.code) > (${partner}, ${product})`;
  return Prisma.sql`
    SELECT one.partner, one.product, one.name, one.currency,
           coalesce(change.after, next.before, one.default_retail) AS amount,
           coalesce(change.version, 0) AS version, change.version IS NULL AS "isDefault",
           change.at AS since, change.version IS NOT NULL OR one.updated_at <= ${moment} AS "isExact"
    FROM (
      SELECT partners.id AS partner_id, partners.code AS partner, products.id AS product_id,
             products.code AS product, products.name, products.currency, products.default_retail,
             products.updated_at
      FROM partners CROSS JOIN products
      WHERE partners.created_at <= ${moment} AND products.created_at <= ${moment} ${own} ${after}
      ORDER BY partners.code, products.code LIMIT ${count}
    ) AS one
    LEFT JOIN LATERAL (
      SELECT version, after, at FROM price_changes
      WHERE partner_id = one.partner_id AND product_id = one.product_id AND at <= ${moment}
      ORDER BY at DESC, version DESC LIMIT 1
    ) AS change ON TRUE
    LEFT JOIN LATERAL (
      SELECT before FROM price_changes
      WHERE partner_id = one.partner_id AND product_id = one.product_id AND at > ${moment}
      ORDER BY at, version LIMIT 1
    ) AS next ON change.version IS NULL
    ORDER BY one.partner, one.product`;
}
