import type { SelectProps } from "@mantine/core";
import type { MouseEvent } from "react";

/** How a choice shows its options. */
export const OPTION_LIST = {
  // The list itself scrolls; a scroll area around it would not be reachable by keyboard.
  withScrollArea: false,
  styles: { options: { maxHeight: 320, overflowY: "auto" } },
  comboboxProps: { shadow: "md" },
} as const satisfies Partial<SelectProps>;

/** A choice that is found by typing. Typing replaces the text of the chosen option. */
export const SEARCHABLE = {
  searchable: true,
  onClick: (event: MouseEvent<HTMLInputElement>) => event.currentTarget.select(),
  nothingFoundMessage: "No results",
} as const satisfies Partial<SelectProps>;
