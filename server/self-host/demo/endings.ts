import { createCustomer } from "../../core/customers/mutations";
import { transferCustomer } from "../../core/customers/transfer";
import { terminatePartner } from "../../core/partners/mutations";
import { archiveProduct } from "../../core/products/mutations";
import { importStep } from "./business";
import { partnerOf } from "./people";
import { TRAINING } from "./refunds";
import { at, daysAgo, type Stage, type Step } from "./stage";

/** The customer that moves: it is not in the imports, which would bring it back. */
const MOVED = { email: "office@moved.example", name: "Moved Ltd", externalId: "ACME-0900" };
const CHARGE = {
  external_id: "moved-1",
  customer_external_id: MOVED.externalId,
  product: "vps-small",
  amount: 990,
};

/** A product is archived, a partner is terminated, and a customer moves to another partner. */
export function endingSteps(stage: Stage): Step[] {
  return [
    step(stage, 52, (ctx) => archiveProduct(ctx, { code: TRAINING.code, isArchived: true })),
    // After its last month with charges was imported.
    step(stage, 40, async (ctx) => {
      const { id: partnerId } = await partnerOf(ctx, "meridian");
      await terminatePartner(ctx, { partnerId, reason: "The contract ended." });
    }),
    ...movingSteps(stage),
  ];
}

/** Its charge stays with the partner that sold it. */
function movingSteps(stage: Stage): Step[] {
  const sold = 2.6;
  const occurred_at = daysAgo(stage, sold).toISOString();
  const file = { kind: "charges", partner: "acme", records: [{ ...CHARGE, occurred_at }] } as const;
  return [
    step(stage, 30, async (ctx) => {
      if (await ctx.db.customer.count({ where: { emailKey: MOVED.email } })) return;
      const { id: partnerId } = await partnerOf(ctx, "acme");
      await createCustomer(ctx, { partnerId, ...MOVED, metadata: {} });
    }),
    importStep(stage, sold - 0.05, file),
    step(stage, 1.6, async (ctx) => {
      const moved = await ctx.db.customer.findFirst({ where: { emailKey: MOVED.email } });
      if (!moved) throw new Error("the demo has no customer that moves");
      const { id: customerId } = moved;
      const { id: toPartnerId } = await partnerOf(ctx, "nimbus");
      await transferCustomer(ctx, { customerId, toPartnerId });
    }),
  ];
}

function step(stage: Stage, days: number, run: (ctx: ReturnType<typeof at>) => Promise<unknown>) {
  return { daysAgo: days, run: () => run(at(stage, daysAgo(stage, days))) };
}
