"use client";

import type { PreviewLine } from "@/app/_trpc/types";
import { Status } from "@/app/_ui/feedback/status";
import { partnerPath } from "@/app/_ui/layout/pages";
import { TextLink } from "@/app/_ui/layout/text-link";
import type { Column } from "@/app/_ui/table/data-table";
import table from "@/app/_ui/table/table.module.css";
import { AMOUNT, GROSS, SHARE } from "@/app/(dashboard)/partners/[partner]/payouts/_ui/columns";

/** A month's total for one partner in one currency. */
export const PREVIEW_COLUMNS: readonly Column<PreviewLine>[] = [
  {
    label: "Partner",
    cell: ({ partner, currency }) => (
      <>
        <TextLink href={partnerPath(partner.code, "/overview")} size="sm">
          {partner.name}
        </TextLink>
        <span className={table.note}>
          <code>{partner.code}</code>, {currency}
        </span>
      </>
    ),
  },
  {
    label: "Status",
    cell: ({ isClosed }) =>
      isClosed ? <Status tone="good" label="Closed" /> : <Status tone="warn" label="Open" />,
  },
  ...[GROSS, SHARE, { ...AMOUNT, label: "Payout" }],
];
