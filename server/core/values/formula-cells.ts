// A formula begins with one of these characters, also in full width, and software may skip blanks,
// invisible characters and quotation marks before it. Where the locale's separator is the
// semicolon, a spreadsheet starts a cell after each semicolon and line end, whatever the quotation
// marks; in pasted text, after each tab. Apostrophes are skipped as well, so that one that belongs
// to the text gets a second one.
const SKIPPED = String.raw`["'\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]`;
const FORMULA = String.raw`[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;
/**
 * A formula with all that is skipped before it, which may begin several cells; also a break that
 * begins the text. Each character is read once: a pattern that looks ahead from every cell would
 * take hours for a long text of tabs.
 */
const RUN = new RegExp(String.raw`(?<!${SKIPPED})${SKIPPED}*${FORMULA}|^'*[\t\r\n]`, "gu");
const INNER_BREAK = /[\t\r\n](?!$)/g;
const ESCAPED_BREAK = /([\t\r\n])'/g;
const NUMBER = /^-?\d{1,16}(\.\d+)?$/;

const isCellStart = (text: string, at: number) => at === 0 || text[at - 1] === ";";

/** Puts an apostrophe before each formula that a spreadsheet would run. Numbers stay unchanged. */
export function escapeFormulas(text: string): string {
  if (NUMBER.test(text)) return text;
  return text.replace(RUN, (run: string, at: number) => {
    const escaped = run.replace(INNER_BREAK, "$&'");
    return isCellStart(text, at) ? `'${escaped}` : escaped;
  });
}

/** The inverse of escapeFormulas(). */
export function unescapeFormulas(text: string): string {
  return text.replace(RUN, (run: string, at: number) => {
    const isEscaped = run.startsWith("'") && isCellStart(text, at);
    return (isEscaped ? run.slice(1) : run).replace(ESCAPED_BREAK, "$1");
  });
}
