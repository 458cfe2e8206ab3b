import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { Section } from "@/app/_ui/layout/section";
import { PagedTable } from "@/app/_ui/table/paged-table";
import { NEXT_PAGE, rowsOf } from "@/app/_ui/table/paging";
import {
  DecideDialog,
  type Decision,
} from "@/app/(dashboard)/operator/limit-requests/_ui/decide-dialog";
import { requestColumns } from "@/app/(dashboard)/operator/limit-requests/_ui/request-columns";
import { OPEN } from "./queries";

/**
 * The partner's open limit requests, for operators to decide; renders nothing when there are none.
 */
export function OpenRequests() {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const list = useInfiniteQuery(
    trpc.limitRequests.list.infiniteQueryOptions({ partner, ...OPEN }, NEXT_PAGE),
  );
  const [decision, setDecision] = useState<Decision | null>(null);
  return (
    <>
      {rowsOf(list.data).length > 0 && (
        <Section title="Pending limit requests">
          <PagedTable
            label="Pending requests"
            list={list}
            columns={requestColumns({ onDecide: setDecision, hasPartner: false })}
            keyOf={({ id }) => id}
            empty={null}
          />
        </Section>
      )}
      <DecideDialog decision={decision} onClose={() => setDecision(null)} />
    </>
  );
}
