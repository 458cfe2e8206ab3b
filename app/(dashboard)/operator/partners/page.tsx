import { type PageInput, requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { loadFilter, partnersQuery } from "./_ui/filter";
import { PartnersPage } from "./_ui/partners-page";

export const metadata = { title: "Partners" };

export default async function OperatorPage({ searchParams }: PageInput) {
  // Checked here too, because layouts don't run again on client-side navigation.
  await requireOperator();
  const query = partnersQuery(await loadFilter(searchParams));
  return hydrated(
    [
      trpcOnServer.partners.ranked.infiniteQueryOptions(query, NEXT_PAGE),
      trpcOnServer.scopes.list.queryOptions(),
    ],
    <PartnersPage />,
  );
}
