import { z } from "zod";
import type { Format } from "../../core/imports/record-reader";
import {
  type ImportBatch,
  ImportKind,
  ImportOutcome,
  ImportProgress,
} from "../../core/imports/schema";
import type { Session } from "../command";
import { bar } from "../progress";
import { type Batch, batchesOf } from "./batches";
import { readRecords } from "./records";
import { openSideFile, type SideFile } from "./side-file";
import { openSource, type Source } from "./source";

type ImportInput = {
  kind: ImportKind;
  file: string;
  format: Format | undefined;
  partner: string | undefined;
  isDryRun: boolean;
};

/** The totals of an import, over all its parts if it was interrupted. */
export const ImportSummary = z.object({
  kind: ImportKind,
  isDryRun: z.boolean(),
  imported: z.int(),
  existing: z.int(),
  rejected: z.int(),
  /** The partners' prices that were raised by new floors. */
  lifted: z.int(),
  /** The file with the rejected lines; null if there are none. */
  rejectedFile: z.string().nullable(),
  /** The line after which an interrupted import was resumed; null otherwise. */
  resumedAfterLine: z.int().nullable(),
  /** Duration of this part only. */
  seconds: z.number(),
  linesPerSecond: z.int(),
});
export type ImportSummary = z.infer<typeof ImportSummary>;

/**
 * Imports a file in batches; the next one is read while one is written. If it is interrupted, the
 * same command resumes after the last batch that was written.
 */
export async function importFile(session: Session, input: ImportInput): Promise<ImportSummary> {
  const source = await openSource(input.file, input.format);
  const begun = input.isDryRun ? null : await begin(session, input, source);
  const name = input.file === "-" ? input.kind : input.file;
  const side = await openSideFile(`${name}.rejected.ndjson`, begun);
  const counts = {
    imported: begun?.imported ?? 0,
    existing: begun?.existing ?? 0,
    rejected: begun?.rejected ?? 0,
    lifted: begun?.lifted ?? 0,
  };
  const startedAt = performance.now();
  let lines = 0;
  const settle = async (outcome: ImportOutcome, batch: Batch) => {
    await side.add(outcome.rejected);
    counts.imported += outcome.imported;
    counts.existing += outcome.existing;
    counts.rejected += outcome.rejected.length;
    counts.lifted += outcome.lifted;
    lines += batch.lines.length + batch.unreadable.length;
    session.show(progressLine(source, lines, counts.rejected, startedAt));
  };
  const afterLine = begun?.linesDone ?? 0;
  const records = readRecords(input.kind, source.format, source.open());
  await inTurn(batchesOf(records, afterLine), async (batch) => {
    await settle(await send(session, input, begun, batch), batch);
  });
  if (begun) await session.ask("import finish", { run: begun.runId });
  return summary(input, { counts, side, afterLine, lines, startedAt });
}

async function begin(session: Session, input: ImportInput, source: Source) {
  const { kind, partner } = input;
  return ImportProgress.parse(
    await session.ask("import begin", {
      kind,
      ...(partner !== undefined && { partner }),
      ...(source.hash !== null && { fileHash: source.hash }),
    }),
  );
}

async function send(
  session: Session,
  { kind, partner }: ImportInput,
  begun: ImportProgress | null,
  batch: Batch,
): Promise<ImportOutcome> {
  const message: ImportBatch = {
    kind,
    partner: partner ?? null,
    runId: begun?.runId ?? null,
    ...batch,
  };
  const reply = await session.ask("import batch", { batch: JSON.stringify(message) });
  return ImportOutcome.parse(reply);
}

/** Runs `work` on one item after the other, and reads the next item meanwhile. */
async function inTurn<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  let running: Promise<void> = Promise.resolve();
  for await (const item of items) {
    await running;
    running = work(item);
    // Awaited above or below; until then a failure must not be an unhandled rejection.
    running.catch(() => {});
  }
  await running;
}

const perSecond = (lines: number, startedAt: number) =>
  Math.round(lines / Math.max(0.001, (performance.now() - startedAt) / 1000));

function progressLine(source: Source, lines: number, rejected: number, startedAt: number): string {
  const share = source.share();
  const counts = `${lines.toLocaleString("en")} lines  ${perSecond(lines, startedAt).toLocaleString("en")}/s`;
  const bad = rejected > 0 ? `  ${rejected.toLocaleString("en")} rejected` : "";
  return `${share === null ? "" : `${bar(share)}  `}${counts}${bad}`;
}

function summary(
  input: ImportInput,
  done: {
    counts: Pick<ImportSummary, "imported" | "existing" | "rejected" | "lifted">;
    side: SideFile;
    afterLine: number;
    lines: number;
    startedAt: number;
  },
): ImportSummary {
  const { counts, side, afterLine, lines, startedAt } = done;
  return {
    kind: input.kind,
    isDryRun: input.isDryRun,
    ...counts,
    rejectedFile: counts.rejected > 0 ? side.path : null,
    resumedAfterLine: afterLine > 0 ? afterLine : null,
    seconds: Math.round(performance.now() - startedAt) / 1000,
    linesPerSecond: perSecond(lines, startedAt),
  };
}
