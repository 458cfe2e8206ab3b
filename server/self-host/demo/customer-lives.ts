import { anonymizeCustomer } from "../../core/customers/anonymize";
import { createCustomer } from "../../core/customers/mutations";
import { moveCustomer } from "../../core/customers/status";
import { updateCustomer } from "../../core/customers/update";
import type { Ctx } from "../../core/kernel/actor";
import { memberOf } from "./people";
import { at, daysAgo, type Stage, type Step } from "./stage";

/** Acme's customers that change, by their external IDs. They are imported before. */
const CHANGED = "ACME-1007";
const SUSPENDED = "ACME-1012";
const CLOSED = "ACME-1019";

/** One customer has a new email, one is suspended, one is closed, and one is anonymized. */
export function customerSteps(stage: Stage): Step[] {
  return [
    step(stage, 0.045, async (ctx, partnerId) => {
      const customerId = await idOf(ctx, partnerId, CHANGED);
      await updateCustomer(ctx, { customerId, email: "accounts@new-owner.example" });
    }),
    step(stage, 0.04, async (ctx, partnerId) => {
      const customerId = await idOf(ctx, partnerId, SUSPENDED);
      await moveCustomer(ctx, { customerId, move: "suspend" });
    }),
    step(stage, 0.035, async (ctx, partnerId) => {
      const customerId = await idOf(ctx, partnerId, CLOSED);
      await moveCustomer(ctx, { customerId, move: "close" });
    }),
    step(stage, 0.03, anonymizeOne),
  ];
}

/** Not an imported one: a second run, after an interruption, would import it again. */
async function anonymizeOne(ctx: Ctx, partnerId: string): Promise<void> {
  const where = { partnerId, anonymizedAt: { not: null } };
  if ((await ctx.db.customer.count({ where })) > 0) return;
  const email = "please.forget@customers.example";
  const found = await ctx.db.customer.findFirst({ where: { partnerId, emailKey: email } });
  const fields = { partnerId, email, name: "Please Forget", metadata: {} };
  const { id: customerId } = found ?? (await createCustomer(ctx, fields));
  await anonymizeCustomer(ctx, { customerId });
}

function step(
  stage: Stage,
  days: number,
  run: (ctx: Ctx, partnerId: string) => Promise<void>,
): Step {
  return {
    daysAgo: days,
    run: async () => {
      const member = await memberOf(stage, "acme", "developer");
      await run(at(stage, daysAgo(stage, days), member), member.partnerId);
    },
  };
}

async function idOf(ctx: Ctx, partnerId: string, externalId: string): Promise<string> {
  const where = { partnerId_externalId: { partnerId, externalId } };
  return (await ctx.db.customer.findUniqueOrThrow({ where, select: { id: true } })).id;
}
