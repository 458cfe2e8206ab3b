import { assertOperator } from "../access";
import type { Ctx } from "../actor";
import type { Health } from "./schema";

/** How the process that answers is; for operators. */
export async function readHealth(ctx: Ctx): Promise<Health> {
  assertOperator(ctx);
  return ctx.health();
}
