import { asciiNumber } from "@/server/core/values/digits";

// Groups of three, in Hindi and Bengali also of two before the last.
const GROUPED = /^\d{1,3}(?:([.,'’\s])\d{3})(?:\1\d{3})*$|^\d{1,2}(?:,\d{2})+,\d{3}$/;
const COMMA = /^(\d+),(\d+)(?=\s*[%٪]?$)/;

/** A pasted whole number without the separators of its thousands; any other text is only trimmed. */
export function wholeNumber(text: string): string {
  const read = asciiNumber(text.trim());
  return GROUPED.test(read) ? read.replace(/\D/g, "") : read;
}

/** A pasted percentage with a decimal point, also where it had a comma: `22,5 %` is `22.5 %`. */
export function percentage(text: string): string {
  return asciiNumber(text.trim()).replace(COMMA, "$1.$2");
}
