import { z } from "zod";
import { listRejections } from "../../core/imports/queries";
import { Id } from "../../core/values/text";
import { operatorExport } from "../export";

/** The rejected lines of an import. */
export const importRejections = operatorExport({
  query: z.strictObject({ runId: Id }),
  read: ({ ctx }, query) => listRejections(ctx, query),
  columns: {
    line: ({ line }) => line,
    reason: ({ reason }) => reason,
  },
});
