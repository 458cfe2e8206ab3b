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
import { calls } from "../calls";
import { operatorProcedure, router } from "../init";

const UserInput = z.strictObject({ userId: Id });

export const operatorsRouter = router({
  list: operatorProcedure.query(({ ctx }) => listOperators(ctx.call)),

  /** Returns the token of the one-time link, which is shown only once. */
  invite: operatorProcedure.input(z.strictObject({ email: Email })).mutation(calls(inviteOperator)),

  /** A new link for a lost invite or a forgotten password; also shown only once. */
  relink: operatorProcedure.input(UserInput).mutation(calls(relinkOperator)),

  resetSecondFactor: operatorProcedure.input(UserInput).mutation(calls(resetOperatorSecondFactor)),

  disable: operatorProcedure.input(UserInput).mutation(calls(disableOperator)),

  enable: operatorProcedure.input(UserInput).mutation(calls(enableOperator)),

  remove: operatorProcedure.input(UserInput).mutation(calls(removeOperator)),
});
