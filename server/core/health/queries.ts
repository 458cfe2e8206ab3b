import { assertOperator } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import type { Health } from "../kernel/health";

/** The health of the process that handles the request; for operators. */
export async function readHealth(ctx: Ctx): Promise<Health> {
  assertOperator(ctx);
  return ctx.health();
}
