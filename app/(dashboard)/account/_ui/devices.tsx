import { Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Device } from "@/app/_trpc/types";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { Status } from "@/app/_ui/feedback/status";
import { RelativeTime } from "@/app/_ui/format/moment";
import { CodeOrNone, RowHead } from "@/app/_ui/table/cells";
import { DataTable } from "@/app/_ui/table/data-table";
import { RowMenu } from "@/app/_ui/table/row-menu";
import type { Column } from "@/app/_ui/table/table-types";
import { EndDialog, type EndTask } from "./end-dialog";

/** The user's active sessions, with buttons to end them. */
export function Devices() {
  const trpc = useTRPC();
  const list = useQuery(trpc.security.devices.queryOptions());
  const [task, setTask] = useState<EndTask | null>(null);
  const actions: Column<Device> = {
    label: "Actions",
    kind: "actions",
    cell: (device) =>
      !device.isCurrent && (
        <RowMenu
          of={[nameOf(device), device.address].filter(Boolean).join(", ")}
          actions={[
            { label: "Sign out", isDanger: true, onClick: () => setTask({ kind: "one", device }) },
          ]}
        />
      ),
  };
  const others = list.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <Stack gap="md">
      {!list.data && <QueryStatus of={list} what="your sessions" rows={3} />}
      {list.data && (
        <>
          <DataTable
            label="Active sessions"
            columns={[...COLUMNS, actions]}
            isSmall
            rows={list.data}
            keyOf={({ id }) => id}
          />
          <Group gap="sm">
            {others.length > 0 && (
              <Button variant="default" onClick={() => setTask({ kind: "others" })}>
                Sign out other sessions
              </Button>
            )}
            <Button variant="default" onClick={() => setTask({ kind: "all" })}>
              Sign out everywhere
            </Button>
          </Group>
        </>
      )}
      <EndDialog subject={task} onClose={() => setTask(null)} />
    </Stack>
  );
}

/** A short name of the browser: "Firefox on Linux". */
function nameOf({ browser, system }: Pick<Device, "browser" | "system">): string {
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

const COLUMNS: readonly Column<Device>[] = [
  {
    label: "Device",
    cell: (device) => (
      <RowHead note={device.isCurrent && <Status tone="good" label="This device" />}>
        {nameOf(device)}
      </RowHead>
    ),
  },
  { label: "IP address", cell: ({ address }) => <CodeOrNone of={address} none="—" /> },
  {
    label: "Signed in",
    narrow: "labeled",
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    label: "Last active",
    narrow: "labeled",
    cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
  },
];
