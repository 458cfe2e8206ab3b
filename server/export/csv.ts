import { escapeFormulas } from "../core/formula-cells";

/** A cell. Numbers are digits with a point, whoever reads; what is null is empty. */
export type Cell = string | number | null;

// Excel takes a file for UTF-8 only with this mark; whoever reads by program skips it (utf-8-sig).
export const BYTE_ORDER_MARK = "\uFEFF";

/** A line as in RFC 4180. An apostrophe stands before each formula that a spreadsheet would run. */
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
