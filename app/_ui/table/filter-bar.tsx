"use client";

import { Anchor, Select } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./filter-bar.module.css";

type BarProps = {
  children: ReactNode;
  /** Content at the end of the bar, such as the export button. */
  actions?: ReactNode;
  /** Clears all filters; set only if there are any. */
  onClear?: (() => void) | undefined;
};

/** The filters of a list. Their values are in the URL. */
export function FilterBar({ children, actions, onClear }: BarProps) {
  return (
    <search className={classes.bar}>
      <div className={classes.filters}>
        {children}
        {onClear && (
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
      {actions}
    </search>
  );
}

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
    <Select
      size="sm"
      className={classes.choice}
      aria-label={label}
      data={[{ value: "", label: any }, ...options]}
      value={value ?? ""}
      onChange={(next) => onChange(options.find((option) => option.value === next)?.value ?? null)}
      allowDeselect={false}
      checkIconPosition="right"
      comboboxProps={{ shadow: "md" }}
    />
  );
}
