import { z } from "zod";
import { getImport, listImports, listRejections } from "../../core/imports/queries";
import { PageQuery } from "../../core/kernel/paging";
import { Id } from "../../core/values/text";
import { operatorProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

const Pages = z.strictObject({ ...PageQuery, ...FORWARD });

export const importsRouter = router({
  list: operatorProcedure
    .input(Pages.transform(onward))
    .query(({ ctx, input }) => listImports(ctx.call, input)),

  get: operatorProcedure
    .input(z.strictObject({ runId: Id }))
    .query(({ ctx, input }) => getImport(ctx.call, { runId: input.runId })),

  /** The rejected lines of a run, in file order. */
  rejections: operatorProcedure
    .input(Pages.extend({ runId: Id }).transform(onward))
    .query(({ ctx, input }) => listRejections(ctx.call, input)),
});
