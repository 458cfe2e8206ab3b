import { z } from "zod";
import {
  disableOperator,
  enableOperator,
  listOperators,
  removeOperator,
} from "../../core/team/operators";
import { Id } from "../../core/text";
import { operatorProcedure, router } from "../init";

const UserInput = z.strictObject({ userId: Id });

export const operatorsRouter = router({
  list: operatorProcedure.query(({ ctx }) => listOperators(ctx.call)),

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
