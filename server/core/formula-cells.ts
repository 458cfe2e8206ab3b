// A formula begins with one of these, in full width too, and software may skip blanks, invisible
// characters and quotation marks before it. Where the locale's separator is the semicolon, a spreadsheet
// begins a cell after each semicolon and line end, whatever the quotation marks; pasted, after each tab.
// Apostrophes are skipped as well, so that one that belongs to the text gets a second one.
const CELL = String.raw`(?<=^|[;\t\r\n])`;
const FORMULA = String.raw`["'\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;
const BREAK = String.raw`'*[\t\r\n]`;

const START = new RegExp(`${CELL}(?=${FORMULA})|^(?=${BREAK})`, "gu");
const ESCAPED_START = new RegExp(`${CELL}'(?=${FORMULA})|^'(?=${BREAK})`, "gu");
const NUMBER = /^-?\d{1,15}(\.\d+)?$/;

/** The text with an apostrophe before each formula that a spreadsheet would run. Numbers stay as they are. */
export function escapeFormulas(text: string): string {
  return NUMBER.test(text) ? text : text.replace(START, "'");
}

/** The text that `escapeFormulas` was given. */
export function unescapeFormulas(text: string): string {
  return text.replace(ESCAPED_START, "");
}
