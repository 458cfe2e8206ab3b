import { assertOperator } from "../access";
import type { Ctx } from "../actor";
import type { Health } from "./schema";

/** The health of the process that handles the request; for operators. */
export async function readHealth(ctx: Ctx): Promise<Health> {
  assertOperator(ctx);
  return ctx.health();
}
