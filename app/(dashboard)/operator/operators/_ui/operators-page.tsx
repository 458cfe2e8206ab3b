"use client";

import { Code } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Operator } from "@/app/_trpc/types";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { Status } from "@/app/_ui/feedback/status";
import { RelativeTime } from "@/app/_ui/format/moment";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { RowHead } from "@/app/_ui/table/cells";
import { type Column, DataTable } from "@/app/_ui/table/data-table";
import { OperatorDialog, type OperatorTask } from "./operator-dialog";
import { OperatorMenu } from "./operator-menu";

const STATUS = {
  active: { tone: "good", label: "Active" },
  invited: { tone: "warn", label: "Invited" },
  disabled: { tone: "bad", label: "Disabled" },
} as const;

const COLUMNS: readonly Column<Operator>[] = [
  {
    label: "Email",
    cell: ({ email, isSelf }) => <RowHead note={isSelf ? "You" : null}>{email}</RowHead>,
  },
  { label: "Status", cell: ({ status }) => <Status {...STATUS[status]} /> },
  {
    label: "2FA",
    cell: ({ hasSecondFactor }) => (
      <Status tone={hasSecondFactor ? "good" : "idle"} label={hasSecondFactor ? "On" : "Off"} />
    ),
  },
  {
    label: "Last signed in",
    kind: "time",
    cell: ({ lastSignedInAt }) => <RelativeTime at={lastSignedInAt} none="Never" />,
  },
];

export function OperatorsPage() {
  const trpc = useTRPC();
  const list = useQuery(trpc.operators.list.queryOptions());
  const [task, setTask] = useState<OperatorTask | null>(null);
  const actions: Column<Operator> = {
    label: "Actions",
    kind: "actions",
    cell: (operator) =>
      operator.isSelf ? null : <OperatorMenu operator={operator} onTask={setTask} />,
  };
  return (
    <>
      <PageHeader
        title="Operators"
        description={
          <>
            People who run the platform. Add one with <Code>latchkey operator create</Code>
          </>
        }
      />
      {list.data ? (
        <DataTable
          label="Operators"
          columns={[...COLUMNS, actions]}
          rows={list.data}
          keyOf={({ id }) => id}
        />
      ) : (
        <QueryStatus of={list} what="the operators" rows={4} />
      )}
      <OperatorDialog task={task} onClose={() => setTask(null)} />
    </>
  );
}
