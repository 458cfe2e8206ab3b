import { Button, Switch } from "@mantine/core";
import { useEffect } from "react";
import { IconArrowUp } from "@/app/_ui/icons/icons";
import classes from "./live-bar.module.css";

/** How often a live list asks for newer rows. */
export const ASK_EVERY_MS = 4_000;
/** New rows are counted up to this number. */
export const MAX_COUNTED = 25;

type Props = {
  isLive: boolean;
  onLive: (isLive: boolean) => void;
  /** The IDs of the newest rows of the list, newest first. IDs sort by time. */
  head: readonly string[];
  /** The newest row shown, empty if there is none; null while unknown. */
  newest: string | null;
  /** One row and several: "request", "requests". */
  nouns: readonly [one: string, several: string];
  onShow: () => void;
};

/**
 * Shows the number of rows that are newer than the list. They are added on click, or at once if the
 * list is empty.
 */
export function LiveBar({ isLive, onLive, head, newest, nouns, onShow }: Props) {
  const fresh = newest === null ? 0 : head.filter((id) => id > newest).length;
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
        onChange={(event) => onLive(event.currentTarget.checked)}
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
            {nouns[fresh === 1 ? 0 : 1]}
          </Button>
        )}
      </span>
    </div>
  );
}
