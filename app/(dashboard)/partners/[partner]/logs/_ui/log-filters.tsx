"use client";

import { Select } from "@mantine/core";
import type { ApiKey } from "@/app/_trpc/types";
import { FilterBar } from "@/app/_ui/table/filter-bar";
import { SearchInput } from "@/app/_ui/table/search-input";
import { ERRORS } from "@/server/core/errors";
import type { LogChoices } from "./choices";
import { type Filter, STATUS_CHOICES } from "./filter";
import classes from "./logs.module.css";
import { isErrorCode } from "./response";
import { TimeFilter } from "./time-filter";

type Change = { [Name in keyof Omit<Filter, "request">]?: Filter[Name] | null };

type Props = {
  filter: Filter;
  choices: LogChoices;
  keys: readonly ApiKey[];
  /** The time that relative ranges count back from. */
  openedMs: number;
  onChange: (change: Change) => void;
  onClear: (() => void) | undefined;
};

export function LogFilters({ filter, choices, keys, openedMs, onChange, onClear }: Props) {
  return (
    <FilterBar onClear={onClear}>
      <SearchInput
        label="Search by path, IP or request ID"
        value={filter.id}
        onChange={(id) => onChange({ id: id || null })}
      />
      <LongChoice
        label="Key"
        any="All keys"
        options={keys.map(({ id, label, tail }) => ({ value: id, label: `${label} …${tail}` }))}
        value={filter.key}
        onChange={(key) => onChange({ key })}
      />
      <LongChoice
        label="Status"
        any="All statuses"
        options={STATUS_CHOICES}
        value={filter.status}
        onChange={(status) => onChange({ status })}
      />
      <LongChoice
        label="Endpoint"
        any="All endpoints"
        options={choices.routes.map((route) => ({ value: route, label: route }))}
        value={filter.route}
        onChange={(route) => onChange({ route })}
      />
      <LongChoice
        label="Error code"
        any="All error codes"
        options={choices.codes.map((code) => ({
          value: code,
          label: `${ERRORS[code].status} ${code}`,
        }))}
        value={filter.code}
        onChange={(code) => onChange({ code: isErrorCode(code) ? code : null })}
      />
      <TimeFilter filter={filter} openedMs={openedMs} onChange={onChange} />
    </FilterBar>
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
function LongChoice({ label, any, options, value, onChange }: LongProps) {
  // A link may name an option that no longer exists, such as a deleted key.
  const isKnown = value === null || options.some((option) => option.value === value);
  const data = isKnown ? options : [...options, { value, label: value }];
  return (
    <Select
      size="sm"
      className={classes.wide}
      aria-label={label}
      placeholder={any}
      data={[...data]}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ "aria-label": `${any}` }}
      nothingFoundMessage="No results"
      // The list itself scrolls; a scroll area around it would not be reachable by keyboard.
      withScrollArea={false}
      styles={{ options: { maxHeight: 320, overflowY: "auto" } }}
      comboboxProps={{ shadow: "md" }}
    />
  );
}
