import { closestMatchHint, pathOf } from "../kernel/closest-match";
import { fail, refuse } from "../kernel/errors";
import { inexactness } from "../values/exact-json";
import { unescapeFormulas } from "../values/formula-cells";
import { createCsvReader } from "./csv-reader";

// No server-side imports: browsers read files with it too.

export const FORMATS = ["csv", "ndjson"] as const;
export type Format = (typeof FORMATS)[number];

/** The format of a file, by its name. */
export function formatOf(name: string): Format {
  return /\.(ndjson|jsonl)$/i.test(name) ? "ndjson" : "csv";
}

/** A record of a file with its last line number, or the reason why it can't be read. */
export type Found = { line: number; record: unknown } | { line: number; reason: string };

export type RecordReader = {
  /** The records that are complete with these bytes. */
  push(bytes: Uint8Array): Found[];
  /** What is left at the end of the file. */
  end(): Found[];
  /** The columns of a CSV file, once they are read. */
  columns(): readonly string[] | null;
};

export const MAX_RECORD_CHARACTERS = 65_536;
const METADATA = "metadata.";

/** The columns of a file with rejected rows, which can be corrected and imported again. */
export const IGNORED_COLUMNS = ["rejected_line", "rejected_reason"];

/**
 * Reads the records of a file part by part, in constant memory. A CSV file begins with a header of
 * `known` columns. Its metadata is one cell with a JSON object, as in our exports, or one column per
 * key, like `metadata.plan`. Empty cells are left out, and rows with only empty cells. The apostrophe
 * that an export puts before a formula is removed. Throws `validation_failed` for an invalid header,
 * a line without an end, UTF-16 and workbooks.
 */
export function createRecordReader(format: Format, known: readonly string[]): RecordReader {
  const decoder = new TextDecoder("utf-8");
  const reader = format === "csv" ? csvRecords(known) : ndjsonRecords();
  let isFirst = true;
  return {
    push: (bytes) => {
      if (isFirst) refuseForeign(bytes);
      isFirst &&= bytes.length === 0;
      return reader.push(decoder.decode(bytes, { stream: true }));
    },
    end: () => [...reader.push(decoder.decode()), ...reader.end()],
    columns: reader.columns,
  };
}

/**
 * UTF-16 begins with its mark, or has a zero byte in each character of the header; a workbook is a
 * ZIP file.
 */
function refuseForeign(bytes: Uint8Array): void {
  const [first, second, third, fourth] = bytes;
  if (first === 0x50 && second === 0x4b && third === 3 && fourth === 4) {
    const message = "The file is a workbook or a ZIP file. Save it as CSV (UTF-8).";
    fail("validation_failed", { message });
  }
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isMarked || first === 0 || second === 0) {
    fail("validation_failed", { message: "The file is encoded in UTF-16. Save it as UTF-8." });
  }
}

export function failEndless(line: number): never {
  const message = `Line ${line} is longer than ${MAX_RECORD_CHARACTERS} characters, or a quoted value is not closed.`;
  return fail("validation_failed", { message });
}

type TextReader = {
  push(text: string): Found[];
  end(): Found[];
  columns(): readonly string[] | null;
};

function csvRecords(known: readonly string[]): TextReader {
  const reader = createCsvReader({ maxCharacters: MAX_RECORD_CHARACTERS, onEndless: failEndless });
  let columns: string[] | null = null;
  const read = (records: ReturnType<typeof reader.push>): Found[] => {
    const found: Found[] = [];
    for (const one of records) {
      if ("reason" in one) found.push(one);
      else if (columns === null) columns = headerOf(known, one.cells);
      else if (!isBlank(one.cells)) found.push({ line: one.line, ...fieldsOf(columns, one.cells) });
    }
    return found;
  };
  return {
    push: (text) => read(reader.push(text)),
    end: () => read(reader.end()),
    columns: () => columns,
  };
}

function headerOf(known: readonly string[], cells: readonly string[]): string[] {
  const columns = cells.map((cell) => cell.trim());
  if (/^sep=/i.test(columns[0] ?? "")) {
    fail("validation_failed", {
      message: "Remove the line sep= before the header. Only commas, semicolons and tabs separate.",
    });
  }
  if (columns.includes("")) {
    const message = `Column ${columns.indexOf("") + 1} of the header has no name.`;
    fail("validation_failed", { message });
  }
  const isTwice = (name: string, at: number) => columns.indexOf(name) !== at;
  const twice = columns.find(isTwice);
  if (twice !== undefined) {
    fail("validation_failed", { message: `The header has the column ${twice} more than once.` });
  }
  const names = columns.map((name) => (name.startsWith(METADATA) ? "metadata" : name));
  if (columns.includes("metadata") && columns.some((name) => name.startsWith(METADATA))) {
    fail("validation_failed", { message: "The header has both metadata and metadata.* columns." });
  }
  const wrong = names.filter((name) => !known.includes(name) && !IGNORED_COLUMNS.includes(name));
  const unclear = wrong.filter((name) => closestMatchHint(name, known) === "");
  // All columns are listed once, however many names are unknown.
  const messageFor = (name: string) => {
    const all = name === unclear.at(-1) ? ` The columns are ${known.join(", ")}.` : "";
    return `Unknown column.${closestMatchHint(name, known) || all}`;
  };
  const [first, ...others] = wrong.map((name) => ({
    path: pathOf(name),
    message: messageFor(name),
  }));
  if (first) refuse(first, ...others);
  return columns;
}

/** A row without values: spreadsheets write its separators. */
const isBlank = (cells: readonly string[]) =>
  cells.length > 1 && cells.every((cell) => cell === "");

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
    if (cell.includes("\0")) return { reason: `${name}: ${NUL}` };
    if (cell === "" || IGNORED_COLUMNS.includes(name)) continue;
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

function ndjsonRecords(): TextReader {
  let rest = "";
  let line = 0;
  return {
    push: (text) => {
      const texts = (rest + text).split("\n");
      rest = texts.pop() ?? "";
      if (rest.length > MAX_RECORD_CHARACTERS) failEndless(line + texts.length + 1);
      return texts.flatMap((one) => foundIn(one, ++line));
    },
    end: () => foundIn(rest, ++line),
    columns: () => null,
  };
}

function foundIn(text: string, line: number): Found[] {
  if (text.trim() === "") return [];
  if (text.length > MAX_RECORD_CHARACTERS) failEndless(line);
  if (text.includes("\ufffd")) return [{ line, reason: "Not valid UTF-8." }];
  const found = parsed(text);
  return ["reason" in found ? { line, ...found } : { line, record: found.value }];
}

function parsed(json: string): { value: unknown } | { reason: string } {
  try {
    const value: unknown = JSON.parse(json);
    const reason = json.includes("u0000") && holdsNul(value) ? NUL : inexactness(json);
    return reason === null ? { value } : { reason };
  } catch {
    return { reason: "Not valid JSON." };
  }
}

/** PostgreSQL can't store it. */
const NUL = "Contains a NUL character.";

function holdsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, inner]) => name.includes("\0") || holdsNul(inner));
}
