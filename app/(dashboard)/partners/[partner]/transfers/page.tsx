import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requirePartner } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { loadFilter, transfersQuery } from "./_ui/filter";
import { TransfersPage } from "./_ui/transfers-page";

export const metadata: Metadata = { title: "Transfers" };

type Props = { params: Promise<{ partner: string }>; searchParams: Promise<SearchParams> };

export default async function Page({ params, searchParams }: Props) {
  const partner = await requirePartner(params);
  const query = transfersQuery(await loadFilter(searchParams));
  const client = serverQueryClient();
  await Promise.all([
    client.prefetchInfiniteQuery(
      trpcOnServer.transfers.list.infiniteQueryOptions({ partner, ...query }, NEXT_PAGE),
    ),
    client.prefetchQuery(trpcOnServer.transfers.sums.queryOptions({ partner })),
    client.prefetchQuery(trpcOnServer.transfers.owed.queryOptions({ partner })),
  ]);
  return (
    <Hydrated>
      <TransfersPage />
    </Hydrated>
  );
}
