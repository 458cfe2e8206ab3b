"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { PlatformKey } from "@/app/_trpc/types";
import { Empty } from "@/app/_ui/feedback/empty";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { RelativeTime } from "@/app/_ui/format/moment";
import { IconKey, IconPlus } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { TextLink } from "@/app/_ui/layout/text-link";
import { onDemand } from "@/app/_ui/load/on-demand";
import { KeyCode, RowHead } from "@/app/_ui/table/cells";
import { DataTable } from "@/app/_ui/table/data-table";
import { RowMenu } from "@/app/_ui/table/row-menu";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { KeyStatus } from "@/app/(dashboard)/_keys/key-status";
import { isLive } from "@/app/(dashboard)/partners/[partner]/api-keys/_ui/live";
import { Scopes } from "@/app/(dashboard)/partners/[partner]/api-keys/_ui/scope-list";
import { PLATFORM_SCOPE_NAMES, PLATFORM_SCOPES } from "@/server/core/kernel/scopes";
import { limitText } from "@/server/core/keys/limits";
import { LimitDialog, NetworksDialog } from "./edit-dialogs";
import type { IssueTask } from "./issue-dialog";
import { Leaks } from "./leaks";
import { RevokeDialog } from "./revoke-dialog";

const IssueDialog = onDemand({
  load: async () => (await import("./issue-dialog")).IssueDialog,
  isOpen: ({ task }) => task !== null,
});

type Edit = "limit" | "networks" | "revoke";
type KeyTask = IssueTask | { kind: Edit; key: PlatformKey };

const GRANTS: Record<string, string> = PLATFORM_SCOPES;

const COLUMNS: readonly Column<PlatformKey>[] = [
  {
    label: "Name",
    cell: (key) => <RowHead note={<KeyCode of={key} />}>{key.label}</RowHead>,
  },
  { label: "Status", narrow: "end", cell: (key) => <KeyStatus of={key} /> },
  {
    label: "Scopes",
    narrow: "labeled",
    cell: ({ scopes, label }) => (
      <Scopes
        scopes={scopes}
        label={label}
        names={PLATFORM_SCOPE_NAMES}
        groups={[{ title: "Platform API", scopes }]}
        grantOf={(name) => GRANTS[name] ?? ""}
      />
    ),
  },
  {
    label: "Limit",
    narrow: "labeled",
    cell: ({ perMinute, allowedNetworks }) => (
      <>
        {limitText(perMinute)}
        {allowedNetworks.length > 0 && (
          <span className={table.note} title={allowedNetworks.join("\n")}>
            only from {allowedNetworks.slice(0, 1)}
            {allowedNetworks.length > 1 && ` and ${allowedNetworks.length - 1} more`}
          </span>
        )}
      </>
    ),
  },
  {
    label: "Last used",
    narrow: "labeled",
    cell: ({ lastUsedAt, lastUsedAddress }) => (
      <>
        <RelativeTime at={lastUsedAt} none="Never" />
        {lastUsedAddress && <span className={table.note}>from {lastUsedAddress}</span>}
      </>
    ),
  },
  {
    label: "Created",
    narrow: "labeled",
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

/** The keys of the company's own systems. */
export function PlatformKeysPage() {
  const trpc = useTRPC();
  const list = useQuery(trpc.platformKeys.list.queryOptions());
  const [task, setTask] = useState<KeyTask | null>(null);
  const close = () => setTask(null);
  const keyTo = (kind: Edit) => (task && "key" in task && task.kind === kind ? task.key : null);
  const actions: Column<PlatformKey> = {
    label: "Actions",
    kind: "actions",
    cell: (key) => <Actions of={key} onTask={setTask} />,
  };
  const newKey = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setTask({ kind: "new" })}
    >
      New platform key
    </Button>
  );
  const hasKeys = list.data !== undefined && list.data.length > 0;
  return (
    <>
      <PageHeader
        title="Platform keys"
        description={
          <>
            Keys for your own systems, such as a gateway that verifies partners' keys.{" "}
            <TextLink href="/docs/platform">Read the platform API reference</TextLink>
          </>
        }
        actions={hasKeys && newKey}
      />
      <Leaks of={list.data ?? []} />
      {!list.data && <QueryStatus of={list} what="the platform keys" rows={4} />}
      {hasKeys && (
        <DataTable
          label="Platform keys"
          columns={[...COLUMNS, actions]}
          rows={list.data}
          keyOf={({ id }) => id}
        />
      )}
      {list.data?.length === 0 && (
        <Empty
          icon={<IconKey size={28} stroke={1.5} aria-hidden />}
          title="No platform keys yet"
          description="With a platform key, your own API can ask Latchkey whether to serve a request with a partner's key."
        >
          {newKey}
        </Empty>
      )}
      <IssueDialog
        task={task?.kind === "new" || task?.kind === "rotate" ? task : null}
        onClose={close}
      />
      <LimitDialog subject={keyTo("limit")} onClose={close} />
      <NetworksDialog subject={keyTo("networks")} onClose={close} />
      <RevokeDialog subject={keyTo("revoke")} onClose={close} />
    </>
  );
}

type ActionsProps = { of: PlatformKey; onTask: (task: KeyTask) => void };

function Actions({ of: key, onTask }: ActionsProps) {
  if (!isLive(key)) return null;
  return (
    <RowMenu
      of={key.label}
      actions={[
        { label: "Set limit", onClick: () => onTask({ kind: "limit", key }) },
        { label: "Edit IP addresses", onClick: () => onTask({ kind: "networks", key }) },
        { label: "Rotate key", onClick: () => onTask({ kind: "rotate", key }) },
        { label: "Revoke key", isDanger: true, onClick: () => onTask({ kind: "revoke", key }) },
      ]}
    />
  );
}
