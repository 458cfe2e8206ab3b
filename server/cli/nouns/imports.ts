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
import { Id } from "../../core/values/text";
import { command } from "../command";
import { ExistingCode, oneOf } from "../fields";
import { ImportSummary, importFile } from "../import/import-file";

const FILE = { field: "file", shown: "FILE" };
const PARTNER = {
  name: "partner",
  shown: "CODE",
  about: "code of the partner, if the file has no partner column",
};
const FORMAT = {
  name: "format",
  shown: "csv|ndjson",
  about: "format of the file (default: ndjson for .ndjson and .jsonl files, otherwise csv)",
};
const DRY_RUN = {
  name: "dry-run",
  about: "validate without writing (dry run)",
};

function importOf(kind: ImportKind, summary: string) {
  const hasPartner = kind !== "products";
  return command({
    name: `import ${kind}`,
    summary,
    args: [
      { ...FILE, about: `file to import, or - for stdin. Columns: ${columnsOf(kind).join(", ")}` },
    ],
    options: [...(hasPartner ? [PARTNER] : []), FORMAT],
    flags: [DRY_RUN],
    example: `latchkey import ${kind} ${kind}.csv${hasPartner ? " --partner acme" : ""}`,
    input: z.strictObject({
      file: z.string().min(1),
      format: oneOf("format", FORMATS).optional(),
      dryRun: z.literal("yes").optional(),
      partner: ExistingCode.optional(),
    }),
    output: ImportSummary,
    conduct: (session, { file, format, dryRun, partner }) =>
      importFile(session, { kind, file, format, partner, isDryRun: dryRun === "yes" }),
    isFailed: ({ rejected }) => rejected > 0,
    render: renderSummary,
  });
}

function renderSummary(done: ImportSummary): string {
  const { imported, existing, rejected, lifted, seconds, linesPerSecond } = done;
  const raised = lifted === 1 ? "1 price" : `${lifted.toLocaleString("en")} prices`;
  const number = (n: number) => n.toLocaleString("en");
  return [
    ...(done.resumedAfterLine ? [`Resumed after line ${number(done.resumedAfterLine)}.`] : []),
    `${done.isDryRun ? "Would import" : "Imported"} ${number(imported)} ${done.kind}; ${number(existing)} already existed; ${number(rejected)} lines rejected.`,
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
  input: z
    .strictObject({
      kind: ImportKind,
      partner: z.string().optional(),
      fileHash: z.string().optional(),
    })
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
  input: z.strictObject({ batch: json.pipe(ImportBatch) }),
  output: ImportOutcome,
  run: (call, input) => importBatch(call, input.batch),
  render: ({ imported }) => String(imported),
});

const finish = command({
  name: "import finish",
  summary: "internal step of an import",
  input: z.strictObject({ run: Id }),
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
