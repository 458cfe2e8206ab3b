import { type PageInput, requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { loadFilter, transfersQuery } from "./_ui/filter";
import { TransfersPage } from "./_ui/transfers-page";

export const metadata = { title: "Transfers" };

export default async function Page({ searchParams }: PageInput) {
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
