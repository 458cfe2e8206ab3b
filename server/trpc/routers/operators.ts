import { z } from "zod";
import { inviteOperator } from "../../core/team/invitations";
import {
  disableOperator,
  enableOperator,
  listOperators,
  relinkOperator,
  removeOperator,
  resetOperatorSecondFactor,
} from "../../core/team/operators";
import { Email, Id } from "../../core/values/text";
import { operatorProcedure, router } from "../init";

const UserInput = z.strictObject({ userId: Id });

export const operatorsRouter = router({
  list: operatorProcedure.query(({ ctx }) => listOperators(ctx.call)),

  /** Returns the token of the one-time link, which is shown only once. */
  invite: operatorProcedure
    .input(z.strictObject({ email: Email }))
    .mutation(({ ctx, input }) => inviteOperator(ctx.call, input)),

  /** A new link for a lost invite or a forgotten password; also shown only once. */
  relink: operatorProcedure
    .input(UserInput)
    .mutation(({ ctx, input }) => relinkOperator(ctx.call, input)),

  resetSecondFactor: operatorProcedure
    .input(UserInput)
    .mutation(({ ctx, input }) => resetOperatorSecondFactor(ctx.call, input)),

  disable: operatorProcedure
    .input(UserInput)
    .mutation(({ ctx, input }) => disableOperator(ctx.call, input)),

  enable: operatorProcedure
    .input(UserInput)
    .mutation(({ ctx, input }) => enableOperator(ctx.call, input)),

  remove: operatorProcedure
    .input(UserInput)
    .mutation(({ ctx, input }) => removeOperator(ctx.call, input)),
});
