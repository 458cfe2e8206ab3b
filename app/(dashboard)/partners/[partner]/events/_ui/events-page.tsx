"use client";

import { UnstyledButton } from "@mantine/core";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { PartnerEvent } from "@/app/_trpc/types";
import { useCurrentPartner } from "@/app/_trpc/use-partner";
import { Empty, NoResults } from "@/app/_ui/feedback/empty";
import { DateTime } from "@/app/_ui/format/moment";
import { IconBolt } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { onDemand } from "@/app/_ui/load/on-demand";
import { RowHead } from "@/app/_ui/table/cells";
import { FilterBar, LongChoice } from "@/app/_ui/table/filter-bar";
import { ASK_EVERY_MS, LiveBar, MAX_COUNTED } from "@/app/_ui/table/live-bar";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { FILTERED_PAGES, rowsOf } from "@/app/_ui/table/paging";
import { PartnerFilter } from "@/app/_ui/table/partner-filter";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { TimeFilter } from "@/app/_ui/table/time-filter";
import { useListFilter } from "@/app/_ui/table/use-list-filter";
import { type EventGroup, typeChoices } from "../../../../_webhooks/event-types";
import { eventsQuery, filterOf } from "./filter";

const EventDrawer = onDemand({
  load: async () => (await import("./event-drawer")).EventDrawer,
  isOpen: ({ eventId }) => eventId !== null,
});

type Props = {
  groups: readonly EventGroup[];
  /** When the page was requested; relative ranges count back from then. */
  openedMs: number;
  /** How long an event is kept. */
  keptDays: number;
};

/** The events of the partner in the URL, or of all partners, newest first. */
export function EventsPage({ groups, openedMs, keptDays }: Props) {
  const isOfAll = useCurrentPartner() === null;
  const filters = useListFilter(filterOf(groups), openedMs);
  const { filter, setFilter, anchorMs, field, clear } = filters;
  const query = eventsQuery(filter, anchorMs);
  const { list, live } = useEvents(query);
  const look = (event: string | null) => void setFilter({ event }, { history: "push" });
  const { type, partner, range, from, to } = filter;
  return (
    <>
      <PageHeader
        title="Events"
        description={`What happened to ${isOfAll ? "all partners" : "your account"}. Events are kept for ${keptDays} days.`}
      />
      <FilterBar
        search={{ label: "Search by resource ID", ...filters.search("subject") }}
        chosen={[type, partner, range ?? from ?? to]}
        onClear={clear}
        fields={
          <>
            {isOfAll && <PartnerFilter {...field("partner")} />}
            <LongChoice
              label="Event type"
              any="All events"
              options={typeChoices(groups)}
              {...field("type")}
            />
            <TimeFilter {...filters.time} />
          </>
        }
      />
      <LiveBar {...live} nouns={["event", "events"]} />
      <PagedTable
        label="Events"
        list={list}
        rowsExpected={10}
        columns={columnsOf(isOfAll, look)}
        keyOf={({ id }) => id}
        empty={
          Object.keys(query).length > 0 ? (
            <NoResults
              title="No matching events"
              description="Try removing a filter or widening the time range."
              onClear={clear}
            />
          ) : (
            <Empty
              icon={<IconBolt size={28} stroke={1.5} aria-hidden />}
              title="No events yet"
              description="Events appear here when something changes, for example when you create a key or a customer."
            />
          )
        }
      />
      <EventDrawer eventId={filter.event} onClose={() => look(null)} />
    </>
  );
}

/** The list, and the state of its live bar. */
function useEvents(query: ReturnType<typeof eventsQuery>) {
  const trpc = useTRPC();
  const partner = useCurrentPartner();
  const queryClient = useQueryClient();
  const [isLive, setIsLive] = useState(true);
  const options = trpc.events.list.infiniteQueryOptions(
    { partner, ...query },
    {
      ...FILTERED_PAGES,
      // New rows would push down the ones being read, so they are shown on demand.
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  const list = useInfiniteQuery(options);
  const head = useQuery(
    trpc.events.list.queryOptions(
      { partner, ...query, limit: MAX_COUNTED },
      { refetchInterval: isLive ? ASK_EVERY_MS : false, enabled: isLive, staleTime: 0 },
    ),
  );
  const isKnown = list.data !== undefined && !list.isPlaceholderData;
  return {
    list,
    live: {
      isLive,
      onLive: setIsLive,
      head: head.data?.data.map(({ id }) => id) ?? [],
      newest: isKnown ? (rowsOf(list.data)[0]?.id ?? "") : null,
      // Starts again with the first page; further pages are fetched on demand.
      onShow: () => void queryClient.resetQueries({ queryKey: options.queryKey }),
    },
  };
}

type Columns = (Column<PartnerEvent> | false)[];

const columnsOf = (isOfAll: boolean, onLook: (eventId: string) => void): Columns => [
  {
    label: "Event",
    cell: ({ id, type }) => (
      <RowHead>
        <UnstyledButton className={table.rowLink} onClick={() => onLook(id)}>
          <span className={table.code}>{type}</span>
        </UnstyledButton>
      </RowHead>
    ),
  },
  { label: "Time", cell: ({ occurredAt }) => <DateTime at={occurredAt} isExact /> },
  isOfAll && { label: "Partner", kind: "text", cell: ({ partner }) => partner.name },
  {
    label: "Resource",
    kind: "text",
    cell: ({ subject }) => (
      <code className={table.code} title={subject.id}>
        {subject.id}
      </code>
    ),
  },
  { label: "Sequence", kind: "amount", narrow: "hidden", cell: ({ sequence }) => sequence },
];
