"use client";

import { Box, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Operator } from "@/app/_trpc/types";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { Status } from "@/app/_ui/feedback/status";
import { RelativeTime } from "@/app/_ui/format/moment";
import { IconPlus } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { MailRefused, RowHead } from "@/app/_ui/table/cells";
import { DataTable } from "@/app/_ui/table/data-table";
import { RowMenu } from "@/app/_ui/table/row-menu";
import type { Column } from "@/app/_ui/table/table-types";
import { LeakPolicySection } from "./leak-policy";
import { OperatorDialog, type OperatorTask } from "./operator-dialog";

const STATUS = {
  active: { tone: "good", label: "Active" },
  invited: { tone: "warn", label: "Invited" },
  disabled: { tone: "bad", label: "Disabled" },
} as const;

const COLUMNS: readonly Column<Operator>[] = [
  {
    label: "Email",
    cell: ({ email, isSelf, mailRefused }) => (
      <>
        <RowHead note={isSelf ? "You" : null}>{email}</RowHead>
        <MailRefused to={email} reason={mailRefused} />
      </>
    ),
  },
  { label: "Status", narrow: "end", cell: ({ status }) => <Status {...STATUS[status]} /> },
  {
    label: "2FA",
    narrow: "labeled",
    cell: ({ hasSecondFactor }) => (
      <Status tone={hasSecondFactor ? "good" : "idle"} label={hasSecondFactor ? "On" : "Off"} />
    ),
  },
  {
    label: "Last signed in",
    narrow: "labeled",
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
    cell: (operator) => !operator.isSelf && <Actions of={operator} onTask={setTask} />,
  };
  return (
    <>
      <PageHeader
        title="Operators"
        description="People who run the platform."
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setTask({ kind: "invite" })}
          >
            Invite operator
          </Button>
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
      <Box mt="xl">
        <LeakPolicySection />
      </Box>
      <OperatorDialog subject={task} onClose={() => setTask(null)} />
    </>
  );
}

type ActionsProps = { of: Operator; onTask: (task: OperatorTask) => void };

function Actions({ of: operator, onTask }: ActionsProps) {
  const kind = operator.status === "disabled" ? "enable" : "disable";
  return (
    <RowMenu
      of={operator.email}
      actions={[
        operator.status !== "disabled" && {
          label: operator.status === "invited" ? "New invite link" : "Reset password",
          onClick: () => onTask({ kind: "link", operator }),
        },
        operator.hasSecondFactor && {
          label: "Disable two-factor authentication",
          onClick: () => onTask({ kind: "resetSecondFactor", operator }),
        },
        {
          label: kind === "enable" ? "Enable operator" : "Disable operator",
          onClick: () => onTask({ kind, operator }),
        },
        {
          label: "Remove operator",
          isDanger: true,
          onClick: () => onTask({ kind: "remove", operator }),
        },
      ]}
    />
  );
}
