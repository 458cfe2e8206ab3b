import { Prisma } from "../../../prisma/client/client";
import { statementNames } from "../issuer/queries";
import { assertPartner, assertPartnerOrAll, within } from "../kernel/access";
import type { Ctx, OfPartner } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { isId } from "../kernel/ids";
import { cutPage, type Page, readCursor } from "../kernel/paging";
import { accountOf, openDetails } from "../payout-details/view";
import { payoutViews } from "../payouts/queries";
import type { Payout } from "../payouts/schema";
import {
  WITH_PARTNER as PAYOUT_WITH_PARTNER,
  type PayoutView,
  payout,
  WITH_TRANSFERS,
} from "../payouts/view";
import { cappedAmount, toAmount } from "../values/money";
import { IS_OWED, isRipe, MINIMUM, reasonAgainst } from "./due";
import type { DueReason, TransferQuery, TransferStatus } from "./schema";
import {
  FAILED_BY_TRANSFER,
  FAILED_IN_TRANSFER,
  type TransferView,
  transferView,
  WITH_PARTNER,
} from "./view";

/** What a partner is owed in one currency; in minor units. */
export type Due = {
  partner: { id: string; code: string; name: string };
  currency: string;
  /** What a transfer would pay now, negative payouts deducted. */
  amount: number;
  payouts: number;
  /** Further payouts that wait until their hold ends. */
  held: number;
  /** When the first of them may be paid; null if none waits. */
  heldUntil: Date | null;
  minimumPayout: number;
  /** Why it can't be paid now; null if it can. */
  reason: DueReason | null;
  /** Whether the partner is suspended: it can be paid, but only if an operator selects it. */
  isSuspended: boolean;
  /** Whether the partner is terminated: it is paid like an active one, without a minimum. */
  isTerminated: boolean;
};

/** So that one answer stays small; with more, the rest follows once these are paid. */
const MAX_DUE = 5_000;

/**
 * The sums owed, by partner and currency, without those that add up to nothing: a later transfer
 * takes their payouts. Those that can be paid now come first, with those of suspended partners last
 * among them. With null, for operators, of all partners.
 */
export async function listDue(
  ctx: Ctx,
  { partnerId, currency }: { partnerId: string | null; currency?: string | undefined },
): Promise<Due[]> {
  assertPartnerOrAll(ctx, partnerId);
  const query = dueStatement({ partnerId, currency, now: ctx.clock.now() });
  const rows = await ctx.db.$queryRaw<DueRow[]>(query);
  const all = rows.map(dueView);
  const rank = ({ reason, isSuspended }: Due) => {
    if (reason !== null) return 2;
    return isSuspended ? 1 : 0;
  };
  return all.sort((a, b) => rank(a) - rank(b)).slice(0, MAX_DUE);
}

type DueOf = { partnerId: string | null; currency?: string | undefined; now: Date };

/** The statement of what is owed. */
export function dueStatement({ partnerId, currency, now }: DueOf): Prisma.Sql {
  return Prisma.sql`
    SELECT partner.id, partner.code, partner.name, ${MINIMUM} AS "minimumPayout", owed.*,
           partner.status = 'suspended' AND partner.terminated_at IS NULL AS "isSuspended",
           partner.terminated_at IS NOT NULL AS "isTerminated",
           EXISTS (
             SELECT FROM payout_details AS details WHERE details.partner_id = partner.id
               AND details.canceled_at IS NULL AND details.effective_at <= ${now}::timestamptz
           ) AS "hasPayoutDetails"
    FROM (
      SELECT payout.partner_id, payout.currency,
             coalesce(sum(payout.amount) FILTER (WHERE ${isRipe(now)}), 0)::bigint AS amount,
             (count(*) FILTER (WHERE ${isRipe(now)}))::int AS payouts,
             coalesce(sum(payout.amount) FILTER (WHERE NOT ${isRipe(now)}), 0)::bigint AS held,
             min(payout.created_at + partner.hold_days * interval '24 hours')
               FILTER (WHERE NOT ${isRipe(now)}) AS "heldUntil"
      FROM payouts AS payout JOIN partners AS partner ON partner.id = payout.partner_id
      WHERE ${IS_OWED}
        ${partnerId === null ? Prisma.empty : Prisma.sql`AND payout.partner_id = ${partnerId}`}
        ${currency === undefined ? Prisma.empty : Prisma.sql`AND payout.currency = ${currency}`}
      GROUP BY payout.partner_id, payout.currency
      HAVING sum(payout.amount) <> 0 OR bool_or(payout.amount <> 0 AND NOT ${isRipe(now)})
    ) AS owed JOIN partners AS partner ON partner.id = owed.partner_id
    ORDER BY partner.code, owed.currency`;
}

type DueRow = {
  id: string;
  code: string;
  name: string;
  currency: string;
  amount: bigint;
  payouts: number;
  held: bigint;
  heldUntil: Date | null;
  minimumPayout: bigint;
  hasPayoutDetails: boolean;
  isSuspended: boolean;
  isTerminated: boolean;
};

function dueView({ id, code, name, ...row }: DueRow): Due {
  return {
    partner: { id, code, name },
    currency: row.currency,
    amount: toAmount(row.amount),
    payouts: row.payouts,
    held: toAmount(row.held),
    heldUntil: row.heldUntil,
    minimumPayout: toAmount(row.minimumPayout),
    reason: reasonAgainst({ ...row, hasHeld: row.heldUntil !== null }),
    isSuspended: row.isSuspended,
    isTerminated: row.isTerminated,
  };
}

/**
 * A page of a partner's transfers, newest first; with null, for operators, of all partners'. Throws
 * `invalid_request` for a cursor of another list.
 */
export async function listTransfers(
  ctx: Ctx,
  { partnerId, cursor, limit, ...filter }: { partnerId: string | null } & TransferQuery,
): Promise<Page<TransferView>> {
  assertPartnerOrAll(ctx, partnerId);
  const of = { list: "transfers", partnerId: partnerId ?? "", filter };
  const [after] = readCursor(ctx, of, cursor) ?? [];
  const rows = await ctx.db.transfer.findMany({
    where: { ...filter, ...(partnerId !== null && { partnerId }), id: { lt: after } },
    orderBy: { id: "desc" },
    take: limit + 1,
    include: WITH_PARTNER,
  });
  const page = cutPage(ctx, of, { rows, limit, position: ({ id }) => [id] });
  const names = await statementNames(ctx.db);
  return { ...page, data: page.data.map((row) => transferView(row, names)) };
}

/** Where a transfer is paid to, masked; the texts are empty if no known secret opens them. */
type PaidTo = { version: number; account: string; holder: string };
export type TransferDetail = TransferView & { payouts: Payout[]; paidTo: PaidTo };

/** A transfer with its payouts. Throws `not_found`, also for another partner's. */
export async function getTransfer(
  ctx: Ctx,
  { transferId: id }: { transferId: string },
): Promise<TransferDetail> {
  const row = isId("transfer", id)
    ? await ctx.db.transfer.findFirst({
        where: { id, ...within(ctx) },
        include: {
          ...WITH_PARTNER,
          payoutDetails: true,
          payouts: {
            include: { payout: { include: WITH_TRANSFERS } },
            orderBy: { payoutId: "asc" },
          },
        },
      })
    : null;
  if (!row) return fail("not_found", { message: "Transfer not found." });
  return {
    ...transferView(row, await statementNames(ctx.db)),
    payouts: row.payouts.map((link) => payout(link.payout)),
    paidTo: {
      version: row.payoutDetails.version,
      account: accountOf(ctx, row.payoutDetails) ?? "",
      holder: openDetails(ctx, row.payoutDetails)?.holder ?? "",
    },
  };
}

/** The first items, newest first, and whether there are more. */
type Some<Item> = { data: Item[]; hasMore: boolean };

/**
 * What failed and is not on its way again: transfers, and payouts that failed without one. The first
 * few of each.
 */
export async function listFailed(
  ctx: Ctx,
  { partnerId, limit }: OfPartner & { limit: number },
): Promise<{ transfers: Some<TransferView>; payouts: Some<PayoutView> }> {
  assertPartner(ctx, partnerId);
  const transfers = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM transfers AS transfer
    WHERE partner_id = ${partnerId} AND status = 'failed' AND EXISTS (
      SELECT FROM transfer_payouts AS link JOIN payouts AS payout ON payout.id = link.payout_id
      WHERE link.transfer_id = transfer.id AND ${Prisma.raw(FAILED_BY_TRANSFER)})
    ORDER BY id DESC LIMIT ${limit + 1}`;
  const payouts = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM payouts AS payout
    WHERE partner_id = ${partnerId} AND status = 'failed' AND NOT ${Prisma.raw(FAILED_IN_TRANSFER)}
    ORDER BY id DESC LIMIT ${limit + 1}`;
  const first = (rows: { id: string }[]) => ({
    where: { id: { in: rows.slice(0, limit).map(({ id }) => id) } },
    orderBy: { id: "desc" } as const,
  });
  const names = await statementNames(ctx.db);
  const failed = await ctx.db.transfer.findMany({ ...first(transfers), include: WITH_PARTNER });
  const alone = await ctx.db.payout.findMany({ ...first(payouts), include: PAYOUT_WITH_PARTNER });
  return {
    transfers: {
      data: failed.map((row) => transferView(row, names)),
      hasMore: transfers.length > limit,
    },
    payouts: { data: await payoutViews(ctx.db, alone), hasMore: payouts.length > limit },
  };
}

/** The count of transfers by currency and status, and their sum in minor units. */
export type TransferSum = {
  currency: string;
  status: TransferStatus;
  transfers: number;
  amount: number;
};

/** The sums of a partner's transfers; with null, for operators, of all partners'. */
export async function sumTransfers(
  ctx: Ctx,
  { partnerId }: { partnerId: string | null },
): Promise<TransferSum[]> {
  assertPartnerOrAll(ctx, partnerId);
  const groups = await ctx.db.transfer.groupBy({
    by: ["currency", "status"],
    where: partnerId === null ? {} : { partnerId },
    _count: true,
    _sum: { amount: true },
    orderBy: [{ currency: "asc" }, { status: "asc" }],
  });
  return groups.map(({ currency, status, _count, _sum }) => ({
    currency,
    status,
    transfers: _count,
    amount: cappedAmount(_sum.amount ?? 0n),
  }));
}

/** The debts to a partner by currency, and the terms that they wait for; the minimum is in minor units. */
export type Owed = { minimumPayout: number; holdDays: number; due: Due[] };

/** Returns the sum that the partner is owed in each currency. Throws `not_found`. */
export async function getOwed(ctx: Ctx, { partnerId }: OfPartner): Promise<Owed> {
  const due = await listDue(ctx, { partnerId });
  const row = await ctx.db.partner.findUnique({
    where: { id: partnerId },
    select: { minimumPayout: true, holdDays: true, terminatedAt: true },
  });
  if (!row) return fail("not_found");
  const minimumPayout = row.terminatedAt === null ? toAmount(row.minimumPayout) : 0;
  return { minimumPayout, holdDays: row.holdDays, due };
}
