"use client";

import { EmptyState } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./empty.module.css";

type Props = {
  icon: ReactNode;
  title: string;
  description: ReactNode;
  /** What can be done about it. */
  children?: ReactNode;
};

/** In place of a list without rows: why there are none, and what would make some. */
export function Empty({ children, ...props }: Props) {
  return (
    <div className={classes.frame}>
      <EmptyState withIndicatorBackground {...props}>
        {children && (
          <EmptyState.Actions className={classes.actions}>{children}</EmptyState.Actions>
        )}
      </EmptyState>
    </div>
  );
}
