import { type PageInput, requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { loadFilter, transfersQuery } from "./_ui/filter";
import { TransfersPage } from "./_ui/transfers-page";

export const metadata = { title: "Transfers" };

export default async function Page({ params, searchParams }: PageInput<"partner">) {
  const partner = await requirePartner(params);
  const query = transfersQuery(await loadFilter(searchParams));
  return hydrated(
    [
      trpcOnServer.transfers.list.infiniteQueryOptions({ partner, ...query }, NEXT_PAGE),
      trpcOnServer.transfers.sums.queryOptions({ partner }),
      trpcOnServer.transfers.owed.queryOptions({ partner }),
    ],
    <TransfersPage />,
  );
}
