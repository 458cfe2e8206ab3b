"use client";

import { Select } from "@mantine/core";
import type { ApiKey } from "@/app/_trpc/types";
import { FilterBar } from "@/app/_ui/table/filter-bar";
import bar from "@/app/_ui/table/filter-bar.module.css";
import { ERRORS } from "@/server/core/errors";
import type { LogChoices } from "./choices";
import { type Filter, STATUS_CHOICES } from "./filter";
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
  onClear: () => void;
};

export function LogFilters({ filter, choices, keys, openedMs, onChange, onClear }: Props) {
  const { key, status, code, route, range, from, to } = filter;
  return (
    <FilterBar
      search={{
        label: "Search by path, IP or request ID",
        value: filter.id,
        onChange: (id) => onChange({ id: id || null }),
      }}
      chosen={[key, status, route, code, range ?? from ?? to]}
      onClear={onClear}
      fields={
        <>
          <LongChoice
            label="Key"
            any="All keys"
            options={keys.map(({ id, label, tail }) => ({ value: id, label: `${label} …${tail}` }))}
            value={key}
            onChange={(next) => onChange({ key: next })}
          />
          <LongChoice
            label="Status"
            any="All statuses"
            options={STATUS_CHOICES}
            value={status}
            onChange={(next) => onChange({ status: next })}
          />
          <LongChoice
            label="Endpoint"
            any="All endpoints"
            options={choices.routes.map((value) => ({ value, label: value }))}
            value={route}
            onChange={(next) => onChange({ route: next })}
          />
          <LongChoice
            label="Error code"
            any="All error codes"
            options={choices.codes.map((value) => ({
              value,
              label: `${ERRORS[value].status} ${value}`,
            }))}
            value={code}
            onChange={(next) => onChange({ code: isErrorCode(next) ? next : null })}
          />
          <TimeFilter filter={filter} openedMs={openedMs} onChange={onChange} />
        </>
      }
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
function LongChoice({ label, any, options, value, onChange }: LongProps) {
  // A link may name an option that no longer exists, such as a deleted key.
  const isKnown = value === null || options.some((option) => option.value === value);
  const data = isKnown ? options : [...options, { value, label: value }];
  return (
    <Select
      size="sm"
      className={bar.choice}
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
