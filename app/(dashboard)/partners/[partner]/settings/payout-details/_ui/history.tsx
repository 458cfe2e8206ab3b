import { useInfiniteQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import type { PayoutDetailsVersion } from "@/app/_trpc/types";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { Status, type Tone } from "@/app/_ui/feedback/status";
import { DateTime } from "@/app/_ui/format/moment";
import { Section } from "@/app/_ui/layout/section";
import { Person, RowHead } from "@/app/_ui/table/cells";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/table/paging";
import type { Columns } from "@/app/_ui/table/table-types";

const STATUSES: Record<PayoutDetailsVersion["status"], { tone: Tone; label: string }> = {
  pending: { tone: "warn", label: "Pending" },
  in_force: { tone: "good", label: "Current" },
  former: { tone: "idle", label: "Replaced" },
  canceled: { tone: "idle", label: "Canceled" },
};

const COLUMNS: Columns<PayoutDetailsVersion> = [
  {
    label: "Account",
    cell: ({ account, isReadable }) => <RowHead>{isReadable ? account : "Unreadable"}</RowHead>,
  },
  { label: "Account holder", kind: "text", cell: ({ holder }) => <bdi>{holder || "—"}</bdi> },
  { label: "Status", narrow: "end", cell: ({ status }) => <Status {...STATUSES[status]} /> },
  {
    label: "Changed",
    narrow: "labeled",
    cell: ({ createdAt, createdBy }) => (
      <>
        <DateTime at={createdAt} />
        <Person name={createdBy} />
      </>
    ),
  },
  {
    label: "Used from",
    narrow: "labeled",
    cell: ({ effectiveAt, canceledAt }) =>
      canceledAt === null ? <DateTime at={effectiveAt} /> : "—",
  },
  {
    label: "Canceled",
    narrow: "hidden",
    cell: ({ canceledAt, canceledBy }) =>
      canceledAt === null ? (
        "—"
      ) : (
        <>
          <DateTime at={canceledAt} />
          <Person name={canceledBy ?? ""} />
        </>
      ),
  },
];

/** All versions, the newest first; nothing before there is one. */
export function History() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const list = useInfiniteQuery(
    trpc.payoutDetails.history.infiniteQueryOptions({ partner }, NEXT_PAGE),
  );
  if (list.data && rowsOf(list.data).length === 0) return null;
  return (
    <Section title="History">
      <PagedTable
        label="History"
        list={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={null}
      />
    </Section>
  );
}
