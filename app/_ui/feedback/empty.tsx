"use client";

import { Button, EmptyState } from "@mantine/core";
import type { ReactNode } from "react";
import { IconSearchOff } from "@/app/_ui/icons/icons";
import classes from "./empty.module.css";

type Props = {
  icon: ReactNode;
  title: string;
  description: ReactNode;
  /** The action that creates the first row. */
  children?: ReactNode;
};

/** Empty state of a list: why it is empty and how to add something. */
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

/** The texts of a list that a terminated partner has left empty for good. */
export function emptyForGood(things: string): Pick<Props, "title" | "description"> {
  return {
    title: `No ${things}`,
    description: `This account is terminated, so no ${things} can be created.`,
  };
}

/** The text of an empty list for those who may only view it. */
export function viewOnly(what: string, isSuspended: boolean): string {
  return isSuspended
    ? `No ${what} can be created while the account is suspended.`
    : `You have view-only access. Ask an owner or developer on your team to create ${what}.`;
}

type NoResultsProps = { title: string; description: ReactNode; onClear: () => void };

/** Empty state of a list whose filters match nothing. */
export function NoResults({ title, description, onClear }: NoResultsProps) {
  return (
    <Empty
      icon={<IconSearchOff size={28} stroke={1.5} aria-hidden />}
      title={title}
      description={description}
    >
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    </Empty>
  );
}
