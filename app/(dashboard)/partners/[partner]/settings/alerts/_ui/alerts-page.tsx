"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import type { Alert } from "@/app/_trpc/types";
import { useIsOperator } from "@/app/_trpc/use-me";
import { useAccess, usePartner, usePartnerCode } from "@/app/_trpc/use-partner";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { Empty, emptyForGood, viewOnly } from "@/app/_ui/feedback/empty";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { Status } from "@/app/_ui/feedback/status";
import { WriteButton } from "@/app/_ui/form/write-button";
import { DateTime, RelativeTime } from "@/app/_ui/format/moment";
import { IconBell, IconPlus } from "@/app/_ui/icons/icons";
import { PageHeader } from "@/app/_ui/layout/page-header";
import { LongText, Person } from "@/app/_ui/table/cells";
import { DataTable } from "@/app/_ui/table/data-table";
import { RowMenu } from "@/app/_ui/table/row-menu";
import type { Columns, RowAction } from "@/app/_ui/table/table-types";
import type { Access } from "@/server/core/registry";
import { DeleteAlertForm, EditAlertForm, NewAlertForm } from "./alert-forms";

type Task = { kind: "new" } | { kind: "edit" | "delete"; alert: Alert };

const TITLES = { new: "New alert", edit: "Edit threshold", delete: "Delete alert" } as const;

/** The alerts that the partner has set. */
export function AlertsPage() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const isOperator = useIsOperator();
  const { partner: of, terminatedAt } = usePartner();
  const create = useAccess("alert.created");
  const update = useAccess("alert.updated");
  const remove = useAccess("alert.deleted");
  const list = useQuery(trpc.alerts.list.queryOptions({ partner }, { refetchInterval: 60_000 }));
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  const button = (
    <WriteButton
      access={create}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setTask({ kind: "new" })}
    >
      New alert
    </WriteButton>
  );
  const columns = columnsOf(
    remove !== "hidden" &&
      ((alert) => [
        {
          label: "Edit threshold",
          access: update,
          onClick: () => setTask({ kind: "edit", alert }),
        },
        { label: "Delete", isDanger: true, onClick: () => setTask({ kind: "delete", alert }) },
      ]),
  );
  return (
    <>
      <PageHeader
        title="Alerts"
        description="Get notified about rate limits, errors, failing webhooks or missing traffic: once when an alert is triggered, and once when it is resolved."
        actions={list.data && list.data.length > 0 && button}
      />
      {!list.data && <QueryStatus of={list} what="the alerts" rows={3} />}
      {list.data?.length === 0 && (
        <Empty
          icon={<IconBell size={28} stroke={1.5} aria-hidden />}
          {...(terminatedAt === null
            ? noAlerts(create, isOperator, of.status === "suspended")
            : emptyForGood("alerts"))}
        >
          {create !== "hidden" && button}
        </Empty>
      )}
      {list.data && list.data.length > 0 && (
        <DataTable label="Alerts" columns={columns} rows={list.data} keyOf={({ id }) => id} />
      )}
      <SubjectDialog subject={task} title={({ kind }) => TITLES[kind]} onClose={close}>
        {(shown) => <Form of={shown} onClose={close} />}
      </SubjectDialog>
    </>
  );
}

function noAlerts(create: Access, isOperator: boolean, isSuspended: boolean) {
  const forOthers = isOperator
    ? "Partners create alerts in their dashboard. You can also use the CLI."
    : viewOnly("alerts", isSuspended);
  return {
    title: "No alerts yet",
    description:
      create === "hidden"
        ? forOthers
        : "Create one, and your team is notified when it is triggered.",
  };
}

function Form({ of: task, onClose }: { of: Task; onClose: () => void }) {
  if (task.kind === "new") return <NewAlertForm onClose={onClose} />;
  if (task.kind === "edit") return <EditAlertForm alert={task.alert} onClose={onClose} />;
  return <DeleteAlertForm alert={task.alert} onClose={onClose} />;
}

type ActionsOf = (alert: Alert) => RowAction[];

const columnsOf = (actionsOf: ActionsOf | false): Columns<Alert> => [
  { label: "Alert", kind: "sentence", cell: ({ rule }) => <LongText>{rule}</LongText> },
  {
    label: "Status",
    cell: ({ firedAt }) =>
      firedAt === null ? (
        <Status tone="good" label="OK" />
      ) : (
        <>
          <Status tone="warn" label="Triggered" /> <RelativeTime at={firedAt} />
        </>
      ),
  },
  {
    label: "Created",
    narrow: "hidden",
    cell: ({ createdAt, createdBy }) => (
      <>
        <DateTime at={createdAt} />
        <Person name={createdBy} />
      </>
    ),
  },
  actionsOf && {
    label: "Actions",
    kind: "actions",
    cell: (alert) => <RowMenu of={alert.rule} actions={actionsOf(alert)} />,
  },
];
