import { createLoader } from "nuqs/server";
import { type PageInput, requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { FILTER, monthOf, payoutsQuery } from "./_ui/filter";
import { PayoutsPage } from "./_ui/payouts-page";

export const metadata = { title: "Payouts" };

const loadFilter = createLoader(FILTER);

export default async function Page({ searchParams }: PageInput) {
  await requireOperator();
  const filter = await loadFilter(searchParams);
  const period = monthOf(filter.month, Date.now());
  return hydrated(
    [
      trpcOnServer.payouts.preview.queryOptions({ period }),
      trpcOnServer.payouts.sumsAll.queryOptions(),
      trpcOnServer.payouts.listAll.infiniteQueryOptions(payoutsQuery(filter), NEXT_PAGE),
    ],
    <PayoutsPage />,
  );
}
