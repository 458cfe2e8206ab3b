import { Button, EmptyState } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./keys-empty.module.css";

type Props = {
  hasHistory: boolean;
  mayManage: boolean;
  newKey: ReactNode;
  onShowAll: () => void;
};

export function KeysEmpty({ hasHistory, mayManage, newKey, onShowAll }: Props) {
  const description = mayManage
    ? "A key lets an integration call the API in your name. Its plaintext is shown once."
    : "Your role may look, but not issue. Ask an owner or a developer of your team for a key.";
  return (
    <div className={classes.frame}>
      <EmptyState
        icon={<IconKey size={28} stroke={1.5} aria-hidden />}
        withIndicatorBackground
        title={hasHistory ? "No active keys" : "No keys yet"}
        description={description}
      >
        <EmptyState.Actions className={classes.actions}>
          {!hasHistory && newKey}
          {hasHistory && (
            <Button variant="default" onClick={onShowAll}>
              Show revoked and expired
            </Button>
          )}
        </EmptyState.Actions>
      </EmptyState>
    </div>
  );
}
