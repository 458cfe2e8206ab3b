import { type PageInput, requirePartner } from "@/app/_guard";
import { fetchOrNotFound, hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { CustomerPage } from "./_ui/customer-page";

// The customer's name is private to the partner, so it stays out of the title and thus the browser
// history.
export const metadata = { title: "Customer" };

export default async function Page({ params }: PageInput<"partner" | "id">) {
  const partner = await requirePartner(params);
  const customerId = (await params).id;
  await fetchOrNotFound(trpcOnServer.customers.get.queryOptions({ partner, customerId }));
  return hydrated(
    [
      trpcOnServer.charges.sums.queryOptions({ partner, customerId }),
      trpcOnServer.charges.list.infiniteQueryOptions({ partner, accountId: customerId }, NEXT_PAGE),
    ],
    <CustomerPage customerId={customerId} />,
  );
}
