"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { usePartnerCode } from "@/app/_trpc/use-partner";
import { IconReceipt } from "@/app/_ui/icons/icons";
import { ListPage } from "@/app/_ui/table/list-page";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import { useListFilter } from "@/app/_ui/table/use-list-filter";
import { ChargeDrawer } from "./charge-drawer";
import { ChargeFilters } from "./charge-filters";
import { chargeColumns } from "./columns";
import { chargesQuery, FILTER } from "./filter";
import { PayoutNote } from "./payout-note";

/** `openedMs`: when the page was requested; relative ranges count back from then. */
export function ChargesPage({ openedMs }: { openedMs: number }) {
  const trpc = useTRPC();
  const partner = usePartnerCode();
  const filters = useListFilter(FILTER, openedMs);
  const { filter, setFilter, anchorMs } = filters;
  const query = chargesQuery(filter, anchorMs);
  const list = useInfiniteQuery(
    trpc.charges.list.infiniteQueryOptions({ partner, ...query }, FILTERED_PAGES),
  );
  const look = (charge: string | null) => void setFilter({ charge }, { history: "push" });
  const { customer, product, type, currency, late, payout, range, from, to } = filter;
  return (
    <>
      <ListPage
        title="Charges"
        description="Your customers' charges and refunds, latest first. Amounts are without tax."
        filter={{
          search: { label: "External ID", ...filters.search("id") },
          chosen: [customer, product, type, currency, late, payout, range ?? from ?? to],
          fields: <ChargeFilters {...filters.time} />,
          isTight: true,
          onClear: filters.clear,
        }}
        exported={{ of: "charges", filter: exportedFilter(query) }}
        label="Charges"
        list={list}
        rowsExpected={8}
        columns={chargeColumns({ onLook: look })}
        keyOf={({ id }) => id}
        noMatch={{
          title: "No matching charges",
          description:
            "Try different filters. The search matches a full external ID, in the same case.",
        }}
        none={{
          icon: <IconReceipt size={28} stroke={1.5} aria-hidden />,
          title: "No charges yet",
          description: "Charges appear here once they've been recorded.",
        }}
      >
        {payout !== null && (
          <PayoutNote payoutId={payout} onClear={() => void setFilter({ payout: null })} />
        )}
      </ListPage>
      <ChargeDrawer chargeId={filter.charge} onLook={look} onClose={() => look(null)} />
    </>
  );
}

/** The filter as texts of a URL. */
function exportedFilter({ late, ...texts }: ReturnType<typeof chargesQuery>) {
  return { ...texts, ...(late !== undefined && { late: String(late) }) };
}
