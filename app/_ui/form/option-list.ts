import type { SelectProps } from "@mantine/core";

/** How a choice shows its options. */
export const OPTION_LIST = {
  // The list itself scrolls; a scroll area around it would not be reachable by keyboard.
  withScrollArea: false,
  styles: { options: { maxHeight: 320, overflowY: "auto" } },
  comboboxProps: { shadow: "md" },
} as const satisfies Partial<SelectProps>;
