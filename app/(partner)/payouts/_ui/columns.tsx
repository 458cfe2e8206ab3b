"use client";

import { UnstyledButton } from "@mantine/core";
import type { Payout } from "@/app/_trpc/types";
import { Status, type Tone } from "@/app/_ui/feedback/status";
import { useFormats } from "@/app/_ui/format/locale";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Money, Percentage } from "@/app/_ui/format/money";
import { CodeOrNone } from "@/app/_ui/table/cells";
import type { Column } from "@/app/_ui/table/data-table";
import table from "@/app/_ui/table/table.module.css";

const STATUSES: Record<Payout["status"], { tone: Tone; label: string }> = {
  pending: { tone: "warn", label: "Pending" },
  paid: { tone: "good", label: "Paid" },
  failed: { tone: "bad", label: "Failed" },
};

/** How a payout stands. */
export function PayoutStatus({ status }: Pick<Payout, "status">) {
  return <Status {...STATUSES[status]} />;
}

/** A month in the reader's language. */
export function Month({ period }: { period: string }) {
  const { month } = useFormats();
  return <span suppressHydrationWarning>{month(period)}</span>;
}

export const REFERENCE: Column<Payout> = {
  label: "Reference",
  cell: ({ reference }) => <CodeOrNone of={reference} none="None yet" />,
};

type Line = Pick<Payout, "gross" | "revsharePct" | "amount" | "currency">;

export const GROSS: Column<Line> = {
  ...{ label: "Gross", kind: "amount" },
  cell: ({ gross, currency }) => <Money amount={gross} currency={currency} />,
};

export const SHARE: Column<Line> = {
  ...{ label: "Share", kind: "amount" },
  cell: ({ revsharePct }) => <Percentage value={revsharePct} />,
};

export const AMOUNT: Column<Line> = {
  ...{ label: "Amount", kind: "amount" },
  cell: ({ amount, currency }) => (
    <strong className={table.strong}>
      <Money amount={amount} currency={currency} />
    </strong>
  ),
};

/** The columns of the list; a row's head opens the payout. */
export function columnsOf(onLook: (payoutId: string) => void): Column<Payout>[] {
  return [
    {
      label: "Month",
      cell: ({ id, period, currency, correctsId }) => (
        <>
          <UnstyledButton className={table.rowLink} onClick={() => onLook(id)}>
            <Month period={period} />
          </UnstyledButton>
          <span className={table.note}>{correctsId ? `Correction, ${currency}` : currency}</span>
        </>
      ),
    },
    { label: "Status", cell: (payout) => <PayoutStatus status={payout.status} /> },
    REFERENCE,
    {
      ...{ label: "Settled", kind: "time" },
      cell: ({ settledAt }) => <RelativeTime at={settledAt} none="Not yet" />,
    },
    ...[GROSS, SHARE, AMOUNT],
  ];
}
