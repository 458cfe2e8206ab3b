/** A cell. Numbers are digits with a point, whoever reads; what is null is empty. */
export type Cell = string | number | null;

// Excel takes a file for UTF-8 only with this mark; whoever reads by program skips it (utf-8-sig).
export const BYTE_ORDER_MARK = "\uFEFF";

// What a spreadsheet takes for the beginning of a formula, also after blanks and in full width.
const FORMULA = /^[\s\u200B\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
const NUMBER = /^-?\d{1,15}(\.\d+)?$/;

/** A line as in RFC 4180. Text that a spreadsheet would run is made text by an apostrophe before it. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  const text = String(cell);
  const isFormula = FORMULA.test(text) && !NUMBER.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
