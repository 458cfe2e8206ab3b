import { readDemoInbox } from "../../core/demo/queries";
import { router, userProcedure } from "../init";

/** The demo's own receiver of webhooks. */
export const demoRouter = router({
  webhooks: userProcedure.query(({ ctx }) => readDemoInbox(ctx.call)),
});
