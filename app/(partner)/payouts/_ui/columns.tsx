"use client";

import { UnstyledButton } from "@mantine/core";
import type { Payout } from "@/app/_trpc/types";
import type { Column } from "@/app/_ui/data-table";
import { useFormats } from "@/app/_ui/locale";
import { Money } from "@/app/_ui/money";
import { RelativeTime } from "@/app/_ui/relative-time";
import { Status, type Tone } from "@/app/_ui/status";
import table from "@/app/_ui/table.module.css";

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

/** A percentage that is one already: 22.5. */
export function Percentage({ value }: { value: number }) {
  const { percentage } = useFormats();
  return <span suppressHydrationWarning>{percentage(value)}</span>;
}

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
    {
      label: "Reference",
      cell: ({ reference }) =>
        reference === null ? (
          <span className={table.none}>None yet</span>
        ) : (
          <code className={table.code}>{reference}</code>
        ),
    },
    {
      label: "Settled",
      kind: "time",
      cell: ({ settledAt }) =>
        settledAt === null ? (
          <span className={table.none}>Not yet</span>
        ) : (
          <RelativeTime at={settledAt} />
        ),
    },
    {
      ...{ label: "Gross", kind: "amount" },
      cell: ({ gross, currency }) => <Money amount={gross} currency={currency} />,
    },
    {
      ...{ label: "Share", kind: "amount" },
      cell: ({ revsharePct }) => <Percentage value={revsharePct} />,
    },
    {
      ...{ label: "Amount", kind: "amount" },
      cell: ({ amount, currency }) => (
        <strong className={table.strong}>
          <Money amount={amount} currency={currency} />
        </strong>
      ),
    },
  ];
}
