import type { NumberInputProps } from "@mantine/core";
import { wholeNumber } from "./number-text";
import { TypedNumberInput } from "./typed-number-input";

/** Input for a whole number. Reads a pasted `1.200` as 1,200 and not as 1. */
export function WholeNumberInput(props: NumberInputProps) {
  return (
    <TypedNumberInput
      thousandSeparator=","
      allowDecimal={false}
      readPasted={wholeNumber}
      {...props}
    />
  );
}
