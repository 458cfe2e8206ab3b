import { NumberInput, type NumberInputProps } from "@mantine/core";
import type { ClipboardEvent, InputEvent } from "react";
import { asciiNumber } from "@/server/core/values/digits";

type Props = NumberInputProps & {
  /** Turns a pasted text into a number of ASCII digits with a decimal point. */
  readPasted: (text: string) => string;
};

/**
 * Input for a number. Keeps out-of-range values, so that validation can explain them, and accepts
 * the digits of other keyboards.
 */
export function TypedNumberInput({ readPasted, ...props }: Props) {
  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    const text = event.clipboardData.getData("text/plain");
    const read = readPasted(text);
    if (read === text) return;
    event.preventDefault();
    // The field would read the text too.
    event.stopPropagation();
    insertText(read);
  }
  return (
    <NumberInput
      clampBehavior="none"
      onBeforeInput={typeDigits}
      onPasteCapture={paste}
      {...props}
    />
  );
}

function typeDigits(event: InputEvent<HTMLInputElement>): void {
  const read = asciiNumber(event.data);
  if (read === event.data) return;
  event.preventDefault();
  insertText(read);
}

/** Puts a text where the cursor is, as if it had been typed. */
function insertText(text: string): void {
  document.execCommand("insertText", false, text);
}
