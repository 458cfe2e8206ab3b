import { type PageInput, requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { loadFilter, payoutsQuery } from "./_ui/filter";
import { PayoutsPage } from "./_ui/payouts-page";

export const metadata = { title: "Payouts" };

export default async function Page({ params, searchParams }: PageInput<"partner">) {
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
