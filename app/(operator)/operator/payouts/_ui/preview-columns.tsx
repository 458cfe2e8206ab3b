"use client";

import type { PreviewLine } from "@/app/_trpc/types";
import type { Column } from "@/app/_ui/data-table";
import { Status } from "@/app/_ui/status";
import table from "@/app/_ui/table.module.css";
import { TextLink } from "@/app/_ui/text-link";
import { AMOUNT, GROSS, SHARE } from "@/app/(partner)/payouts/_ui/columns";

/** What a month comes to for one partner in one currency. */
export const PREVIEW_COLUMNS: readonly Column<PreviewLine>[] = [
  {
    label: "Partner",
    cell: ({ partner, currency }) => (
      <>
        <TextLink href={`/operator/partners/${partner.id}`} size="sm">
          {partner.name}
        </TextLink>
        <span className={table.note}>
          <code>{partner.code}</code>, {currency}
        </span>
      </>
    ),
  },
  {
    label: "State",
    cell: ({ isClosed }) =>
      isClosed ? <Status tone="good" label="Closed" /> : <Status tone="warn" label="Open" />,
  },
  ...[GROSS, SHARE, { ...AMOUNT, label: "Payout" }],
];
