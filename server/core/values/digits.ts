/** The zeros of Arabic, Persian, Hindi, Bengali and full-width digits. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10];

/** The text with the digits of other keyboards as ASCII digits. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((each) => point >= each && point < each + 10);
    return zero === undefined ? digit : String(point - zero);
  });
}

/** The same with the decimal and the thousands separator of Arabic numbers as `.` and `,`. */
export function asciiNumber(text: string): string {
  return asciiDigits(text).replaceAll("\u066b", ".").replaceAll("\u066c", ",");
}
