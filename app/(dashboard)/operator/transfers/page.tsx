import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { loadFilter, transfersQuery } from "./_ui/filter";
import { TransfersPage } from "./_ui/transfers-page";

export const metadata: Metadata = { title: "Transfers" };

type Props = { searchParams: Promise<SearchParams> };

export default async function Page({ searchParams }: Props) {
  await requireOperator();
  const query = transfersQuery(await loadFilter(searchParams));
  return hydrated(
    [
      trpcOnServer.transfers.due.queryOptions({}),
      trpcOnServer.transfers.sumsAll.queryOptions(),
      trpcOnServer.issuer.get.queryOptions(),
      trpcOnServer.transfers.listAll.infiniteQueryOptions(query, NEXT_PAGE),
    ],
    <TransfersPage />,
  );
}
