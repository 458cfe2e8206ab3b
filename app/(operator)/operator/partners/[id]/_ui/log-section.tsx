"use client";

import { IconListSearch } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useTRPC } from "@/app/_trpc/client";
import { Empty } from "@/app/_ui/empty";
import { ChoiceFilter, FilterBar } from "@/app/_ui/filter-bar";
import { PagedTable } from "@/app/_ui/paged-table";
import { NEXT_PAGE } from "@/app/_ui/paging";
import { SearchInput } from "@/app/_ui/search-input";
import { REQUEST_COLUMNS } from "./request-columns";
import { PLACE } from "./tabs";

const STATUS_CHOICES = [
  { value: "2xx", label: "Answered (2xx)" },
  { value: "4xx", label: "Refused (4xx)" },
  { value: "429", label: "Too many (429)" },
  { value: "5xx", label: "Failed (5xx)" },
] as const;
const MAX_ID = 128;

/** The partner's request log: by the id of an answer, or by how it was answered. */
export function LogSection() {
  const trpc = useTRPC();
  const [{ search, status }, setPlace] = useQueryStates(PLACE);
  const requestId = search.trim().slice(0, MAX_ID);
  const wanted = STATUS_CHOICES.find(({ value }) => value === status)?.value ?? null;
  const query = { ...(requestId !== "" && { requestId }), ...(wanted && { status: wanted }) };
  const isFiltered = Object.keys(query).length > 0;
  const list = useInfiniteQuery(
    trpc.requests.list.infiniteQueryOptions(query, {
      ...NEXT_PAGE,
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <>
      <FilterBar
        onClear={isFiltered ? () => void setPlace({ search: null, status: null }) : undefined}
      >
        <SearchInput
          label="Find by request id"
          value={search}
          onChange={(next) => void setPlace({ search: next || null })}
        />
        <ChoiceFilter
          label="Answer"
          any="Any answer"
          options={STATUS_CHOICES}
          value={wanted}
          onChange={(next) => void setPlace({ status: next })}
        />
      </FilterBar>
      <PagedTable
        label="Requests"
        what="the requests"
        list={list}
        columns={REQUEST_COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <Empty
            icon={<IconListSearch size={28} stroke={1.5} aria-hidden />}
            title={isFiltered ? "No request fits" : "No requests yet"}
            description={
              isFiltered
                ? "Ids are found whole, ours from X-Request-Id or the client's own; the log lets go of what is old."
                : "What the partner's keys ask for appears here a moment later."
            }
          />
        }
      />
    </>
  );
}
