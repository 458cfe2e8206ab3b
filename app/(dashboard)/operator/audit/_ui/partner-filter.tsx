"use client";

import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import bar from "@/app/_ui/table/filter-bar.module.css";

const TYPING_MS = 200;
const MAX_OPTIONS = 20;

type Props = { value: string | null; onChange: (partnerId: string | null) => void };

/** A filter by partner, with search. The value is the partner's ID. */
export function PartnerFilter({ value, onChange }: Props) {
  const trpc = useTRPC();
  const [text, setText] = useState("");
  const [settled] = useDebouncedValue(text.trim(), TYPING_MS);
  const chosen = useQuery(
    trpc.partners.get.queryOptions({ partnerId: value ?? "" }, { enabled: value !== null }),
  );
  const isTyped = settled !== "" && settled !== chosen.data?.name;
  const found = useQuery(
    trpc.partners.list.queryOptions(
      { limit: MAX_OPTIONS, ...(isTyped && { search: settled.slice(0, 80) }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const options = new Map((found.data?.data ?? []).map(({ id, name }) => [id, name]));
  if (chosen.data) options.set(chosen.data.id, chosen.data.name);
  return (
    <Select
      size="sm"
      className={bar.choice}
      aria-label="Partner"
      placeholder="All partners"
      searchable
      clearable
      clearButtonProps={{ "aria-label": "All partners" }}
      nothingFoundMessage="No matching partners"
      // The server has filtered the options already.
      filter={({ options: all }) => all}
      data={[...options].map(([id, name]) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      searchValue={text}
      onSearchChange={setText}
      comboboxProps={{ shadow: "md" }}
    />
  );
}
