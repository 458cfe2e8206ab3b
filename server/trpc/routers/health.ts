import { readPlatformHealth } from "../../core/health/platform";
import { readHealth } from "../../core/health/queries";
import { operatorProcedure, router } from "../init";

export const healthRouter = router({
  /** The health of the process that handles the request. */
  get: operatorProcedure.query(({ ctx }) => readHealth(ctx.call)),

  /** The last 15 minutes of all partners, over all processes. */
  platform: operatorProcedure.query(({ ctx }) => readPlatformHealth(ctx.call)),
});
