import type { Prisma } from "../../../prisma/client/client";
import { assertOperator } from "../kernel/access";
import type { Ctx, Tx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { newId } from "../kernel/ids";
import { inTransaction } from "../kernel/in-transaction";
import { IMPORT_BEGUN, IMPORT_CANCELED, IMPORT_FINISHED } from "./actions";
import { fingerprintOf } from "./fingerprint";
import { IMPORT_NOTIFICATIONS, LONG_IMPORT_MS } from "./notifications";
import type { ImportBatch, ImportBegin, ImportOutcome, ImportProgress } from "./schema";
import { writeBatch } from "./writers";

type RunRow = Prisma.ImportRunGetPayload<object>;

/**
 * Starts the import of a file, or resumes an interrupted import of the same file. A file that was
 * imported completely starts again; existing rows are then skipped. Throws `not_found` for an
 * unknown partner.
 */
export async function beginImport(ctx: Ctx, input: ImportBegin): Promise<ImportProgress> {
  assertOperator(ctx);
  const { kind, partner, fileName = null } = input;
  if (partner !== null && !(await ctx.db.partner.findUnique({ where: { code: partner } }))) {
    fail("not_found", { message: `No partner with the code ${partner}.` });
  }
  const fingerprint = fingerprintOf(input);
  return change(ctx, { action: IMPORT_BEGUN, partnerId: null }, async (tx) => {
    const startedAt = ctx.clock.now();
    const newRun = newId("importRun", startedAt.getTime());
    // Two concurrent calls share one run. Unlike a read, this waits for whoever finishes it right now.
    const [held] = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO import_runs
        (id, kind, fingerprint, started_at, moved_at, partner_code, file_name)
      VALUES (${newRun}, ${kind}::"ImportKind", ${fingerprint}, ${startedAt}::timestamptz,
        ${startedAt}::timestamptz, ${partner}, ${fileName})
      ON CONFLICT (fingerprint) WHERE finished_at IS NULL DO UPDATE SET moved_at = excluded.moved_at
      RETURNING id`;
    const run = await tx.importRun.findUniqueOrThrow({ where: { id: held?.id ?? newRun } });
    const detail = { kind, partner, file: run.fileName, after_line: run.linesDone };
    return { result: progress(run), subject: run.id, detail };
  });
}

/**
 * Writes the valid lines of one batch and advances the run, in one transaction, so that no batch is
 * written twice or in part. Without a run it is a dry run: nothing is kept. Throws `conflict` if
 * the run is not where the batch begins, because another process imports the same file.
 */
export async function importBatch(ctx: Ctx, batch: ImportBatch): Promise<ImportOutcome> {
  assertOperator(ctx);
  try {
    return await inTransaction(ctx, async (inner, tx) => {
      if (batch.runId !== null) await holdRun(tx, { ...batch, runId: batch.runId });
      const written = await writeBatch(inner, batch);
      const rejected = [...written.rejected, ...batch.unreadable].sort((a, b) => a.line - b.line);
      const outcome = { ...written, rejected };
      if (batch.runId === null) throw new DryRunDone(outcome);
      await moveRun(inner, tx, { runId: batch.runId, linesDone: batch.throughLine, outcome });
      return outcome;
    });
  } catch (error) {
    if (error instanceof DryRunDone) return error.outcome;
    throw error;
  }
}

/** Thrown to roll back a dry run. */
class DryRunDone extends Error {
  constructor(readonly outcome: ImportOutcome) {
    super("A dry run is rolled back.");
  }
}

type Held = { done: number; isOfPart: boolean; isFinished: boolean; isCanceled: boolean };
type OfRun = ImportBatch & { runId: string };

async function holdRun(tx: Tx, { runId, kind, partner, afterLine }: OfRun): Promise<void> {
  const [run] = await tx.$queryRaw<Held[]>`
    SELECT lines_done AS done, kind = ${kind} AND partner_code IS NOT DISTINCT FROM ${partner} AS "isOfPart",
           finished_at IS NOT NULL AS "isFinished", canceled_at IS NOT NULL AS "isCanceled"
    FROM import_runs WHERE id = ${runId} FOR UPDATE`;
  if (!run) return fail("not_found", { message: "Import not found." });
  if (!run.isOfPart) fail("conflict", { message: "The part is not of this import." });
  if (run.isCanceled) fail("conflict", { message: "The import was canceled." });
  if (run.isFinished) fail("conflict", { message: "The import is finished." });
  if (run.done === afterLine) return;
  fail("conflict", { message: "Another process is importing this file." });
}

/** Rejected lines kept per run, for the console; the command line's side file has all of them. */
const MAX_STORED_REJECTIONS = 10_000;

async function moveRun(
  { clock }: Ctx,
  tx: Tx,
  { runId, linesDone, outcome }: { runId: string; linesDone: number; outcome: ImportOutcome },
): Promise<void> {
  const { imported, existing, rejected, lifted } = outcome;
  const run = await tx.importRun.update({
    where: { id: runId },
    data: {
      linesDone,
      movedAt: clock.now(),
      imported: { increment: imported },
      existing: { increment: existing },
      rejected: { increment: rejected.length },
      lifted: { increment: lifted },
      lastRejected: rejected,
    },
  });
  const left = MAX_STORED_REJECTIONS - (run.rejected - rejected.length);
  const stored = rejected.slice(0, Math.max(left, 0)).map((one) => ({ runId, ...one }));
  if (stored.length > 0) await tx.importRejection.createMany({ data: stored });
}

/** Finishes a run and returns its totals, over all its parts. Throws `not_found`. */
export async function finishImport(
  ctx: Ctx,
  { runId }: { runId: string },
): Promise<ImportProgress> {
  return change(ctx, { action: IMPORT_FINISHED, partnerId: null }, async (tx) => {
    const finishedAt = ctx.clock.now();
    const { count } = await tx.importRun.updateMany({
      where: { id: runId, finishedAt: null },
      data: { finishedAt, lastRejected: [] },
    });
    const run = await tx.importRun.findUnique({ where: { id: runId } });
    if (!run) fail("not_found", { message: "Import not found." });
    const { linesDone, imported, existing, rejected, lifted } = run;
    const of = { kind: run.kind, partner: run.partnerCode };
    if (count > 0 && finishedAt.getTime() - run.startedAt.getTime() > LONG_IMPORT_MS) {
      // Loaded lazily, as the database client in customers.ts.
      const { recordFact } = await import("../notifications/mutations");
      await recordFact(tx, ctx, {
        type: { name: "import.finished", ...IMPORT_NOTIFICATIONS["import.finished"] },
        factId: runId,
        subjectId: runId,
        data: { ...of, imported, existing, rejected },
      });
    }
    const detail = { ...of, lines: linesDone, imported, existing, rejected, lifted };
    return { result: progress(run), subject: runId, detail, unchanged: count === 0 };
  });
}

/**
 * Ends an unfinished import. The rows that it has written stay; the same file can be imported again
 * from its first line, and finds them there. Throws `conflict` if it is finished, and `not_found`.
 */
export async function cancelImport(
  ctx: Ctx,
  { runId }: { runId: string },
): Promise<ImportProgress> {
  return change(ctx, { action: IMPORT_CANCELED, partnerId: null }, async (tx) => {
    const now = ctx.clock.now();
    const { count } = await tx.importRun.updateMany({
      where: { id: runId, finishedAt: null },
      data: { finishedAt: now, canceledAt: now, lastRejected: [] },
    });
    const run = await tx.importRun.findUnique({ where: { id: runId } });
    if (!run) fail("not_found", { message: "Import not found." });
    if (run.canceledAt === null) fail("conflict", { message: "The import is finished." });
    const { kind, partnerCode: partner, linesDone: lines, imported, existing, rejected } = run;
    const detail = { kind, partner, lines, imported, existing, rejected };
    return { result: progress(run), subject: runId, detail, unchanged: count === 0 };
  });
}

function progress(run: RunRow): ImportProgress {
  const { id, linesDone, imported, existing, rejected, lifted } = run;
  const lastRejected = run.lastRejected as ImportProgress["lastRejected"];
  return { runId: id, linesDone, imported, existing, rejected, lifted, lastRejected };
}
