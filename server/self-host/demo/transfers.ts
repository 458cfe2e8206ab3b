import { changeIssuer } from "../../core/issuer/mutations";
import type { Ctx } from "../../core/kernel/actor";
import { createTransfers, markTransfers } from "../../core/transfers/mutations";
import { listDue } from "../../core/transfers/queries";

const OUTCOMES = [
  { currency: "EUR", status: "paid" },
  // The payout details are there to correct.
  { currency: "USD", status: "failed" },
] as const;

/** Who issues the statements. */
const ISSUER = {
  name: "Latchkey Demo GmbH",
  address: "Hauptstr. 12\n10115 Berlin\nGermany",
  taxNumber: "DE123456789",
  email: "billing@latchkey.example",
  numberPrefix: "LK-",
  taxNote: "Reverse charge: the recipient of the service accounts for VAT.",
};

/** Transfers what a partner is owed at that time, once: one transfer is paid, one comes back. */
export async function transferDue(
  ctx: Ctx,
  { partnerId, period }: { partnerId: string; period: string },
): Promise<void> {
  await changeIssuer(ctx, ISSUER);
  for (const { currency, status } of OUTCOMES) {
    const of = { partnerId, currency };
    if ((await ctx.db.transfer.count({ where: of })) === 0) {
      const due = await listDue(ctx, of);
      const payable = due.filter(({ reason }) => reason === null);
      await createTransfers(ctx, { items: payable.map(({ amount }) => ({ ...of, amount })) });
    }
    const pending = await ctx.db.transfer.findMany({ where: { ...of, status: "pending" } });
    const reference =
      status === "failed" ? "returned: account closed" : `SEPA ${period} ${currency}`;
    const transferIds = pending.map(({ id }) => id);
    await markTransfers(ctx, { transferIds, status, reference });
  }
}
