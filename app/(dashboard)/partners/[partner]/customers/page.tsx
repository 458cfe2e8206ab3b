import { type PageInput, requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { CustomersPage } from "./_ui/customers-page";
import { customersQuery, loadFilter } from "./_ui/filter";

export const metadata = { title: "Customers" };

export default async function Page({ params, searchParams }: PageInput<"partner">) {
  const partner = await requirePartner(params);
  const query = customersQuery(await loadFilter(searchParams), Date.now());
  return hydrated(
    [
      trpcOnServer.customers.list.infiniteQueryOptions({ partner, ...query }, NEXT_PAGE),
      trpcOnServer.customers.counts.queryOptions({ partner }),
    ],
    <CustomersPage />,
  );
}
