import { Button, Group } from "@mantine/core";
import { useState } from "react";
import type { ApiKey, ListedKey } from "@/app/_trpc/types";
import { useAccess } from "@/app/_trpc/use-partner";
import { WriteButton } from "@/app/_ui/form/write-button";
import table from "@/app/_ui/table/table.module.css";
import type { IssueTask } from "../../_ui/issue-dialog";
import { IssueDialog, RevokeDialog } from "../../_ui/key-dialogs";
import { isLive } from "../../_ui/live";

/** Rotate and revoke. The dialogs outlive the buttons, so that the focus is restored correctly. */
export function KeyActions({ of: key }: { of: ListedKey }) {
  const rotate = useAccess("key.issued");
  const revoke = useAccess("key.revoked");
  const [task, setTask] = useState<IssueTask | null>(null);
  const [keysToRevoke, setKeysToRevoke] = useState<readonly ApiKey[] | null>(null);
  return (
    <Group gap="sm">
      {isLive(key) && key.replacedBy === null && (
        <WriteButton
          access={rotate}
          variant="default"
          onClick={() => setTask({ kind: "rotate", key })}
        >
          Rotate
        </WriteButton>
      )}
      {isLive(key) && revoke !== "hidden" && (
        <Button variant="default" className={table.danger} onClick={() => setKeysToRevoke([key])}>
          Revoke
        </Button>
      )}
      <IssueDialog task={task} onClose={() => setTask(null)} />
      <RevokeDialog subject={keysToRevoke} onClose={() => setKeysToRevoke(null)} />
    </Group>
  );
}
