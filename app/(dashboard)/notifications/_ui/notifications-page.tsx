"use client";

import { Button, VisuallyHidden } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { Notification } from "@/app/_trpc/types";
import { useIsOperator } from "@/app/_trpc/use-me";
import { Status } from "@/app/_ui/feedback/status";
import { DateTime } from "@/app/_ui/format/moment";
import { IconBell } from "@/app/_ui/icons/icons";
import { PageLink } from "@/app/_ui/layout/page-link";
import { TextLink } from "@/app/_ui/layout/text-link";
import { useMarkRead } from "@/app/_ui/layout/use-mark-read";
import { RowHead } from "@/app/_ui/table/cells";
import { ChoiceFilter } from "@/app/_ui/table/filter-bar";
import { ListPage } from "@/app/_ui/table/list-page";
import { NoValue } from "@/app/_ui/table/no-value";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import { RowMenu } from "@/app/_ui/table/row-menu";
import table from "@/app/_ui/table/table.module.css";
import type { Columns } from "@/app/_ui/table/table-types";
import { useListFilter } from "@/app/_ui/table/use-list-filter";
import { FILTER, GROUP_CHOICES, notificationsQuery, WHICH_CHOICES } from "./filter";
import classes from "./notifications.module.css";

const POLL = { refetchInterval: 60_000 };

/** The user's notifications, newest first. */
export function NotificationsPage() {
  const trpc = useTRPC();
  const { filter, field, clear } = useListFilter(FILTER);
  const isOperator = useIsOperator();
  const options = { ...FILTERED_PAGES, ...POLL };
  const list = useInfiniteQuery(
    trpc.notifications.list.infiniteQueryOptions(notificationsQuery(filter), options),
  );
  const settings = useQuery(trpc.notifications.settings.queryOptions());
  const unread = useQuery(trpc.notifications.unread.queryOptions());
  const { markRead, markAllRead, isMarkingAll } = useMarkRead();
  const groups = GROUP_CHOICES.filter(({ value }) =>
    settings.data?.groups.some(({ group }) => group === value),
  );
  return (
    <ListPage
      title="Notifications"
      description={
        <>
          What happened, and what needs attention. Kept for 90 days, or until resolved. Choose your
          emails in <TextLink href="/account#notifications">your account</TextLink>.
        </>
      }
      action={
        unread.data !== undefined &&
        unread.data.unread > 0 && (
          <Button variant="default" loading={isMarkingAll} onClick={markAllRead}>
            Mark all as read
          </Button>
        )
      }
      filter={{
        chosen: [filter.which, filter.group],
        fields: (
          <>
            <ChoiceFilter
              label="Status"
              any="All notifications"
              options={WHICH_CHOICES}
              {...field("which")}
            />
            <ChoiceFilter
              label="Category"
              any="All categories"
              options={groups}
              {...field("group")}
            />
          </>
        ),
        onClear: clear,
      }}
      label="Notifications"
      list={list}
      columns={columnsOf({ isOperator, onRead: markRead })}
      keyOf={({ id }) => id}
      noMatch={{ title: "No matching notifications", description: "Try removing a filter." }}
      none={{
        icon: <IconBell size={28} stroke={1.5} aria-hidden />,
        title: "No notifications yet",
        description: "They appear here when something happens that concerns you.",
      }}
    />
  );
}

type Options = { isOperator: boolean; onRead: (id: string) => void };

const columnsOf = ({ isOperator, onRead }: Options): Columns<Notification> => [
  {
    label: "Notification",
    kind: "sentence",
    cell: (one) => (
      <RowHead
        note={
          <span className={classes.text} title={one.text}>
            {one.text}
          </span>
        }
      >
        <PageLink
          href={one.path ?? "/notifications"}
          className={`${table.rowLink} ${classes.title}`}
          data-unread={one.isRead ? undefined : true}
          onClick={() => one.isRead || onRead(one.id)}
        >
          {!one.isRead && <VisuallyHidden>Unread: </VisuallyHidden>}
          {one.title}
        </PageLink>
      </RowHead>
    ),
  },
  isOperator && {
    label: "Partner",
    kind: "text",
    cell: ({ partner }) => partner ?? <NoValue />,
  },
  { label: "Status", cell: (one) => <StatusOf of={one} /> },
  { label: "Time", cell: ({ occurredAt }) => <DateTime at={occurredAt} /> },
  {
    label: "Actions",
    kind: "actions",
    cell: ({ id, title, isRead }) => (
      <RowMenu
        of={title}
        actions={[!isRead && { label: "Mark as read", onClick: () => onRead(id) }]}
      />
    ),
  },
];

function StatusOf({ of }: { of: Notification }) {
  if (of.resolvedAt !== null) return <Status tone="good" label="Resolved" />;
  if (!of.isOpen) return null;
  return <Status tone={of.severity === "critical" ? "bad" : "warn"} label="Needs attention" />;
}
