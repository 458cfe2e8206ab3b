import { Anchor, UnstyledButton } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { Delivery, WebhookEndpoint } from "@/app/_trpc/types";
import { DateTime } from "@/app/_ui/format/moment";
import { IconSend } from "@/app/_ui/icons/icons";
import { Section } from "@/app/_ui/layout/section";
import { onDemand } from "@/app/_ui/load/on-demand";
import { CodeOrNone, RowHead } from "@/app/_ui/table/cells";
import { LongChoice, StatusFilter } from "@/app/_ui/table/filter-bar";
import { List } from "@/app/_ui/table/list-page";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { TimeFilter } from "@/app/_ui/table/time-filter";
import { useListFilter } from "@/app/_ui/table/use-list-filter";
import { DELIVERY_DAYS } from "@/server/core/webhooks/limits";
import { deliveriesQuery, filterOf, STATUS_CHOICES } from "./delivery-filter";
import { DeliveryStatus, responseOf } from "./delivery-status";
import type { EndpointTask } from "./endpoint-dialogs";
import { type EventGroup, typeChoices } from "./event-types";
import { useOwner } from "./use-owner";

const DeliveryDrawer = onDemand({
  load: async () => (await import("./delivery-drawer")).DeliveryDrawer,
  isOpen: ({ eventId }) => eventId !== null,
});

// Statuses change while deliveries are retried.
const REFRESH_MS = 5_000;

type Props = {
  endpoint: WebhookEndpoint;
  groups: readonly EventGroup[];
  openedMs: number;
  onTask: (task: EndpointTask) => void;
};

/** An endpoint's deliveries, newest first. */
export function Deliveries({ endpoint, groups, openedMs, onTask }: Props) {
  const trpc = useTRPC();
  const { partner, manage } = useOwner();
  const parsers = filterOf(groups);
  const { filter, setFilter, anchorMs, field, time, clear } = useListFilter(parsers, openedMs);
  const list = useInfiniteQuery(
    trpc.webhooks.deliveries.infiniteQueryOptions(
      { partner, endpointId: endpoint.id, ...deliveriesQuery(filter, anchorMs) },
      { ...FILTERED_PAGES, refetchInterval: REFRESH_MS },
    ),
  );
  const look = (delivery: string | null) => void setFilter({ delivery }, { history: "push" });
  const { status, type, range, from, to } = filter;
  return (
    <Section
      title="Deliveries"
      actions={
        manage === "allowed" &&
        endpoint.status === "enabled" && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => onTask({ kind: "resend", endpoint })}
          >
            Resend deliveries
          </Anchor>
        )
      }
    >
      <List
        filter={{
          chosen: [status, type, range ?? from ?? to],
          onClear: clear,
          fields: (
            <>
              <StatusFilter options={STATUS_CHOICES} {...field("status")} />
              <LongChoice
                label="Event type"
                any="All events"
                options={typeChoices(groups)}
                {...field("type")}
              />
              <TimeFilter {...time} />
            </>
          ),
        }}
        label="Deliveries"
        isSmall
        list={list}
        rowsExpected={8}
        columns={columnsOf(look)}
        keyOf={({ eventId }) => eventId}
        none={{
          icon: <IconSend size={28} stroke={1.5} aria-hidden />,
          title: "No deliveries yet",
          description: "Deliveries appear here when events happen, or when you send a test event.",
        }}
        noMatch={{
          title: "No matching deliveries",
          description: `Try removing a filter. Deliveries are kept for ${DELIVERY_DAYS} days.`,
        }}
      />
      <DeliveryDrawer endpoint={endpoint} eventId={filter.delivery} onClose={() => look(null)} />
    </Section>
  );
}

const columnsOf = (onLook: (eventId: string) => void): Column<Delivery>[] => [
  {
    label: "Event",
    cell: ({ eventId, type, isTest }) => (
      <RowHead note={isTest && "Test event"}>
        <UnstyledButton className={table.rowLink} onClick={() => onLook(eventId)}>
          <span className={table.code}>{type}</span>
        </UnstyledButton>
      </RowHead>
    ),
  },
  { label: "Status", narrow: "end", cell: (delivery) => <DeliveryStatus of={delivery} /> },
  {
    label: "Response",
    cell: (delivery) => <CodeOrNone of={responseOf(delivery)} none="—" />,
  },
  { label: "Attempts", kind: "amount", cell: ({ attempts }) => attempts },
  { label: "Created", cell: ({ createdAt }) => <DateTime at={createdAt} isExact /> },
];
