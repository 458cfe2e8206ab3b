"use client";

import { Group } from "@mantine/core";
import type { PayoutRow } from "@/app/_trpc/types";
import { RelativeTime } from "@/app/_ui/format/moment";
import { TextLink } from "@/app/_ui/layout/text-link";
import { RowButton } from "@/app/_ui/table/cells";
import type { Column } from "@/app/_ui/table/data-table";
import table from "@/app/_ui/table/table.module.css";
import {
  AMOUNT,
  GROSS,
  Month,
  PayoutStatus,
  REFERENCE,
  SHARE,
} from "@/app/(partner)/payouts/_ui/columns";
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
    ...[REFERENCE, GROSS, SHARE, AMOUNT],
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
      <RowButton verb="Mark" of={what} onClick={() => onTask({ kind: "mark", payout })} />
      {correctsId === null && (
        <RowButton verb="Correct" of={what} onClick={() => onTask({ kind: "correct", payout })} />
      )}
    </Group>
  );
}
