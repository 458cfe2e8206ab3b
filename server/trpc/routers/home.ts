import { readHome } from "../../core/home/queries";
import { operatorProcedure, router } from "../init";

export const homeRouter = router({
  /** The operators' start page. */
  get: operatorProcedure.query(({ ctx }) => readHome(ctx.call)),
});
