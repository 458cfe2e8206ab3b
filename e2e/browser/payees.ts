import type { Ctx } from "../../server/core/kernel/actor";
import { newId } from "../../server/core/kernel/ids";

/** Payout details that are accepted. */
export const PAID_TO = {
  holder: "Acme Reselling GmbH",
  country: "DE",
  iban: "DE89370400440532013000",
  account: null,
  legalName: "Acme Reselling GmbH",
  address: "Unter den Linden 1\n10117 Berlin\nGermany",
  taxNumber: "DE811907980",
} as const;

/** A partner that is owed something, without people of its own. */
type Payee = { partnerId: string; name: string };

/**
 * Creates partners with payout details and a payout of 10 to 10 + count in one currency: use one
 * that no other test uses. Thousands of times faster than teams that enter theirs.
 */
export async function owePayees(
  ctx: Ctx,
  { count, currency, name }: { count: number; currency: string; name: string },
): Promise<Payee[]> {
  const at = new Date();
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId("partner", at.getTime()),
    name: `${name} ${String(index + 1).padStart(2, "0")}`,
    amount: 1_000 + index,
  }));
  await ctx.transact(async (tx) => {
    await tx.partner.createMany({
      data: rows.map((row) => ({
        id: row.id,
        code: `${currency.toLowerCase()}-${row.id.slice(-12)}`,
        name: row.name,
        revsharePct: 20,
        createdAt: at,
      })),
    });
    const sealed = { sealed: Buffer.from("x"), sealedBy: "test" };
    await tx.payoutDetails.createMany({
      data: rows.map((row) => ({
        id: newId("payoutDetails"),
        partnerId: row.id,
        version: 1,
        ...sealed,
        createdAt: at,
        createdBy: "test",
        effectiveAt: at,
      })),
    });
  });
  for (const { id, amount } of rows) await owe(ctx, { partnerId: id, amount, currency });
  return rows.map((row) => ({ partnerId: row.id, name: row.name }));
}

/** Adds a payout of a month of its own. */
export async function owe(
  ctx: Ctx,
  { partnerId, amount, currency }: { partnerId: string; amount: number; currency: string },
): Promise<string> {
  const months = await ctx.db.payout.count({ where: { partnerId } });
  const period = `2023-${String((months % 12) + 1).padStart(2, "0")}`;
  const sums = { gross: amount * 5, revsharePct: 20, amount };
  const own = { id: newId("payout"), partnerId, period, currency, createdAt: new Date() };
  await ctx.transact((tx) => tx.payout.create({ data: { ...own, ...sums } }));
  return own.id;
}
