import { UnstyledButton } from "@mantine/core";
import type { TransferRow } from "@/app/_trpc/types";
import { Status, type Tone } from "@/app/_ui/feedback/status";
import { DateOf } from "@/app/_ui/format/moment";
import { RowHead } from "@/app/_ui/table/cells";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { AMOUNT, REFERENCE } from "../../payouts/_ui/columns";

const STATUSES: Record<TransferRow["status"], { tone: Tone; label: string }> = {
  pending: { tone: "warn", label: "Pending" },
  sent: { tone: "warn", label: "Sent" },
  paid: { tone: "good", label: "Paid" },
  failed: { tone: "bad", label: "Failed" },
  canceled: { tone: "idle", label: "Canceled" },
};

export function TransferStatus({ status }: Pick<TransferRow, "status">) {
  return <Status {...STATUSES[status]} />;
}

export const STATUS: Column<TransferRow> = {
  label: "Status",
  cell: ({ status }) => <TransferStatus status={status} />,
};

export const CREATED: Column<TransferRow> = {
  label: "Created",
  narrow: "labeled",
  cell: ({ createdAt }) => <DateOf at={createdAt} />,
};

const SETTLED: Column<TransferRow> = {
  label: "Paid on",
  narrow: "hidden",
  cell: ({ status, settledAt }) => <DateOf at={status === "paid" ? settledAt : null} />,
};

/** The columns of a partner's list; the row header opens the transfer. */
export function columnsOf(onLook: (transferId: string) => void): Column<TransferRow>[] {
  return [
    {
      label: "Statement",
      cell: ({ id, statement, currency }) => (
        <RowHead note={currency}>
          <UnstyledButton className={table.rowLink} onClick={() => onLook(id)}>
            Statement {statement}
          </UnstyledButton>
        </RowHead>
      ),
    },
    STATUS,
    CREATED,
    SETTLED,
    REFERENCE,
    AMOUNT,
  ];
}
