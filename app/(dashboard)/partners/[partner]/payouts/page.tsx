import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { loadFilter, payoutsQuery } from "./_ui/filter";
import { PayoutsPage } from "./_ui/payouts-page";

export const metadata: Metadata = { title: "Payouts" };

type Props = { params: Promise<{ partner: string }>; searchParams: Promise<SearchParams> };

export default async function Page({ params, searchParams }: Props) {
  const partner = await requirePartner(params);
  const query = payoutsQuery(await loadFilter(searchParams));
  return hydrated(
    [
      trpcOnServer.payouts.list.infiniteQueryOptions({ partner, ...query }, NEXT_PAGE),
      trpcOnServer.payouts.sums.queryOptions({ partner }),
    ],
    <PayoutsPage />,
  );
}
