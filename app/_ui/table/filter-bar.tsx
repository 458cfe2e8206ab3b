"use client";

import { Anchor, Select } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./filter-bar.module.css";

type BarProps = {
  children: ReactNode;
  /** What stands at the other end, such as the export. */
  actions?: ReactNode;
  /** Takes all filters away; only where there are some. */
  onClear?: (() => void) | undefined;
};

/** The filters of a list, above it. What they say stands in the address. */
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
  /** What the list shows without it: "Any status". */
  any: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChange: (value: Value | null) => void;
};

/** A filter with a few values. */
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
