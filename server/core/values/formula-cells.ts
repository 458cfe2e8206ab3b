// A formula begins with one of these characters, also in full width, and software may skip blanks,
// invisible characters and quotation marks before it. Where the locale's separator is the
// semicolon, a spreadsheet starts a cell after each semicolon and line end, whatever the quotation
// marks; in pasted text, after each tab. Apostrophes are skipped as well, so that one that belongs
// to the text gets a second one.
const CELL = String.raw`(?<=^|[;\t\r\n])`;
const FORMULA = String.raw`["'\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;
const BREAK = String.raw`'*[\t\r\n]`;

const START = new RegExp(`${CELL}(?=${FORMULA})|^(?=${BREAK})`, "gu");
const ESCAPED_START = new RegExp(`${CELL}'(?=${FORMULA})|^'(?=${BREAK})`, "gu");
const NUMBER = /^-?\d{1,16}(\.\d+)?$/;

/** Puts an apostrophe before each formula that a spreadsheet would run. Numbers stay unchanged. */
export function escapeFormulas(text: string): string {
  return NUMBER.test(text) ? text : text.replace(START, "'");
}

/** The inverse of escapeFormulas(). */
export function unescapeFormulas(text: string): string {
  return text.replace(ESCAPED_START, "");
}
