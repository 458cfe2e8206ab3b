"use client";

import { Button, Group } from "@mantine/core";
import type { PayoutRow } from "@/app/_trpc/types";
import type { Column } from "@/app/_ui/data-table";
import { Money } from "@/app/_ui/money";
import { RelativeTime } from "@/app/_ui/relative-time";
import table from "@/app/_ui/table.module.css";
import { TextLink } from "@/app/_ui/text-link";
import { Month, PayoutStatus, Percentage } from "@/app/(partner)/payouts/_ui/columns";
import type { PayoutTask } from "./payout-task-dialogs";

type OnTask = (task: PayoutTask) => void;

export function payoutColumns(onTask: OnTask): Column<PayoutRow>[] {
  return [
    {
      label: "Payout",
      cell: ({ partner, period, currency, correctsId }) => (
        <>
          <TextLink href={`/operator/partners/${partner.id}?tab=payouts`} size="sm">
            {partner.name}
          </TextLink>
          <span className={table.note}>
            <Month period={period} />
            {correctsId ? `, ${currency}, correction` : `, ${currency}`}
          </span>
        </>
      ),
    },
    {
      label: "Status",
      cell: ({ status, settledAt }) => (
        <>
          <PayoutStatus status={status} />
          {settledAt && (
            <span className={table.note}>
              <RelativeTime at={settledAt} />
            </span>
          )}
        </>
      ),
    },
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
    {
      ...{ label: "Actions", kind: "actions" },
      cell: (payout) => <PayoutActions of={payout} onTask={onTask} />,
    },
  ];
}

function PayoutActions({ of: payout, onTask }: { of: PayoutRow; onTask: OnTask }) {
  const { partner, period, currency, correctsId } = payout;
  const what = `${correctsId ? "correction of " : ""}${partner.name}, ${period}, ${currency}`;
  return (
    <Group gap={6} wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        aria-label={`Mark ${what}`}
        onClick={() => onTask({ kind: "mark", payout })}
      >
        Mark
      </Button>
      {correctsId === null && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Correct ${what}`}
          onClick={() => onTask({ kind: "correct", payout })}
        >
          Correct
        </Button>
      )}
    </Group>
  );
}
