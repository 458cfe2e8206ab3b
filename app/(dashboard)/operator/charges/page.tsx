import { type PageInput, requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { ChargesPage } from "./_ui/charges-page";
import { chargesQuery, loadFilter } from "./_ui/filter";

export const metadata = { title: "Charges" };

export default async function Page({ searchParams }: PageInput) {
  await requireOperator();
  const nowMs = Date.now();
  const query = chargesQuery(await loadFilter(searchParams), nowMs);
  return hydrated(
    [trpcOnServer.charges.listAll.infiniteQueryOptions(query, NEXT_PAGE)],
    <ChargesPage openedMs={nowMs} />,
  );
}
