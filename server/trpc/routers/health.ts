import { readHealth } from "../../core/health/queries";
import { operatorProcedure, router } from "../init";

export const healthRouter = router({
  /** How the process that answers is. */
  get: operatorProcedure.query(({ ctx }) => readHealth(ctx.call)),
});
