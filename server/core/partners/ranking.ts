import { z } from "zod";
import { Prisma } from "../../../prisma/client/client";
import { assertOperator } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { cutPage, type Page, readCursor } from "../kernel/paging";
import { addDays, dayOf } from "../values/days";
import { cappedAmount } from "../values/money";
import { PartnerSearch } from "./queries";
import type { PartnerFile, PartnerStatus } from "./schema";
import { partnerFile, withLiveKeys } from "./view";

const SORTS = ["name", "created", "customers", "revenue", "used"] as const;

/** The operators' list with revenue and activity. A leading minus sorts in descending order. */
export const PartnerRanking = PartnerSearch.extend({
  sort: z
    .enum(SORTS.flatMap((name) => [name, `-${name}` as const]) as [PartnerSort, ...PartnerSort[]])
    .default("-created"),
});
export type PartnerRanking = z.infer<typeof PartnerRanking>;
type PartnerSort = (typeof SORTS)[number] | `-${(typeof SORTS)[number]}`;

/** `revenue`: of the last 30 days, less refunds; in minor units, currencies by name. */
export type RankedPartner = PartnerFile & {
  revenue: { currency: string; amount: number }[];
  /** When one of its keys was last used; null: never. */
  lastUsedAt: Date | null;
};

const DAYS = 30;

/**
 * A page of the partners in any order; for operators. By revenue, they are sorted by that in the
 * currency with the most charges. Throws `invalid_request` for a cursor of another list.
 */
export async function rankPartners(
  ctx: Ctx,
  { cursor, limit, ...filter }: PartnerRanking,
): Promise<Page<RankedPartner>> {
  assertOperator(ctx);
  const of = { list: "partner-ranking", partnerId: "", filter };
  const isDescending = filter.sort.startsWith("-");
  const { value, type } = orderOf(ctx, filter.sort.replace("-", "") as (typeof SORTS)[number]);
  const after = readCursor(ctx, of, cursor);
  const than = Prisma.raw(isDescending ? "<" : ">");
  const direction = Prisma.raw(isDescending ? "DESC" : "ASC");
  const next = after
    ? Prisma.sql`WHERE (value, id) ${than} (${after[0]}::${Prisma.raw(type)}, ${after[1]})`
    : Prisma.empty;
  const rows = await ctx.db.$queryRaw<{ id: string; value: string }[]>`
    SELECT id, value::text AS value FROM (
      SELECT p.id, ${value} AS value FROM partners p
      WHERE ${Prisma.join(matching(filter), " AND ")}
      OFFSET 0 -- or the value would be computed again to sort
    ) AS ranked ${next}
    ORDER BY ranked.value ${direction}, id ${direction} LIMIT ${limit + 1}`;
  const position = (row: { id: string; value: string }) => [row.value, row.id];
  const page = cutPage(ctx, of, { rows, limit, position });
  return {
    ...page,
    data: await readRanked(
      ctx,
      page.data.map(({ id }) => id),
    ),
  };
}

function matching({ search, status }: Omit<PartnerRanking, "cursor" | "limit">): Prisma.Sql[] {
  const holds = (column: Prisma.Sql) =>
    Prisma.sql`strpos(lower(${column}), lower(${search ?? ""})) > 0`;
  return [
    Prisma.sql`TRUE`,
    ...(status ? [withStatus(status)] : []),
    ...(search
      ? [
          Prisma.sql`(${holds(Prisma.sql`p.code`)} OR ${holds(Prisma.sql`p.name`)} OR p.id = ${search})`,
        ]
      : []),
  ];
}

function withStatus(status: PartnerStatus): Prisma.Sql {
  if (status === "terminated") return Prisma.sql`p.terminated_at IS NOT NULL`;
  return Prisma.sql`p.status = ${status}::"PartnerStatus" AND p.terminated_at IS NULL`;
}

type Value = { value: Prisma.Sql; type: string };

function orderOf(ctx: Ctx, by: (typeof SORTS)[number]): Value {
  switch (by) {
    case "name":
      return { value: Prisma.sql`lower(p.name)`, type: "text" };
    case "created":
      return { value: Prisma.sql`p.created_at`, type: "timestamptz" };
    case "customers":
      return { value: Prisma.sql`(p.customer_count - p.closed_customer_count)`, type: "int" };
    case "used":
      return {
        value: Prisma.sql`coalesce((SELECT max(k.last_used_at) FROM api_keys k WHERE k.partner_id = p.id), '-infinity')`,
        type: "timestamptz",
      };
    case "revenue":
      return { value: revenueIn(ctx), type: "bigint" };
  }
}

function spanOf(ctx: Ctx): Prisma.Sql {
  const to = dayOf(ctx.clock.now(), 1);
  return Prisma.sql`d.day >= ${addDays(to, -DAYS)}::text::date AND d.day < ${to}::text::date
    AND d.charges > 0`;
}

/** A partner's revenue in the currency with the most charges. One read of the days for all. */
function revenueIn(ctx: Ctx): Prisma.Sql {
  // It refers to no partner, so it is computed once.
  return Prisma.sql`coalesce((
    WITH sums AS MATERIALIZED (
      SELECT d.partner_id, d.currency, sum(d.gross)::bigint AS amount, sum(d.charges) AS charges
      FROM charge_days d WHERE ${spanOf(ctx)} GROUP BY 1, 2
    ), main AS (
      SELECT currency FROM sums GROUP BY 1 ORDER BY sum(charges) DESC, 1 LIMIT 1
    )
    SELECT jsonb_object_agg(partner_id, amount) FROM sums JOIN main USING (currency)
  ) ->> p.id, '0')::bigint`;
}

async function readRanked(ctx: Ctx, ids: string[]): Promise<RankedPartner[]> {
  type Sum = { partnerId: string; currency: string; amount: bigint };
  type Use = { partnerId: string; lastUsedAt: Date | null };
  const [rows, sums, uses] = await Promise.all([
    ctx.db.partner.findMany({ where: { id: { in: ids } }, include: withLiveKeys(ctx) }),
    ctx.db.$queryRaw<Sum[]>`
      SELECT d.partner_id AS "partnerId", d.currency, sum(d.gross)::bigint AS amount
      FROM charge_days d WHERE d.partner_id = ANY(${ids}) AND ${spanOf(ctx)}
      GROUP BY 1, 2 ORDER BY 2`,
    ctx.db.$queryRaw<Use[]>`
      SELECT partner_id AS "partnerId", max(last_used_at) AS "lastUsedAt"
      FROM api_keys WHERE partner_id = ANY(${ids}) GROUP BY 1`,
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const used = new Map(uses.map(({ partnerId, lastUsedAt }) => [partnerId, lastUsedAt]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const revenue = sums
      .filter(({ partnerId }) => partnerId === id)
      .map(({ currency, amount }) => ({ currency, amount: cappedAmount(amount) }));
    const lastUsedAt = used.get(id) ?? null;
    return row ? [{ ...partnerFile(row, ctx.clock.now()), revenue, lastUsedAt }] : [];
  });
}
