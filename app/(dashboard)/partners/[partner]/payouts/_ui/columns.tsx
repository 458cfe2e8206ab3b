import { UnstyledButton } from "@mantine/core";
import type { Payout, PayoutRow } from "@/app/_trpc/types";
import { Status, type Tone } from "@/app/_ui/feedback/status";
import { useFormats } from "@/app/_ui/format/locale";
import { DateOf } from "@/app/_ui/format/moment";
import { Money, Percentages } from "@/app/_ui/format/money";
import { CodeOrNone, RowHead } from "@/app/_ui/table/cells";
import { RowMenu } from "@/app/_ui/table/row-menu";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import type { PayoutTask } from "@/app/(dashboard)/operator/payouts/_ui/payout-task-dialogs";

const STATUSES: Record<Payout["status"], { tone: Tone; label: string }> = {
  pending: { tone: "warn", label: "Pending" },
  paid: { tone: "good", label: "Paid" },
  failed: { tone: "bad", label: "Failed" },
};

export function PayoutStatus({ status }: Pick<Payout, "status">) {
  return <Status {...STATUSES[status]} />;
}

/** A month in the user's language. */
export function Month({ period }: { period: string }) {
  const { month } = useFormats();
  return <span suppressHydrationWarning>{month(period)}</span>;
}

export const REFERENCE: Column<Pick<PayoutRow, "reference">> = {
  label: "Reference",
  kind: "text",
  narrow: "hidden",
  cell: ({ reference }) => <CodeOrNone of={reference} none="—" />,
};

type Line = Pick<PayoutRow, "gross" | "percents" | "amount" | "currency">;

/** Charges less refunds: what the share is of. */
export const NET: Column<Line> = {
  label: "Net revenue",
  kind: "amount",
  narrow: "hidden",
  cell: ({ gross, currency }) => <Money amount={gross} currency={currency} />,
};

export const SHARE: Column<Line> = {
  label: "Revenue share",
  kind: "amount",
  narrow: "hidden",
  cell: ({ percents }) => <Percentages {...percents} />,
};

export const AMOUNT: Column<Pick<PayoutRow, "amount" | "currency">> = {
  label: "Amount",
  kind: "amount",
  narrow: "end",
  cell: ({ amount, currency }) => (
    <strong className={table.strong}>
      <Money amount={amount} currency={currency} />
    </strong>
  ),
};

type OnTask = (task: PayoutTask) => void;

/** The columns of the list; the row header opens the payout. With `onTask`, operators act on it. */
export function columnsOf(
  onLook: (payoutId: string) => void,
  onTask: OnTask | null,
): (Column<PayoutRow> | null)[] {
  return [
    {
      label: "Month",
      cell: ({ id, period, currency, correctsId }) => (
        <RowHead note={correctsId ? `Adjustment, ${currency}` : currency}>
          <UnstyledButton className={table.rowLink} onClick={() => onLook(id)}>
            <Month period={period} />
          </UnstyledButton>
        </RowHead>
      ),
    },
    { label: "Status", cell: (payout) => <PayoutStatus status={payout.status} /> },
    REFERENCE,
    {
      label: "Paid on",
      narrow: "labeled",
      cell: ({ status, settledAt }) => <DateOf at={status === "paid" ? settledAt : null} />,
    },
    NET,
    SHARE,
    AMOUNT,
    onTask && actionsColumn(onTask),
  ];
}

/** The actions to update and adjust a payout, for operators. */
export function actionsColumn(onTask: OnTask): Column<PayoutRow> {
  return {
    label: "Actions",
    kind: "actions",
    cell: (payout) => <PayoutActions of={payout} onTask={onTask} />,
  };
}

function PayoutActions({ of: payout, onTask }: { of: PayoutRow; onTask: OnTask }) {
  const { partner, period, currency, correctsId } = payout;
  const what = `${correctsId ? "adjustment of " : ""}${partner.name}, ${period}, ${currency}`;
  return (
    <RowMenu
      of={what}
      actions={[
        { label: "Update status", onClick: () => onTask({ kind: "mark", payout }) },
        correctsId === null && {
          label: "Recalculate",
          onClick: () => onTask({ kind: "recalculate", payout }),
        },
      ]}
    />
  );
}
