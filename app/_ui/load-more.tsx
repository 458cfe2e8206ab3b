"use client";

import { Button } from "@mantine/core";
import classes from "./load-more.module.css";
import { Count } from "./money";

type Props = {
  /** How many rows are there already. */
  shown: number;
  /** How many there are in all, where that is known. */
  total?: number | undefined;
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
};

/** The foot of a list that is read page by page. */
export function LoadMore({ shown, total, hasMore, isLoading, onMore }: Props) {
  return (
    <div className={classes.foot}>
      <span className={classes.count} aria-live="polite">
        <Count value={shown} />
        {total !== undefined && total > shown && (
          <>
            {" of "}
            <Count value={total} />
          </>
        )}{" "}
        shown
      </span>
      {hasMore && (
        <Button variant="default" size="xs" loading={isLoading} onClick={onMore}>
          Load more
        </Button>
      )}
    </div>
  );
}
