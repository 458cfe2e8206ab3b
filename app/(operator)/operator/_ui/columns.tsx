"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import type { PartnerRow } from "@/app/_trpc/types";
import type { Column } from "@/app/_ui/data-table";
import { useFormats } from "@/app/_ui/locale";
import { Count } from "@/app/_ui/money";
import { RelativeTime } from "@/app/_ui/relative-time";
import { Status } from "@/app/_ui/status";
import table from "@/app/_ui/table.module.css";

/** The partners, each row leading to its page. */
export function columnsOf(onChangeStatus: (partner: PartnerRow) => void): Column<PartnerRow>[] {
  return [
    ...COLUMNS,
    {
      ...{ label: "Actions", kind: "actions" },
      cell: (partner) => <StatusButton of={partner} onClick={() => onChangeStatus(partner)} />,
    },
  ];
}

const COLUMNS: readonly Column<PartnerRow>[] = [
  {
    label: "Partner",
    cell: ({ id, name, code }) => (
      <>
        <Link href={`/operator/partners/${id}`} className={table.rowLink}>
          {name}
        </Link>
        <span className={table.note}>
          <code className={table.code}>{code}</code>
        </span>
      </>
    ),
  },
  { label: "Status", cell: (partner) => <PartnerStatus of={partner} /> },
  {
    ...{ label: "Keys", kind: "amount" },
    cell: ({ activeKeys, maxActiveKeys }) => (
      <>
        <Count value={activeKeys} />
        <span className={table.note}>
          of <Count value={maxActiveKeys} />
        </span>
      </>
    ),
  },
  { label: "Customers", kind: "amount", cell: ({ userCount }) => <Count value={userCount} /> },
  { label: "Share", kind: "amount", cell: ({ revsharePct }) => <Share of={revsharePct} /> },
  { label: "Since", kind: "time", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

/** Whether a partner is active; of one that is not, why. */
export function PartnerStatus({ of }: { of: Pick<PartnerRow, "status" | "suspendedReason"> }) {
  if (of.status === "active") return <Status tone="good" label="Active" />;
  return (
    <>
      <Status tone="bad" label="Suspended" />
      {of.suspendedReason && <span className={table.note}>{of.suspendedReason}</span>}
    </>
  );
}

/** A percentage of 0 to 100, as the reader writes it. */
export function Share({ of }: { of: number }) {
  const { percentage } = useFormats();
  return <span suppressHydrationWarning>{percentage(of)}</span>;
}

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
