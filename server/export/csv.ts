/** A cell. Numbers are digits with a point, whoever reads; what is null is empty. */
export type Cell = string | number | null;

// Excel takes a file for UTF-8 only with this mark; whoever reads by program skips it (utf-8-sig).
export const BYTE_ORDER_MARK = "\uFEFF";

// A formula begins with one of these, in full width too, and software may skip blanks, invisible
// characters and quotation marks before it. Where the locale's separator is the semicolon, a spreadsheet
// begins a cell after each semicolon and line end, whatever the quotation marks; pasted, after each tab.
const FORMULA =
  /(?<=^|[;\t\r\n])(?=["\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=[\t\r\n])/gu;
const NUMBER = /^-?\d{1,15}(\.\d+)?$/;

/** A line as in RFC 4180. An apostrophe stands before each formula that a spreadsheet would run. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  const text = String(cell);
  const safe = NUMBER.test(text) ? text : text.replace(FORMULA, "'");
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim()
    ? `"${safe.replaceAll('"', '""')}"`
    : safe;
}
