import { z } from "zod";
import { beginImport, cancelImport, finishImport, importBatch } from "../../core/imports/mutations";
import { unpackLines } from "../../core/imports/parts";
import { findImportOf, getImport, listImports, listRejections } from "../../core/imports/queries";
import { columnsOf } from "../../core/imports/rows";
import { ImportBatch, ImportBegin, ImportKind, MAX_BATCH } from "../../core/imports/schema";
import { createTurns } from "../../core/imports/turns";
import { PageQuery } from "../../core/kernel/paging";
import { Id } from "../../core/values/text";
import { calls } from "../calls";
import { operatorProcedure, router } from "../init";
import { FORWARD, onward } from "../paging";

const Pages = z.strictObject({ ...PageQuery, ...FORWARD });
const Run = z.strictObject({ runId: Id });

/** So many rows of a file are checked before it is imported. */
const PREVIEWED = 100;

const { kind, partner, afterLine, throughLine, unreadable } = ImportBatch.shape;

/** Packed, because a body has at most 64 KiB. */
const Packed = z.strictObject({
  shapes: z.array(z.array(z.string())).max(MAX_BATCH),
  rows: z.array(z.tuple([z.int().min(0), z.int()], z.unknown())).max(MAX_BATCH),
});

const Part = z
  .strictObject({ kind, partner, runId: Id, afterLine, throughLine, unreadable, lines: Packed })
  .transform(({ lines, ...part }) => ({ ...part, lines: unpackLines(lines) }));

const Preview = z
  .strictObject({ kind, partner, lines: Packed.extend({ rows: Packed.shape.rows.max(PREVIEWED) }) })
  .transform(({ lines, ...of }) => ({ ...of, lines: unpackLines(lines) }));

/**
 * Parts of imports that this process writes at once. Each takes a connection, and in an embedded
 * database the only one, so that other requests come between them.
 */
const inTurn = createTurns({ atOnce: 2, waiting: 20 });

export const importsRouter = router({
  list: operatorProcedure.input(Pages.transform(onward)).query(calls(listImports)),

  get: operatorProcedure.input(Run).query(calls(getImport)),

  /** The rejected lines of a run, in file order. */
  rejections: operatorProcedure
    .input(Pages.extend({ runId: Id }).transform(onward))
    .query(calls(listRejections)),

  /** The columns that a file of each kind may have. */
  columns: operatorProcedure.query(() => ({
    customers: columnsOf("customers"),
    charges: columnsOf("charges"),
    products: columnsOf("products"),
  })),

  /** The latest import of a file. */
  find: operatorProcedure
    .input(z.strictObject({ kind: ImportKind, partner, fileHash: z.hash("sha256") }))
    .query(async ({ ctx, input }) => ({ run: await findImportOf(ctx.call, input) })),

  /** Checks a file's first rows as an import would. Writes nothing. */
  preview: operatorProcedure.input(Preview).mutation(({ ctx, input }) => {
    const last = input.lines.at(-1)?.line ?? 0;
    const batch = { ...input, runId: null, afterLine: 0, throughLine: last, unreadable: [] };
    return inTurn(() => importBatch(ctx.call, batch));
  }),

  begin: operatorProcedure.input(ImportBegin).mutation(calls(beginImport)),

  write: operatorProcedure
    .input(Part)
    .mutation(({ ctx, input }) => inTurn(() => importBatch(ctx.call, input))),

  finish: operatorProcedure.input(Run).mutation(calls(finishImport)),

  cancel: operatorProcedure.input(Run).mutation(calls(cancelImport)),
});
