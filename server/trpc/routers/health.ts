import { readHealth } from "../../core/health/queries";
import { operatorProcedure, router } from "../init";

export const healthRouter = router({
  /** The health of the process that handles the request. */
  get: operatorProcedure.query(({ ctx }) => readHealth(ctx.call)),
});
