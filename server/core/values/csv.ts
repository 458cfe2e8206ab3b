import { escapeFormulas } from "./formula-cells";

/** A cell. Numbers always use a decimal point; null is empty. */
export type Cell = string | number | null;

// Excel reads a file as UTF-8 only with this mark; programs can skip it (utf-8-sig).
export const BYTE_ORDER_MARK = "\uFEFF";

/** A line as in RFC 4180. Formulas that a spreadsheet would run get an apostrophe in front. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  const safe = escapeFormulas(String(cell));
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim()
    ? `"${safe.replaceAll('"', '""')}"`
    : safe;
}
