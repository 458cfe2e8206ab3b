import { createLoader } from "nuqs/server";
import { type PageInput, requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { FILTER, requestsQuery } from "./_ui/filter";
import { RequestsPage } from "./_ui/requests-page";

export const metadata = { title: "Limit requests" };

const loadFilter = createLoader(FILTER);

export default async function LimitRequestsPage({ searchParams }: PageInput) {
  // Checked here too, because layouts don't run again on client-side navigation.
  await requireOperator();
  const query = requestsQuery(await loadFilter(searchParams));
  return hydrated(
    [trpcOnServer.limitRequests.listAll.infiniteQueryOptions(query, NEXT_PAGE)],
    <RequestsPage />,
  );
}
