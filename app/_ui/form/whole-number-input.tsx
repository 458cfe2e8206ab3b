import { NumberInput, type NumberInputProps } from "@mantine/core";
import type { ClipboardEvent, InputEvent } from "react";
import { asciiDigits } from "@/server/core/values/digits";
import { wholeNumber } from "./number-text";

/**
 * Input for a whole number. Keeps out-of-range values, so that validation can explain them, reads
 * a pasted `1.200` as 1,200 and not as 1, and accepts the digits of other keyboards.
 */
export function WholeNumberInput(props: NumberInputProps) {
  return (
    <NumberInput
      thousandSeparator=","
      allowDecimal={false}
      clampBehavior="none"
      onBeforeInput={typeDigits}
      onPasteCapture={pasteWholeNumber}
      {...props}
    />
  );
}

function typeDigits(event: InputEvent<HTMLInputElement>): void {
  const read = asciiDigits(event.data);
  if (read === event.data) return;
  event.preventDefault();
  insertText(read);
}

function pasteWholeNumber(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData("text/plain");
  const read = wholeNumber(text);
  if (read === text) return;
  event.preventDefault();
  // The field would read the text too.
  event.stopPropagation();
  insertText(read);
}

/** Puts a text where the cursor is, as if it had been typed. */
function insertText(text: string): void {
  document.execCommand("insertText", false, text);
}
