import { Anchor, Button } from "@mantine/core";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { LazySelect } from "@/app/_ui/form/lazy-select";
import { OPTION_LIST } from "@/app/_ui/form/option-list";
import { IconFilter } from "@/app/_ui/icons/icons";
import classes from "./filter-bar.module.css";
import { SearchInput } from "./search-input";

/** The search and the filters of a list; their values are in the URL. */
export type ListFilter = {
  search?: ComponentProps<typeof SearchInput>;
  /** The values of the filters besides the search; null for those that are not set. */
  chosen: readonly unknown[];
  fields?: ReactNode;
  /** Makes fields narrower, so that many of them fit into one row. */
  isTight?: boolean;
  /** Clears the search and all filters. */
  onClear: () => void;
};

type BarProps = ListFilter & {
  /** Content at the end of the bar, such as the export button. */
  actions?: ReactNode;
};

/** One row with the search and the filters; on phones the filters are behind a button. */
export function FilterBar({ search, chosen, fields, isTight, onClear, actions }: BarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const count = chosen.filter((value) => value !== null).length;
  return (
    <search className={classes.bar} data-tight={isTight || undefined}>
      {search && <SearchInput {...search} />}
      {fields && (
        <Button
          variant="default"
          className={classes.toggle}
          leftSection={<IconFilter size={16} stroke={1.6} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {count > 0 ? `Filters (${count})` : "Filters"}
        </Button>
      )}
      <div id={id} className={classes.filters} data-open={isOpen || undefined}>
        {fields}
        {(count > 0 || search?.value) && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            className={classes.clear}
            onClick={onClear}
          >
            Clear filters
          </Anchor>
        )}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </search>
  );
}

/** Options are often longer than the one that is chosen: their list may be wider than the field. */
export const FILTER_LIST = {
  ...OPTION_LIST,
  classNames: { dropdown: classes.list },
  comboboxProps: { ...OPTION_LIST.comboboxProps, width: "max-content", position: "bottom-start" },
} as const;

type ChoiceProps<Value extends string> = {
  label: string;
  /** The option without a filter: "Any status". */
  any: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChange: (value: Value | null) => void;
};

/** A filter with a few options. */
export function ChoiceFilter<Value extends string>(props: ChoiceProps<Value>) {
  const { label, any, options, value, onChange } = props;
  return (
    <LazySelect
      size="sm"
      className={classes.choice}
      aria-label={label}
      data={[{ value: "", label: any }, ...withChosen(options, value)]}
      value={value ?? ""}
      onChange={(next) => onChange(options.find((option) => option.value === next)?.value ?? null)}
      {...FILTER_LIST}
    />
  );
}

/** A link may name an option that is not there, such as a deleted key. */
function withChosen<Value extends string>(
  options: ChoiceProps<Value>["options"],
  value: Value | null,
) {
  const isKnown = value === null || options.some((option) => option.value === value);
  return isKnown ? [...options] : [...options, { value, label: value }];
}

/** The filter by status that most lists have. */
export function StatusFilter<Value extends string>(
  props: Omit<ChoiceProps<Value>, "label" | "any">,
) {
  return <ChoiceFilter label="Status" any="All statuses" {...props} />;
}

type CurrencyProps = Omit<ChoiceProps<string>, "label" | "any" | "options"> & {
  label?: string;
  /** The currency of each row, repeated or not. */
  among: readonly string[];
};

/** A filter by currency, if there are several. A link may name one that no row has. */
export function CurrencyFilter({ label = "Currency", among, value, onChange }: CurrencyProps) {
  const currencies = [...new Set([...among, ...(value === null ? [] : [value])])].sort();
  if (currencies.length < 2 && value === null) return null;
  const options = currencies.map((currency) => ({ value: currency, label: currency }));
  return (
    <ChoiceFilter
      label={label}
      any="All currencies"
      options={options}
      value={value}
      onChange={onChange}
    />
  );
}

type LongProps = {
  label: string;
  any: string;
  options: readonly { value: string; label: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
};

/** A filter with many options, searchable by typing. */
export function LongChoice({ label, any, options, value, onChange }: LongProps) {
  return (
    <LazySelect
      searchable
      size="sm"
      className={classes.choice}
      aria-label={label}
      placeholder={any}
      data={withChosen(options, value)}
      value={value}
      onChange={onChange}
      clearable
      clearButtonProps={{ "aria-label": `${any}` }}
      {...FILTER_LIST}
    />
  );
}
