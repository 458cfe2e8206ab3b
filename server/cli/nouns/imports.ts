import { z } from "zod";
import { beginImport, finishImport, importBatch } from "../../core/imports/mutations";
import { FORMATS } from "../../core/imports/record-reader";
import { columnsOf } from "../../core/imports/rows";
import {
  ImportBatch,
  ImportBegin,
  ImportKind,
  ImportOutcome,
  ImportProgress,
} from "../../core/imports/schema";
import { counted } from "../../core/values/phrases";
import { Id } from "../../core/values/text";
import { command } from "../command";
import { ExistingCode, internal, oneOf } from "../fields";
import { ImportSummary, importFile } from "../import/import-file";

const PARTNER = {
  shown: "CODE",
  about: "code of the partner, if the file has no partner column",
  is: ExistingCode.optional(),
};
const FORMAT = {
  shown: "csv|ndjson",
  about: "format of the file (default: ndjson for .ndjson and .jsonl files, otherwise csv)",
  is: oneOf("format", FORMATS).optional(),
};
const OPTIONS = { partner: PARTNER, format: FORMAT };

function importOf(kind: ImportKind, summary: string) {
  const hasPartner = kind !== "products";
  return command({
    name: `import ${kind}`,
    summary,
    args: {
      file: {
        shown: "FILE",
        about: `file to import, or - for stdin. Columns: ${columnsOf(kind).join(", ")}`,
        is: z.string().min(1),
      },
    },
    options: hasPartner ? OPTIONS : ({ format: FORMAT } as typeof OPTIONS),
    flags: { dryRun: "validate without writing (dry run)" },
    example: `latchkey import ${kind} ${kind}.csv${hasPartner ? " --partner acme" : ""}`,
    output: ImportSummary,
    conduct: (session, { file, format, dryRun, partner }) =>
      importFile(session, { kind, file, format, partner, isDryRun: dryRun === "yes" }),
    isFailed: ({ rejected }) => rejected > 0,
    render: renderSummary,
  });
}

function renderSummary(done: ImportSummary): string {
  const { imported, existing, rejected, lifted, seconds, linesPerSecond } = done;
  const raised = counted(lifted, "price");
  const number = (n: number) => n.toLocaleString("en");
  return [
    ...(done.resumedAfterLine ? [`Resumed after line ${number(done.resumedAfterLine)}.`] : []),
    `${done.isDryRun ? "Would import" : "Imported"} ${counted(imported, done.kind.slice(0, -1))}; ${number(existing)} already existed; ${counted(rejected, "line")} rejected.`,
    ...(lifted > 0
      ? [`${done.isDryRun ? "Would raise" : "Raised"} ${raised} to a higher minimum price.`]
      : []),
    ...(done.rejectedFile ? [`Rejected lines and reasons: ${done.rejectedFile}`] : []),
    `${seconds.toFixed(1)} s, ${number(linesPerSecond)} lines per second.`,
  ].join("\n");
}

const begin = command({
  name: "import begin",
  summary: "internal step of an import",
  options: {
    kind: internal(ImportKind),
    partner: internal(z.string().optional()),
    fileHash: internal(z.string().optional()),
  },
  input: (words) =>
    words
      .transform(({ kind, partner = null, fileHash = null }) => ({ kind, partner, fileHash }))
      .pipe(ImportBegin),
  output: ImportProgress,
  run: (call, input) => beginImport(call, input),
  render: ({ runId }) => runId,
});

const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue("Must be JSON.");
    return z.NEVER;
  }
});

const batch = command({
  name: "import batch",
  summary: "internal step of an import",
  options: { batch: internal(json.pipe(ImportBatch)) },
  output: ImportOutcome,
  run: (call, input) => importBatch(call, input.batch),
  render: ({ imported }) => String(imported),
});

const finish = command({
  name: "import finish",
  summary: "internal step of an import",
  options: { run: internal(Id) },
  output: ImportProgress,
  run: (call, { run }) => finishImport(call, { runId: run }),
  render: ({ runId }) => runId,
});

export const IMPORT_COMMANDS = [
  importOf("customers", "import customers"),
  importOf("charges", "import charges"),
  importOf("products", "import products, and update existing ones"),
];

/** Internal commands of the imports above, run in the process with the stores. */
export const IMPORT_STEPS = [begin, batch, finish];
