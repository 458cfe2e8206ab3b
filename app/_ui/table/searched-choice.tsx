import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { LazySelect } from "@/app/_ui/form/lazy-select";
import { OPTION_LIST } from "@/app/_ui/form/option-list";
import type { Option, SearchableSelect } from "@/app/_ui/form/searchable-select";
import { searchable } from "@/server/core/values/invisible";
import { FILTER_LIST } from "./filter-bar";
import classes from "./filter-bar.module.css";

const TYPING_MS = 200;

/** The most options that are offered at a time. */
export const MAX_OPTIONS = 20;

type Field = ReturnType<typeof useSearchedChoice>;

/** The state of a SearchedChoice. An option that was picked in it needs no read. */
export function useSearchedChoice(value: string | null) {
  const [text, setText] = useState("");
  const [settled] = useDebouncedValue(searchable(text).trim(), TYPING_MS);
  const [last, setPicked] = useState<Option | null>(null);
  const [hasOpened, setHasOpened] = useState(false);
  const picked = last?.value === value ? last : null;
  return {
    value,
    text,
    setText,
    settled,
    picked,
    setPicked,
    /** Options are read from then on: most visits to a page open no list. */
    hasOpened,
    open: () => setHasOpened(true),
    isUnread: value !== null && picked === null,
  };
}

/** The option of the field's value; `read` is its query. If it doesn't exist, its label is the value. */
export function chosenOf(
  { value, picked }: Field,
  read: { data: Option | undefined; isError: boolean },
): Option | null {
  if (value === null || picked) return picked;
  return read.data ?? (read.isError ? { value, label: value } : null);
}

/** The text to search for: none while the field shows what is chosen. */
export function searchOf({ settled }: Field, chosen: Option | null): string {
  return settled === chosen?.label ? "" : settled;
}

type Props = {
  label: string;
  any: string;
  field: Field;
  chosen: Option | null;
  /** The query of the search, or of the first options without one. */
  found: {
    data: readonly Option[] | undefined;
    isFetching: boolean;
    isError: boolean;
    /** The data is that of an earlier text. */
    isPlaceholderData: boolean;
  };
  onChange: (value: string | null) => void;
  /** For a field of a form, as wide as the others. Without it, this is a filter. */
  Field?: typeof SearchableSelect | typeof LazySelect;
};

/** The first field of its dialog, whose text the options would hide at once. */
const FIELD = { ...OPTION_LIST, openOnFocus: false, "data-autofocus": true };

function messageOf({ isFetching, isError }: Props["found"], isCurrent: boolean): string {
  if (isFetching || !isCurrent) return "Searching…";
  return isError ? "The search failed. Try again." : "No results";
}

/** A choice with so many options that the server searches them. */
export function SearchedChoice(props: Props) {
  const { label, any, field, chosen, found, onChange, Field } = props;
  const matches = found.data ?? [];
  const isCurrent = field.text.trim() === field.settled && !found.isPlaceholderData;
  const search = searchOf(field, chosen);
  // Mantine selects the first option when this becomes true, so not before there are options.
  const hasResult = isCurrent && search !== "" && found.data !== undefined;
  const isMatch = (value: string) => matches.some((option) => option.value === value);
  const options = chosen && !isMatch(chosen.value) ? [...matches, chosen] : [...matches];
  const Select = Field ?? LazySelect;
  return (
    <Select
      searchable
      {...(Field ? FIELD : { ...FILTER_LIST, size: "sm", className: classes.choice })}
      onDropdownOpen={field.open}
      aria-label={label}
      placeholder={any}
      data={options}
      value={chosen?.value ?? null}
      onChange={(next, option) => {
        field.setPicked(option);
        onChange(next);
      }}
      selectFirstOptionOnChange={hasResult}
      searchValue={field.text}
      onSearchChange={field.setText}
      // The server has filtered the options already, except for the chosen one. Those of an earlier
      // text are not offered: Enter would choose one of them.
      filter={({ options: all }) =>
        all.filter(
          (option) => isCurrent && "value" in option && (search === "" || isMatch(option.value)),
        )
      }
      clearable
      clearButtonProps={{ "aria-label": any }}
      nothingFoundMessage={messageOf(found, isCurrent)}
    />
  );
}
