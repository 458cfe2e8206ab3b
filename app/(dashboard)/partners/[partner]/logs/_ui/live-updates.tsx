"use client";

import { Button, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { LogQuery } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { IconArrowUp } from "@/app/_ui/icons/icons";
import classes from "./logs.module.css";

const ASK_EVERY_MS = 4_000;
const MAX_COUNTED = 25;

type Props = {
  query: LogQuery;
  /** The newest request shown, empty if there is none; null while unknown. */
  newest: string | null;
  onShow: () => void;
};

/**
 * Polls for newer requests and shows their number. They are added on click, or at once if the list
 * is empty.
 */
export function LiveUpdates({ query, newest, onShow }: Props) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const [isLive, setIsLive] = useState(true);
  const head = useQuery(
    trpc.requests.list.queryOptions(
      { partner, ...query, limit: MAX_COUNTED },
      { refetchInterval: isLive ? ASK_EVERY_MS : false, enabled: isLive, staleTime: 0 },
    ),
  );
  // IDs sort by time.
  const fresh = newest === null ? 0 : (head.data?.data.filter(({ id }) => id > newest).length ?? 0);
  const isFirst = newest === "" && fresh > 0;
  // An empty list has no rows that could be pushed down.
  useEffect(() => {
    if (isFirst) onShow();
  }, [isFirst, onShow]);
  return (
    <div className={classes.live}>
      <Switch
        size="xs"
        label="Live updates"
        checked={isLive}
        onChange={(event) => setIsLive(event.currentTarget.checked)}
      />
      <span role="status">
        {isLive && fresh > 0 && (
          <Button
            size="compact-xs"
            variant="light"
            leftSection={<IconArrowUp size={14} aria-hidden />}
            onClick={onShow}
          >
            {fresh >= MAX_COUNTED ? `${MAX_COUNTED} or more` : fresh} new{" "}
            {fresh === 1 ? "request" : "requests"}
          </Button>
        )}
      </span>
    </div>
  );
}
