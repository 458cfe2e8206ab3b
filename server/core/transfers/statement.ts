import type { Prisma } from "../../../prisma/client/client";
import { issuerOf, statementNames } from "../issuer/queries";
import type { Issuer } from "../issuer/schema";
import { within } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { fail } from "../kernel/errors";
import { isId } from "../kernel/ids";
import { accountOf, openDetails, versionView } from "../payout-details/view";
import { readPayoutLines } from "../payouts/queries";
import { toAmount } from "../values/money";
import { amountInWords } from "../values/number-words";
import type { Transfer } from "./schema";
import { MAX_STATEMENT_LINES, type Statement, type StatementLine } from "./statement-schema";
import { transfer } from "./view";

const PARTS = { partner: true, payoutDetails: true } as const;
type Row = Prisma.TransferGetPayload<{ include: typeof PARTS }>;

/**
 * The statement of a transfer. What it says never changes, except for the status of the transfer.
 * Throws `not_found`, also for another partner's.
 */
export async function getStatement(
  ctx: Ctx,
  { transferId: id }: { transferId: string },
): Promise<Statement> {
  const row = isId("transfer", id)
    ? await ctx.db.transfer.findFirst({ where: { id, ...within(ctx) }, include: PARTS })
    : null;
  if (!row) return fail("not_found", { message: "Transfer not found." });
  const months = await readMonths(ctx, id);
  const lines = await linesOf(ctx, { id, months });
  const issuer = await issuerOf(ctx.db, row);
  const about = transfer(row, await statementNames(ctx.db));
  return {
    ...factsOf(row, { about, issuer }),
    ...sumsOf(months),
    recipient: recipientOf(ctx, row),
    lines,
  };
}

function factsOf(row: Row, { about, issuer }: { about: Transfer; issuer: Issuer | null }) {
  const { id: transferId, createdAt: issuedAt, amount: total, ...facts } = about;
  const {
    statement: number,
    statementNumber,
    currency,
    status,
    reference,
    sentAt,
    settledAt,
  } = facts;
  return {
    title: isSelfBilled(row) ? ("self_billing_invoice" as const) : ("statement" as const),
    number,
    statementNumber,
    transferId,
    issuedAt,
    currency,
    status,
    reference,
    sentAt,
    settledAt,
    issuer: issuer && {
      name: issuer.name,
      address: issuer.address,
      taxNumber: issuer.taxNumber,
      email: issuer.email,
    },
    total,
    totalInWords: amountInWords(total, currency),
    taxNote: row.taxNote ?? issuer?.taxNote ?? null,
  };
}

/**
 * Whether it is a self-billing invoice: with consent, and with an issuer, both from when the transfer
 * was created. An invoice without the customer's name would be none.
 */
const isSelfBilled = ({ consentId, issuerVersion }: Row) =>
  consentId !== null && issuerVersion !== null;

function recipientOf(ctx: Ctx, row: Row): Statement["recipient"] {
  const { partner, payoutDetails } = row;
  const details = openDetails(ctx, payoutDetails);
  if (!details) {
    return { name: partner.name, address: null, taxNumber: null, holder: null, account: null };
  }
  const { legalName: name, address, holder } = details;
  // An invoice is only valid with it.
  const taxNumber = isSelfBilled(row)
    ? details.taxNumber
    : versionView(ctx, payoutDetails, "in_force").taxNumber;
  return { name, address, taxNumber, holder, account: accountOf(ctx, payoutDetails) };
}

/** All payouts or all adjustments of a month. */
type Month = {
  period: string;
  isAdjustment: boolean;
  /** How many lines they have at most. */
  lines: number;
  net: bigint;
  share: bigint;
};

function readMonths({ db }: Ctx, transferId: string): Promise<Month[]> {
  return db.$queryRaw`
    SELECT payout.period, payout.corrects_id IS NOT NULL AS "isAdjustment",
           sum(1 + (SELECT count(*) FROM payout_lines AS line WHERE line.payout_id = payout.id))::int
             AS lines,
           sum(payout.gross)::bigint AS net, sum(payout.amount)::bigint AS share
    FROM transfer_payouts AS link JOIN payouts AS payout ON payout.id = link.payout_id
    WHERE link.transfer_id = ${transferId} GROUP BY 1, 2 ORDER BY 1, 2`;
}

/** Of what kind a payout is: the latest month is what the statement is about. */
function kindOf(months: readonly Month[]) {
  const latest = months.findLast(({ isAdjustment }) => !isAdjustment)?.period;
  return ({ period, isAdjustment }: Pick<Month, "period" | "isAdjustment">) => {
    if (isAdjustment) return "adjustment";
    return period === latest ? "payout" : "carried_over";
  };
}

function sumsOf(months: readonly Month[]) {
  const kind = kindOf(months);
  const sum = (of: StatementLine["kind"]) =>
    toAmount(months.reduce((total, one) => (kind(one) === of ? total + one.share : total), 0n));
  return {
    period: { from: months[0]?.period ?? "", to: months.at(-1)?.period ?? "" },
    carriedOver: sum("carried_over"),
    payouts: sum("payout"),
    adjustments: sum("adjustment"),
  };
}

const ORDER = ["carried_over", "payout", "adjustment"];

async function linesOf(
  ctx: Ctx,
  { id, months }: { id: string; months: Month[] },
): Promise<StatementLine[]> {
  const count = months.reduce((sum, { lines }) => sum + lines, 0);
  // Of each payout one was counted too many, for those without lines.
  const lines = count > 2 * MAX_STATEMENT_LINES ? null : await productLines(ctx, { id, months });
  const all = lines && lines.length <= MAX_STATEMENT_LINES ? lines : months.map(monthLine(months));
  return all.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

const monthLine =
  (months: readonly Month[]) =>
  (month: Month): StatementLine => ({
    kind: kindOf(months)(month),
    period: month.period,
    payoutId: null,
    product: null,
    percent: null,
    charges: null,
    refunded: null,
    net: toAmount(month.net),
    share: toAmount(month.share),
  });

/** The lines of the payouts, by month and product, with the products' names of that time. */
async function productLines(
  { db }: Ctx,
  { id: transferId, months }: { id: string; months: Month[] },
): Promise<StatementLine[]> {
  const payouts = await db.payout.findMany({
    where: { transfers: { some: { transferId } } },
    orderBy: [{ period: "asc" }, { id: "asc" }],
  });
  const names = await db.statementProduct.findMany({ where: { transferId } });
  const named = new Map(names.map(({ productId, code, name }) => [productId, { code, name }]));
  const lines = await readPayoutLines(db, { payouts, named });
  const kind = kindOf(months);
  return payouts.flatMap(({ id, period, correctsId }) =>
    (lines.get(id) ?? []).map(({ product, percent, charges, refunded, net, share }) => ({
      kind: kind({ period, isAdjustment: correctsId !== null }),
      period,
      payoutId: id,
      product,
      percent,
      charges,
      refunded,
      net,
      share,
    })),
  );
}
