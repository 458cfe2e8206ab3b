"use client";

import { Button } from "@mantine/core";
import type { PartnerRow } from "@/app/_trpc/types";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { Count } from "@/app/_ui/money";
import { Status } from "@/app/_ui/status";
import table from "@/app/_ui/table.module.css";

type Props = { partners: PartnerRow[]; onChangeStatus: (partner: PartnerRow) => void };

/** The partners as a table, or where it is narrow as one card each. */
export function PartnersTable({ partners, onChangeStatus }: Props) {
  return (
    <DataTable
      label="Partners"
      rows={partners}
      keyOf={({ id }) => id}
      columns={[
        ...COLUMNS,
        {
          ...{ label: "Actions", kind: "actions" },
          cell: (partner) => <StatusButton of={partner} onClick={() => onChangeStatus(partner)} />,
        },
      ]}
    />
  );
}

const COLUMNS: readonly Column<PartnerRow>[] = [
  { label: "Name", cell: ({ name }) => <span className={table.label}>{name}</span> },
  { label: "Code", cell: ({ code }) => <code className={table.code}>{code}</code> },
  {
    label: "Status",
    cell: ({ status }) =>
      status === "active" ? (
        <Status tone="good" label="Active" />
      ) : (
        <Status tone="bad" label="Suspended" />
      ),
  },
  { label: "Keys", kind: "amount", cell: ({ activeKeys }) => <Count value={activeKeys} /> },
  { label: "Customers", kind: "amount", cell: ({ userCount }) => <Count value={userCount} /> },
  { label: "Revenue share", kind: "amount", cell: ({ revsharePct }) => `${revsharePct}%` },
];

function StatusButton({ of: { name, status }, onClick }: { of: PartnerRow; onClick: () => void }) {
  const isActive = status === "active";
  const verb = isActive ? "Suspend" : "Reactivate";
  return (
    <Button
      size="xs"
      variant="default"
      className={isActive ? table.danger : undefined}
      aria-label={`${verb} ${name}`}
      onClick={onClick}
    >
      {verb}
    </Button>
  );
}
