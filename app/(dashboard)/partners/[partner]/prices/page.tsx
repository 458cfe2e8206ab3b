import { type PageInput, requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { PricesPage } from "./_ui/prices-page";
import { PRICES_QUERY } from "./_ui/query";

export const metadata = { title: "Prices" };

export default async function Page({ params }: PageInput<"partner">) {
  const partner = await requirePartner(params);
  return hydrated(
    [
      trpcOnServer.terms.current.queryOptions({ partner }),
      trpcOnServer.prices.list.infiniteQueryOptions({ partner, ...PRICES_QUERY }, NEXT_PAGE),
    ],
    <PricesPage />,
  );
}
