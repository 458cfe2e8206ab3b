"use client";

import { Group } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { ApiKey } from "@/app/_trpc/types";
import { Empty } from "@/app/_ui/feedback/empty";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { perMinute } from "@/app/_ui/format/formats";
import { RelativeTime } from "@/app/_ui/format/moment";
import { KeyCode, RowButton, RowHead } from "@/app/_ui/table/cells";
import { type Column, DataTable } from "@/app/_ui/table/data-table";
import table from "@/app/_ui/table/table.module.css";
import { isLive } from "@/app/(partner)/api-keys/_ui/arrange";
import { KeyStatus } from "@/app/(partner)/api-keys/_ui/key-status";
import { ScopeList } from "@/app/(partner)/api-keys/_ui/scope-list";
import type { KeyTask } from "./key-task-dialogs";

const REFRESH_MS = 15_000;

type OnTask = (kind: KeyTask["kind"], key: ApiKey) => void;

/** The partner's keys with their limits. What is done to them, the operator does: see KeyTaskDialogs. */
export function KeysSection({ onTask }: { onTask: (task: KeyTask) => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const list = useQuery(trpc.keys.list.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  const onDone = () => void queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
  if (!list.data) return <QueryStatus of={list} what="the keys" />;
  if (list.data.length === 0) {
    return (
      <Empty
        icon={<IconKey size={28} stroke={1.5} aria-hidden />}
        title="No keys yet"
        description="The partner's people issue them in their dashboard, operators by the command line."
      />
    );
  }
  // Those that work come first; in each half the newest.
  const rows = [...list.data.filter(isLive), ...list.data.filter((key) => !isLive(key))];
  return (
    <DataTable
      label="API keys"
      rows={rows}
      keyOf={({ id }) => id}
      markOf={(key) => ({ isOver: !isLive(key) })}
      columns={columnsOf((kind, key) => onTask({ kind, key, onDone }))}
    />
  );
}

function columnsOf(onTask: OnTask): Column<ApiKey>[] {
  return [
    {
      label: "Key",
      cell: (key) => <RowHead note={<KeyCode of={key} />}>{key.label}</RowHead>,
    },
    {
      ...{ label: "Scopes", isWide: true },
      cell: ({ scopes, label }) => <ScopeList scopes={scopes} label={label} />,
    },
    { label: "Limit", cell: (key) => <Limit of={key} /> },
    {
      ...{ label: "Last used", kind: "time" },
      cell: ({ lastUsedAt, lastUsedAddress }) => (
        <>
          <RelativeTime at={lastUsedAt} none="Never" />
          {lastUsedAddress && <span className={table.note}>from {lastUsedAddress}</span>}
        </>
      ),
    },
    { label: "State", kind: "time", cell: (key) => <KeyStatus of={key} /> },
    {
      ...{ label: "Actions", kind: "actions" },
      cell: (key) => isLive(key) && <KeyActions of={key} onTask={onTask} />,
    },
  ];
}

function Limit({ of }: { of: ApiKey }) {
  return (
    <>
      {perMinute(of.perMinute)}
      <span className={table.note}>{of.hasOwnLimit ? "its own" : "the default"}</span>
    </>
  );
}

function KeyActions({ of, onTask }: { of: ApiKey; onTask: OnTask }) {
  return (
    <Group gap={6} wrap="nowrap" className={table.group}>
      <RowButton verb="Set limit" of={`of ${of.label}`} onClick={() => onTask("limit", of)} />
      <RowButton verb="Revoke" of={of.label} isDanger onClick={() => onTask("revoke", of)} />
    </Group>
  );
}
