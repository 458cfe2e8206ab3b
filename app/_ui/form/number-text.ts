/** The zeros of the digits that keyboards write: Arabic, Persian, Hindi, Bengali and full-width. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10];

/** The text with the digits of other keyboards as those that number fields accept. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((each) => point >= each && point < each + 10);
    return zero === undefined ? digit : String(point - zero);
  });
}

// Groups of three, in Hindi and Bengali also of two before the last.
const GROUPED = /^\d{1,3}(?:([.,٬'’\s])\d{3})(?:\1\d{3})*$|^\d{1,2}(?:,\d{2})+,\d{3}$/;

/** A pasted whole number without the separators of its thousands; any other text as it is. */
export function wholeNumber(text: string): string {
  const read = asciiDigits(text.trim());
  return GROUPED.test(read) ? read.replace(/\D/g, "") : read;
}

/** Puts a text where the cursor is, as if it had been typed. */
export function insertText(text: string): void {
  document.execCommand("insertText", false, text);
}
