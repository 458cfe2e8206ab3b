import { Anchor, Popover, Skeleton, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Notification } from "@/app/_trpc/types";
import { Status } from "@/app/_ui/feedback/status";
import { RelativeTime } from "@/app/_ui/format/moment";
import { PageLink } from "@/app/_ui/layout/page-link";
import classes from "./bell.module.css";
import { BellButton } from "./bell-button";
import { useMarkRead } from "./use-mark-read";

const MOST_SHOWN = 8;

/** The bell with its list, which opens at once. Only bell.tsx imports it, on demand. */
export function OpenBell() {
  const [isOpen, setIsOpen] = useState(false);
  // After the button took the focus, to which the list returns it.
  useEffect(() => setIsOpen(true), []);
  const close = () => setIsOpen(false);
  return (
    <Popover
      width={360}
      position="bottom-start"
      shadow="md"
      radius="lg"
      opened={isOpen}
      onChange={setIsOpen}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <BellButton autoFocus onClick={() => setIsOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label="Notifications">
        <Panel onNavigate={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Panel({ onNavigate }: { onNavigate: () => void }) {
  const trpc = useTRPC();
  const list = useQuery(trpc.notifications.list.queryOptions({ limit: MOST_SHOWN }));
  const { markRead, markAllRead, isMarkingAll } = useMarkRead();
  const items = list.data?.data ?? [];
  return (
    <>
      <div className={classes.head}>
        <strong>Notifications</strong>
        {items.some(({ isRead }) => !isRead) && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            disabled={isMarkingAll}
            onClick={({ currentTarget }) => {
              // The button goes away: the focus stays in the list, so that Escape closes it.
              currentTarget.closest<HTMLElement>("[role=dialog]")?.focus();
              markAllRead();
            }}
          >
            Mark all as read
          </Anchor>
        )}
      </div>
      {list.isError && <p className={classes.state}>Couldn&apos;t load the notifications.</p>}
      {list.isPending && <Skeleton height={160} radius={0} />}
      {list.data && items.length === 0 && (
        <p className={classes.state}>
          No notifications yet. They appear here when something happens.
        </p>
      )}
      {items.length > 0 && (
        <ul className={classes.list}>
          {items.map((item) => (
            <li key={item.id}>
              <Item
                of={item}
                onOpen={() => {
                  if (!item.isRead) markRead(item.id);
                  onNavigate();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        <Anchor component={PageLink} href="/notifications" size="sm" onClick={onNavigate}>
          View all notifications
        </Anchor>
        <Anchor component={PageLink} href="/account#notifications" size="sm" onClick={onNavigate}>
          Settings
        </Anchor>
      </div>
    </>
  );
}

function Item({ of, onOpen }: { of: Notification; onOpen: () => void }) {
  return (
    <PageLink
      href={of.path ?? "/notifications"}
      className={classes.item}
      data-unread={of.isRead ? undefined : true}
      onClick={onOpen}
    >
      <span className={classes.title}>
        {!of.isRead && <VisuallyHidden>Unread: </VisuallyHidden>}
        {of.title}
      </span>
      <span className={classes.text}>{of.text}</span>
      <span className={classes.facts}>
        <RelativeTime at={of.occurredAt} />
        {of.resolvedAt !== null && <Status tone="good" label="Resolved" />}
      </span>
    </PageLink>
  );
}
