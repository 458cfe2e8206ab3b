import { Select, type SelectProps } from "@mantine/core";
import { useState } from "react";

export type Option = { value: string; label: string };

type Props = Omit<SelectProps, "data" | "value"> & {
  data: readonly Option[];
  value: string | null;
};

/**
 * A choice that is found by typing. Typing replaces the text of the chosen option, and Enter chooses
 * the first match.
 */
export function SearchableSelect({ data, value, ...props }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = data.find((option) => option.value === value);
  // Mantine would list all options if the text is the chosen one's, and Enter would choose the first.
  const options = chosen && typed === chosen.label ? [chosen] : data;
  const restore = (choice: string) => {
    if (choice === "") return;
    const option: Option = JSON.parse(choice);
    // Options that the server searches are not all here.
    const isOffered =
      props.searchValue !== undefined || data.some((one) => one.value === option.value);
    if (isOffered) props.onChange?.(option.value, option);
  };
  return (
    <Select
      searchable
      aria-autocomplete="list"
      selectFirstOptionOnChange
      allowDeselect={false}
      nothingFoundMessage="No results"
      {...props}
      data={[...options]}
      value={value}
      onClick={(event) => event.currentTarget.select()}
      // By these two, form-fields.ts keeps what is chosen.
      data-choice={chosen ? JSON.stringify(chosen) : ""}
      onInput={({ currentTarget, nativeEvent }) => {
        if (nativeEvent instanceof CustomEvent) restore(nativeEvent.detail);
        else setTyped(currentTarget.value);
      }}
      onDropdownClose={() => setTyped(null)}
      onKeyDown={(event) => {
        // The text is not what the form would send.
        const isChosen = event.currentTarget.value === (chosen?.label ?? "");
        if (event.key === "Enter" && !isChosen) event.preventDefault();
      }}
    />
  );
}
