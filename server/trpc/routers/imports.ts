import { z } from "zod";
import { getImport, listImports, listRejections } from "../../core/imports/list";
import { PageQuery } from "../../core/paging";
import { operatorProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

const RunId = z.string().max(40);
const Pages = z.strictObject({ ...PageQuery, ...FORWARD });

export const importsRouter = router({
  list: operatorProcedure
    .input(Pages.transform(onward))
    .query(({ ctx, input }) => listImports(ctx.call, input)),

  get: operatorProcedure
    .input(z.strictObject({ runId: RunId }))
    .query(({ ctx, input }) => getImport(ctx.call, input.runId)),

  /** The bad lines of a run, in the order of the file. */
  rejections: operatorProcedure
    .input(Pages.extend({ runId: RunId }).transform(onward))
    .query(({ ctx, input }) => listRejections(ctx.call, input)),
});
