/** A record of a CSV file with its last line number, or the reason why it can't be read. */
export type CsvRecord = { line: number; cells: string[] } | { line: number; reason: string };

export type CsvReader = {
  /** The records that are complete with this text. */
  push(text: string): CsvRecord[];
  /** What is left at the end of the file. */
  end(): CsvRecord[];
};

type Limits = {
  maxCharacters: number;
  /** Called for a record that is longer, with its first line. */
  onEndless: (line: number) => never;
};

/**
 * Reads CSV (RFC 4180) part by part, wherever a part ends, in memory for one record. Cells are
 * separated by commas, semicolons or tabs, whichever is first in the header: where the comma separates
 * decimals, spreadsheets write semicolons. A first line `sep=;` is skipped. Lines end with LF, CRLF
 * or CR; empty ones are skipped. A quotation mark that doesn't begin or end a value belongs to it:
 * otherwise it would swallow valid lines up to the next one.
 */
export function createCsvReader({ maxCharacters, onEndless }: Limits): CsvReader {
  let rest = "";
  let line = 0;
  let separator: number | null = null;
  const read = (text: string, isLast: boolean): CsvRecord[] => {
    const records: CsvRecord[] = [];
    let at = 0;
    separator ??= separatorIn(text) ?? (isLast || text.length > maxCharacters ? COMMA : null);
    while (separator !== null && at < text.length) {
      const found = recordAt(text, at, { separator, isLast });
      if ((found?.next ?? text.length) - at > maxCharacters + 2) onEndless(line + 1);
      if (found === null) break;
      at = found.next;
      line += found.lines;
      if (found.cells === null) records.push({ line, reason: "Invalid CSV: Quote not closed." });
      else if (!found.isEmpty && !(line === 1 && namesSeparator(found.cells))) {
        records.push({ line, cells: found.cells });
      }
    }
    rest = text.slice(at);
    return records;
  };
  return { push: (text) => read(rest + text, false), end: () => read(rest, true) };
}

/**
 * Whether this is the line that Excel reads before the header, such as `sep=;`. Its separator is the
 * first of the file, so that it has been found already.
 */
const namesSeparator = (cells: readonly string[]) =>
  cells.length === 2 && cells[1] === "" && /^sep=$/i.test(cells[0] ?? "");

type RecordAt = {
  /** Null if the text ends within quotation marks. */
  cells: string[] | null;
  isEmpty: boolean;
  /** Where the next record begins, and how many lines this one has. */
  next: number;
  lines: number;
};

const [QUOTE, COMMA, SEMICOLON, TAB, CR, LF] = [34, 44, 59, 9, 13, 10];

/** The separator of the first line that is not empty; null if that line has not ended yet. */
function separatorIn(text: string): number | null {
  const start = text.search(/[^\r\n]/);
  if (start === -1) return null;
  const isQuotable = text.charCodeAt(start) === QUOTE;
  let isQuoted = false;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE && isQuotable) isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (code === COMMA || code === SEMICOLON || code === TAB) return code;
    if (code === CR || code === LF) return COMMA;
  }
  return null;
}

type How = { separator: number; isLast: boolean };

/** The record that begins at a position; null if more text is needed to tell where it ends. */
function recordAt(text: string, start: number, how: How): RecordAt | null {
  const { separator, isLast } = how;
  const cells: string[] = [];
  let at = start;
  let lines = 0;
  for (;;) {
    const isQuoted = text.charCodeAt(at) === QUOTE;
    const cell = isQuoted ? quotedAt(text, at, how) : plainAt(text, at, { separator });
    if (cell === null) return null;
    lines += cell.lines;
    if (cell.isOpen) return { cells: null, isEmpty: false, next: text.length, lines: lines + 1 };
    if (cell.next === text.length && !isLast) return null;
    cells.push(cell.value);
    at = cell.next;
    const end = text.charCodeAt(at);
    if (end !== separator) {
      // A CR may be followed by an LF that has not been read yet.
      if (end === CR && at + 1 === text.length && !isLast) return null;
      const isEmpty = !isQuoted && cells.length === 1 && cell.value === "";
      const length = end === CR && text.charCodeAt(at + 1) === LF ? 2 : 1;
      return { cells, isEmpty, next: Math.min(at + length, text.length), lines: lines + 1 };
    }
    at++;
    if (at === text.length && !isLast) return null;
  }
}

type Value = { value: string; next: number; lines: number; isOpen: boolean };

/** A value without quotation marks around it, up to the separator or the end of the line. */
function plainAt(
  text: string,
  start: number,
  { separator, before = "" }: { separator: number; before?: string },
): Value {
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === separator || code === LF || code === CR) break;
  }
  return { value: before + text.slice(start, at), next: at, lines: 0, isOpen: false };
}

/** A value that begins with a quotation mark. */
function quotedAt(text: string, start: number, { separator, isLast }: How): Value | null {
  let value = "";
  let lines = 0;
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    const part = text.slice(from, quote === -1 ? text.length : quote);
    lines += breaksIn(part);
    value += part;
    if (quote === -1) return isLast ? { value, next: text.length, lines, isOpen: true } : null;
    if (quote + 1 === text.length && !isLast) return null;
    const after = text.charCodeAt(quote + 1);
    if (after === QUOTE) {
      value += '"';
      from = quote + 2;
    } else if (Number.isNaN(after) || after === separator || after === LF || after === CR) {
      return { value, next: quote + 1, lines, isOpen: false };
    } else {
      const plain = plainAt(text, quote + 1, { separator, before: `"${value}"` });
      return { ...plain, lines };
    }
  }
}

function breaksIn(text: string): number {
  let breaks = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) breaks++;
  }
  return breaks;
}
