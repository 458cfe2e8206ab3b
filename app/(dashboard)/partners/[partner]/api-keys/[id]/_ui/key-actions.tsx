"use client";

import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { useAccess, usePartnerCode } from "@/app/_trpc/use-partner";
import { WriteButton } from "@/app/_ui/form/write-button";
import table from "@/app/_ui/table/table.module.css";
import { IssueDialog, type IssueTask } from "../../_ui/issue-dialog";
import { isLive } from "../../_ui/live";
import { RevokeDialog } from "../../_ui/revoke-dialog";

/** Rotate and revoke. The dialogs outlive the buttons, so that the focus is restored correctly. */
export function KeyActions({ of: key }: { of: ApiKey }) {
  const rotate = useAccess("key.issued");
  const revoke = useAccess("key.revoked");
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const { data: keys } = useQuery(trpc.keys.list.queryOptions({ partner }));
  const [task, setTask] = useState<IssueTask | null>(null);
  const [keysToRevoke, setKeysToRevoke] = useState<readonly ApiKey[] | null>(null);
  // A key has at most one active successor.
  const hasSuccessor = keys?.some((one) => one.replacesId === key.id && isLive(one)) ?? false;
  return (
    <Group gap="sm">
      {isLive(key) && !hasSuccessor && (
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
      <RevokeDialog keys={keysToRevoke} onClose={() => setKeysToRevoke(null)} />
    </Group>
  );
}
