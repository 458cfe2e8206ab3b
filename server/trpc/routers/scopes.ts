import { listDefinedScopes } from "../../core/scopes/holders";
import { defineScope, describeScope, removeScope } from "../../core/scopes/mutations";
import { listScopes } from "../../core/scopes/queries";
import { ScopeRemove, ScopeSave } from "../../core/scopes/schema";
import { calls } from "../calls";
import { operatorProcedure, router, userProcedure, withSeen } from "../init";

/** The scopes of the company's own API. */
export const scopesRouter = router({
  /** Those that keys may get, for everyone. */
  list: userProcedure.query(({ ctx }) => listScopes(ctx.call)),

  /** All, with the number of keys that have each. */
  listAll: operatorProcedure.query(({ ctx }) => listDefinedScopes(ctx.call)),

  define: operatorProcedure.input(ScopeSave).mutation(calls(defineScope)),

  describe: operatorProcedure
    .concat(withSeen("description"))
    .input(ScopeSave)
    .mutation(({ ctx, input }) => describeScope(ctx.call, ctx.expecting(input))),

  /** Takes the number of active keys that lose it, as the operator saw it. */
  remove: operatorProcedure.input(ScopeRemove).mutation(calls(removeScope)),
});
