import { changeIssuer } from "../../core/issuer/mutations";
import { getIssuer } from "../../core/issuer/queries";
import { IssuerChange } from "../../core/issuer/schema";
import { operatorProcedure, router, withSeen } from "../init";

/** Who issues the statements of transfers. */
export const issuerRouter = router({
  get: operatorProcedure.query(({ ctx }) => getIssuer(ctx.call)),

  change: operatorProcedure
    .concat(withSeen("name", "address", "taxNumber", "email", "numberPrefix", "taxNote"))
    .input(IssuerChange)
    .mutation(({ ctx, input }) => changeIssuer(ctx.call, ctx.expecting(input))),
});
