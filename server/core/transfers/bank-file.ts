import { statementNames } from "../issuer/queries";
import { assertOperator, assertRecentProof } from "../kernel/access";
import type { Ctx, Tx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { accountOf, openDetails } from "../payout-details/view";
import { BYTE_ORDER_MARK, type Cell, csvLine } from "../values/csv";
import { decimalOf } from "../values/currencies";
import { toAmount } from "../values/money";
import { TRANSFER_EXPORTED } from "./actions";

/** A file for a bank: one line for each transfer that is still pending. */
export type BankFile = { csv: string; transfers: number };

const HEAD = [
  "Statement number",
  "Partner",
  "Account holder",
  "IBAN",
  "Other account",
  "Country",
  "Amount",
  "Currency",
  "Reference",
];

/**
 * The pending ones of these transfers as a CSV file with full accounts, for whoever pays them. As
 * sensitive as revealPayoutDetails(): the audit log of each partner says who exported it. Throws
 * `conflict` if payout details were sealed with another secret.
 */
export async function exportBankFile(
  ctx: Ctx,
  { transferIds }: { transferIds: readonly string[] },
): Promise<BankFile> {
  assertOperator(ctx);
  assertRecentProof(ctx, TRANSFER_EXPORTED);
  const found = await ctx.db.transfer.findMany({
    where: { id: { in: [...transferIds] }, status: "pending" },
    select: { id: true, partnerId: true },
    orderBy: { statementNumber: "asc" },
  });
  const lines: string[] = [];
  for (const { id, partnerId } of found) {
    const target = { action: TRANSFER_EXPORTED, partnerId } as const;
    const cells = await change(ctx, target, (tx) => readOne(tx, ctx, id));
    if (cells) lines.push(csvLine(cells));
  }
  return { csv: BYTE_ORDER_MARK + csvLine(HEAD) + lines.join(""), transfers: lines.length };
}

/** Null if it was marked or canceled meanwhile. */
async function readOne(tx: Tx, ctx: Ctx, id: string) {
  const row = await tx.transfer.findUniqueOrThrow({
    where: { id },
    include: { payoutDetails: true, partner: true },
  });
  if (row.status !== "pending") return { result: null, subject: id, unchanged: true };
  const details = openDetails(ctx, row.payoutDetails);
  if (details === null) {
    return fail("conflict", {
      message: `The payout details of ${row.partner.name} were encrypted with another NEXTAUTH_SECRET.`,
    });
  }
  const { currency } = row;
  const statement = (await statementNames(tx))(row);
  const amount = toAmount(row.amount);
  const cells: Cell[] = [
    statement,
    row.partner.name,
    details.holder,
    details.iban,
    details.account?.replaceAll("\n", ", ") ?? null,
    details.country,
    decimalOf(amount, currency),
    currency,
    `Statement ${statement}`,
  ];
  const account = accountOf(ctx, row.payoutDetails);
  return { result: cells, subject: id, detail: { statement, amount, currency, account } };
}
