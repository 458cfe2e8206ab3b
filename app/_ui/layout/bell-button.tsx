import { ActionIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { IconBell } from "@/app/_ui/icons/icons";
import classes from "./bell.module.css";

const COUNT_EVERY_MS = 60_000;
/** The server counts no further. */
const MOST_SHOWN = 99;

/** The button of the notifications, with how many are unread. */
export function BellButton(props: ComponentProps<"button">) {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.notifications.unread.queryOptions(undefined, { refetchInterval: COUNT_EVERY_MS }),
  );
  const unread = data?.unread ?? 0;
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
  return (
    <ActionIcon
      {...props}
      variant="subtle"
      color="gray"
      size={36}
      className={classes.button}
      aria-label={unread === 0 ? "Notifications" : `Notifications, ${shown} unread`}
    >
      <IconBell size={20} stroke={1.6} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {shown}
        </span>
      )}
    </ActionIcon>
  );
}
