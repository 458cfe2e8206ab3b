import { type PageInput, requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { loadFilter, productsQuery } from "./_ui/filter";
import { ProductsPage } from "./_ui/products-page";

export const metadata = { title: "Products" };

export default async function Page({ searchParams }: PageInput) {
  await requireOperator();
  const query = productsQuery(await loadFilter(searchParams));
  return hydrated(
    [trpcOnServer.products.list.infiniteQueryOptions(query, NEXT_PAGE)],
    <ProductsPage />,
  );
}
