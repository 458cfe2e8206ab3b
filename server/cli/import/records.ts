import type { Readable } from "node:stream";
import { assertColumns } from "../../core/imports/rows";
import type { ImportKind } from "../../core/imports/schema";
import { fail } from "../../core/kernel/errors";
import { inexactness } from "../../core/values/exact-json";
import { unescapeFormulas } from "../../core/values/formula-cells";

export const FORMATS = ["csv", "ndjson"] as const;
export type Format = (typeof FORMATS)[number];

/** A record of a file with its last line number, or the reason why it can't be read. */
export type Found = { line: number; record: unknown } | { line: number; reason: string };

const MAX_RECORD_CHARACTERS = 65_536;
const METADATA = "metadata.";

/**
 * The records of a file, one at a time, in constant memory. A CSV file begins with a header. Its
 * metadata is one cell with a JSON object, as in our exports, or one column per key, like
 * `metadata.plan`. Empty cells are left out. The apostrophe that an export puts before a formula is
 * removed. Throws `validation_failed` for an invalid header, and for a line without an end.
 */
export function readRecords(
  kind: ImportKind,
  format: Format,
  stream: Readable,
): AsyncIterable<Found> {
  return format === "csv" ? readCsv(kind, stream) : readNdjson(stream);
}

type CsvRow = { record: string[]; info: { lines: number } };
type CsvError = { code?: string; lines?: number; message: string };

function failEndless(line: number): never {
  const message = `Line ${line} is longer than ${MAX_RECORD_CHARACTERS} characters, or a quoted value is not closed.`;
  return fail("validation_failed", { message });
}

async function* readCsv(kind: ImportKind, stream: Readable): AsyncIterable<Found> {
  const { parse } = await import("csv-parse");
  const skipped: Found[] = [];
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    // In strict mode, a stray quote would swallow valid lines up to the next quote.
    relax_quotes: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      const { code, lines = 0, message } = (error ?? { message: "Invalid CSV." }) as CsvError;
      // The parser can't find the end of such a record: the rest would be silently left out.
      if (code === "CSV_MAX_RECORD_SIZE") failEndless(lines);
      skipped.push({ line: lines, reason: `Invalid CSV: ${message.split("\n")[0]}` });
      return undefined;
    },
    max_record_size: MAX_RECORD_CHARACTERS,
  });
  stream.on("error", (error) => parser.destroy(error));
  stream.pipe(parser);
  let columns: string[] | null = null;
  for await (const { record, info } of parser as AsyncIterable<CsvRow>) {
    // The parser is some records ahead of its reader.
    while (skipped[0] && skipped[0].line < info.lines) yield* skipped.splice(0, 1);
    if (columns === null) columns = headerOf(kind, record);
    else yield { line: info.lines, ...fieldsOf(columns, record) };
  }
  yield* skipped;
}

function headerOf(kind: ImportKind, cells: readonly string[]): string[] {
  const columns = cells.map((cell) => cell.trim());
  const isTwice = (name: string, at: number) => columns.indexOf(name) !== at;
  const twice = columns.find(isTwice);
  if (twice !== undefined) {
    fail("validation_failed", { message: `The header has the column ${twice} more than once.` });
  }
  const names = columns.map((name) => (name.startsWith(METADATA) ? "metadata" : name));
  if (columns.includes("metadata") && columns.some((name) => name.startsWith(METADATA))) {
    fail("validation_failed", { message: "The header has both metadata and metadata.* columns." });
  }
  assertColumns(kind, names);
  return columns;
}

function fieldsOf(
  columns: readonly string[],
  cells: readonly string[],
): { record: unknown } | { reason: string } {
  if (cells.length !== columns.length) {
    return { reason: `The line has ${cells.length} cells, but the header has ${columns.length}.` };
  }
  const metadata: [string, string][] = [];
  const fields: [string, unknown][] = [];
  for (const [at, escaped] of cells.entries()) {
    const name = columns[at] ?? "";
    const cell = unescapeFormulas(escaped);
    if (cell.includes("\ufffd")) return { reason: `${name}: Not valid UTF-8.` };
    if (cell === "") continue;
    if (name.startsWith(METADATA)) metadata.push([name.slice(METADATA.length), cell]);
    else if (name === "metadata") {
      const found = parsed(cell);
      if ("reason" in found) return { reason: `metadata: ${found.reason}` };
      fields.push([name, found.value]);
    } else fields.push([name, cell]);
  }
  if (metadata.length > 0) fields.push(["metadata", Object.fromEntries(metadata)]);
  return { record: Object.fromEntries(fields) };
}

async function* readNdjson(stream: Readable): AsyncIterable<Found> {
  const decoder = new TextDecoder("utf-8");
  let rest = "";
  let line = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    const texts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = texts.pop() ?? "";
    if (rest.length > MAX_RECORD_CHARACTERS) failEndless(line + texts.length + 1);
    for (const text of texts) yield* foundIn(text, ++line);
  }
  yield* foundIn(rest + decoder.decode(), ++line);
}

function foundIn(text: string, line: number): Found[] {
  if (text.trim() === "") return [];
  if (text.includes("\ufffd")) return [{ line, reason: "Not valid UTF-8." }];
  const found = parsed(text);
  return ["reason" in found ? { line, ...found } : { line, record: found.value }];
}

function parsed(json: string): { value: unknown } | { reason: string } {
  try {
    const value: unknown = JSON.parse(json);
    const reason = inexactness(json);
    return reason === null ? { value } : { reason };
  } catch {
    return { reason: "Not valid JSON." };
  }
}
