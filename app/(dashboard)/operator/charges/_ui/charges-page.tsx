"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { IconReceipt } from "@/app/_ui/icons/icons";
import { ChoiceFilter } from "@/app/_ui/table/filter-bar";
import { ListPage } from "@/app/_ui/table/list-page";
import { FILTERED_PAGES } from "@/app/_ui/table/paging";
import { PartnerFilter } from "@/app/_ui/table/partner-filter";
import { TimeFilter } from "@/app/_ui/table/time-filter";
import { useListFilter } from "@/app/_ui/table/use-list-filter";
import { TYPE_CHOICES } from "@/app/(dashboard)/partners/[partner]/charges/_ui/filter";
import { CHARGE_COLUMNS } from "./columns";
import { chargesQuery, FILTER } from "./filter";

/**
 * The charges of all partners; each leads to its details on its partner's page. `openedMs`: when
 * the page was requested; relative ranges count back from then.
 */
export function ChargesPage({ openedMs }: { openedMs: number }) {
  const trpc = useTRPC();
  const { filter, anchorMs, field, search, time, clear } = useListFilter(FILTER, openedMs);
  const query = chargesQuery(filter, anchorMs);
  const list = useInfiniteQuery(trpc.charges.listAll.infiniteQueryOptions(query, FILTERED_PAGES));
  const { partner, type, range, from, to } = filter;
  return (
    <ListPage
      title="Charges"
      description="Charges and refunds of all partners' customers, latest first. Amounts are without tax."
      filter={{
        search: { label: "External ID", ...search("id") },
        chosen: [partner, type, range ?? from ?? to],
        fields: (
          <>
            <PartnerFilter {...field("partner")} />
            <ChoiceFilter label="Type" any="All types" options={TYPE_CHOICES} {...field("type")} />
            <TimeFilter {...time} />
          </>
        ),
        onClear: clear,
      }}
      exported={{ of: "platform-charges", filter: query }}
      label="Charges"
      list={list}
      rowsExpected={8}
      columns={CHARGE_COLUMNS}
      keyOf={({ id }) => id}
      noMatch={{
        title: "No matching charges",
        description:
          "Try different filters. The search matches a full external ID, in the same case.",
      }}
      none={{
        icon: <IconReceipt size={28} stroke={1.5} aria-hidden />,
        title: "No charges yet",
        description: "Import charges, or record them with the platform API.",
      }}
    />
  );
}
