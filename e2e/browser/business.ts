import { randomBytes } from "node:crypto";
import { anonymizeCustomer } from "../../server/core/customers/anonymize";
import { createCustomer } from "../../server/core/customers/mutations";
import type { CustomerCreate } from "../../server/core/customers/schema";
import { type CustomerMove, moveCustomer } from "../../server/core/customers/status";
import { writeChargeLines } from "../../server/core/imports/charges";
import type { ChargeRow } from "../../server/core/imports/rows";
import type { Ctx } from "../../server/core/kernel/actor";
import { terminatePartner } from "../../server/core/partners/mutations";
import { closePeriod } from "../../server/core/payouts/close";
import { markPayout, recalculatePayout } from "../../server/core/payouts/mutations";
import { setPrice } from "../../server/core/prices/mutations";
import { saveProduct } from "../../server/core/products/mutations";
import { defineScope } from "../../server/core/scopes/mutations";
import { createTerm } from "../../server/core/terms/mutations";
import { nextPeriod, periodOf } from "../../server/core/values/period";

type Partner = { partnerId: string };
type ChargeInput = {
  customerId: string;
  product: string;
  amount: number;
  occurredAt: Date;
  externalId?: string;
};
/** `charge`: the external ID of the charge. */
type RefundInput = { charge: string; amount: number; occurredAt: Date };

/** Creates a test's customers, prices and payouts through core's functions. */
export function businessOf(ctx: Ctx) {
  return {
    customer: (of: Partner, input: Partial<CustomerCreate> & { email: string }) =>
      createCustomer(ctx, { partnerId: of.partnerId, metadata: {}, ...input }),

    move: (customerId: string, move: CustomerMove) => moveCustomer(ctx, { customerId, move }),

    anonymize: (customerId: string) => anonymizeCustomer(ctx, { customerId }),

    /** For good. */
    terminate: ({ partnerId }: Partner, reason: string) =>
      terminatePartner(ctx, { partnerId, reason }),

    /** A product of the test's own: all partners see all products. */
    async product(
      name: string,
      input: { floor?: number; retail?: number; currency?: string } = {},
    ) {
      const { floor = 500, retail = 900, currency = "EUR" } = input;
      const code = `p-${randomBytes(4).toString("hex")}`;
      return saveProduct(ctx, { code, name, floor, defaultRetail: retail, currency });
    },

    /** A scope of the company's own, which all partners see. */
    scope: (name: string, description: string) => defineScope(ctx, { name, description }),

    /** Charges in the currency of their products. */
    charge: (of: Partner, charges: readonly ChargeInput[]) =>
      record(
        ctx,
        of,
        charges.map((one) => ({ type: "charge" as const, ...one })),
      ),
    refund: (of: Partner, { charge, ...refund }: RefundInput) =>
      record(ctx, of, [{ type: "refund" as const, chargeExternalId: charge, ...refund }]),

    /** Removes all charges behind the product's back; no import does. */
    lose: (of: Partner) =>
      ctx.transact((tx) => tx.charge.deleteMany({ where: { partnerId: of.partnerId } })),

    setPrice: (of: Partner, product: string, amount: number) =>
      setPrice(ctx, { partnerId: of.partnerId, product, amount }),

    /** A share from next month on, of one product or of all. */
    term: (of: Partner, percent: number, product?: string) => {
      const fromMonth = nextPeriod(periodOf(ctx.clock.now()));
      const { partnerId } = of;
      return createTerm(ctx, { partnerId, fromMonth, percent, ...(product && { product }) });
    },

    /** Closes a month for all partners: use one that no other test uses. */
    close: (period: string) => closePeriod(ctx, { period }),
    payouts: (of: Partner, period: string) =>
      ctx.db.payout.findMany({
        where: { partnerId: of.partnerId, period },
        orderBy: { id: "asc" },
      }),
    mark: (payoutId: string, status: "paid" | "failed", reference: string) =>
      markPayout(ctx, { payoutId, status, reference }),
    correct: (payoutId: string) => recalculatePayout(ctx, { payoutId }),
  };
}

async function record(
  ctx: Ctx,
  { partnerId }: Partner,
  made: readonly (Omit<ChargeRow, "externalId"> & { externalId?: string })[],
): Promise<void> {
  const rows = made.map((row, line) => ({
    line,
    row: { externalId: `c-${randomBytes(6).toString("hex")}`, ...row },
  }));
  const to = { partnerId, importId: "imp_1", now: ctx.clock.now() };
  const { refused } = await ctx.transact((tx) => writeChargeLines(tx, rows, to));
  if (refused.size > 0) throw new Error([...refused.values()].join("; "));
}
