import type { PartnerRow, RankedPartner } from "@/app/_trpc/types";
import { Status } from "@/app/_ui/feedback/status";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Count, Percentage } from "@/app/_ui/format/money";
import { PageLink } from "@/app/_ui/layout/page-link";
import { partnerPath } from "@/app/_ui/layout/pages";
import { Concealed, RowHead } from "@/app/_ui/table/cells";
import { NoValue } from "@/app/_ui/table/no-value";
import { RowMenu } from "@/app/_ui/table/row-menu";
import table from "@/app/_ui/table/table.module.css";
import type { Column } from "@/app/_ui/table/table-types";
import { Revenue } from "../../_ui/revenue";
import { MOVE_LABELS, MOVES_OF, type PartnerMove } from "./moves";

/** The columns of the partners' list; each row links to its partner. */
export function columnsOf(onMove: (move: PartnerMove) => void): Column<RankedPartner>[] {
  return [
    ...COLUMNS,
    {
      label: "Actions",
      kind: "actions",
      cell: (partner) => (
        <RowMenu
          of={partner.name}
          actions={MOVES_OF[partner.status].map((kind) => ({
            label: MOVE_LABELS[kind],
            isDanger: kind !== "reactivate",
            onClick: () => onMove({ kind, partner }),
          }))}
        />
      ),
    },
  ];
}

const COLUMNS: readonly Column<RankedPartner>[] = [
  {
    label: "Partner",
    sort: "name",
    cell: ({ name, code, mixedScripts }) => (
      <>
        <RowHead note={<code className={table.code}>{code}</code>}>
          <PageLink href={partnerPath(code, "/overview")} className={table.rowLink}>
            {name}
          </PageLink>
        </RowHead>
        <Concealed note={mixedScripts} />
      </>
    ),
  },
  { label: "Status", narrow: "end", cell: (partner) => <PartnerStatus of={partner} /> },
  {
    label: "Keys",
    kind: "amount",
    cell: ({ activeKeys, maxActiveKeys }) => (
      <>
        <Count value={activeKeys} />
        <span className={table.note}>
          of <Count value={maxActiveKeys} />
        </span>
      </>
    ),
  },
  {
    label: "Open customers",
    kind: "amount",
    sort: "-customers",
    cell: ({ userCount }) => <Count value={userCount} />,
  },
  {
    label: "Net revenue, 30 days",
    kind: "amount",
    sort: "-revenue",
    cell: ({ revenue }) => <Revenue of={revenue} />,
  },
  {
    label: "Revenue share",
    kind: "amount",
    cell: ({ revsharePct }) => <Percentage value={revsharePct} />,
  },
  {
    label: "Last API request",
    narrow: "labeled",
    sort: "-used",
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <NoValue /> : <RelativeTime at={lastUsedAt} />,
  },
  {
    label: "Created",
    narrow: "labeled",
    sort: "-created",
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

/** A partner's status, with the reason if it is suspended or terminated. */
export function PartnerStatus({ of }: { of: Pick<PartnerRow, "status" | "suspendedReason"> }) {
  if (of.status === "active") return <Status tone="good" label="Active" />;
  return (
    <>
      {of.status === "suspended" ? (
        <Status tone="bad" label="Suspended" />
      ) : (
        <Status tone="idle" label="Terminated" />
      )}
      {of.suspendedReason && <span className={table.note}>{of.suspendedReason}</span>}
    </>
  );
}
