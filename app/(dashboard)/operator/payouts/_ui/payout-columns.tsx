import type { PayoutRow } from "@/app/_trpc/types";
import { DateOf } from "@/app/_ui/format/moment";
import { partnerPath } from "@/app/_ui/layout/pages";
import { TextLink } from "@/app/_ui/layout/text-link";
import { RowHead } from "@/app/_ui/table/cells";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import {
  AMOUNT,
  actionsColumn,
  Month,
  NET,
  PayoutStatus,
  REFERENCE,
  SHARE,
} from "@/app/(dashboard)/partners/[partner]/payouts/_ui/columns";
import type { PayoutTask } from "./payout-task-dialogs";

type OnTask = (task: PayoutTask) => void;

export function payoutColumns(onTask: OnTask): Column<PayoutRow>[] {
  return [
    {
      label: "Payout",
      cell: ({ id, partner, period, currency, correctsId }) => (
        <RowHead
          note={
            <>
              <Month period={period} />
              {correctsId ? `, ${currency}, adjustment` : `, ${currency}`}
            </>
          }
        >
          <TextLink href={partnerPath(partner.code, `/payouts?payout=${id}`)} size="sm">
            {partner.name}
          </TextLink>
        </RowHead>
      ),
    },
    {
      label: "Status",
      cell: ({ status, settledAt }) => (
        <>
          <PayoutStatus status={status} />
          {settledAt && (
            <span className={table.note}>
              <DateOf at={settledAt} />
            </span>
          )}
        </>
      ),
    },
    REFERENCE,
    NET,
    SHARE,
    AMOUNT,
    actionsColumn(onTask),
  ];
}
