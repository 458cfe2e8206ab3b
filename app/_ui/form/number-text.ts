import { asciiDigits } from "@/server/core/values/digits";

// Groups of three, in Hindi and Bengali also of two before the last.
const GROUPED = /^\d{1,3}(?:([.,٬'’\s])\d{3})(?:\1\d{3})*$|^\d{1,2}(?:,\d{2})+,\d{3}$/;

/** A pasted whole number without the separators of its thousands; any other text is only trimmed. */
export function wholeNumber(text: string): string {
  const read = asciiDigits(text.trim());
  return GROUPED.test(read) ? read.replace(/\D/g, "") : read;
}
