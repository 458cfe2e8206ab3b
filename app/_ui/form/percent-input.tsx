import type { NumberInputProps } from "@mantine/core";
import { percentage } from "./number-text";
import { TypedNumberInput } from "./typed-number-input";

/** Input for a percentage with up to two decimals. Reads a pasted `22,5` as 22.5 and not as 225. */
export function PercentInput(props: NumberInputProps) {
  return <TypedNumberInput decimalScale={2} suffix="%" readPasted={percentage} {...props} />;
}
