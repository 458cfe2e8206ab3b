import type { PreviewLine } from "@/app/_trpc/types";
import { Status } from "@/app/_ui/feedback/status";
import { partnerPath } from "@/app/_ui/layout/pages";
import { TextLink } from "@/app/_ui/layout/text-link";
import { RowHead } from "@/app/_ui/table/cells";
import type { Column } from "@/app/_ui/table/table-types";
import { AMOUNT, NET, SHARE } from "@/app/(dashboard)/partners/[partner]/payouts/_ui/columns";

/** A month's total for one partner in one currency. */
export const PREVIEW_COLUMNS: readonly Column<PreviewLine>[] = [
  {
    label: "Partner",
    cell: ({ partner, currency }) => (
      <RowHead
        note={
          <>
            <code>{partner.code}</code>, {currency}
          </>
        }
      >
        <TextLink href={partnerPath(partner.code, "/overview")} size="sm">
          {partner.name}
        </TextLink>
      </RowHead>
    ),
  },
  {
    label: "Status",
    cell: ({ isClosed }) =>
      isClosed ? <Status tone="good" label="Closed" /> : <Status tone="warn" label="Open" />,
  },
  NET,
  SHARE,
  { ...AMOUNT, label: "Payout" },
];
