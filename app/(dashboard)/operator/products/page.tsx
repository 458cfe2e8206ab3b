import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { loadFilter, productsQuery } from "./_ui/filter";
import { ProductsPage } from "./_ui/products-page";

export const metadata: Metadata = { title: "Products" };

type Props = { searchParams: Promise<SearchParams> };

export default async function Page({ searchParams }: Props) {
  await requireOperator();
  const query = productsQuery(await loadFilter(searchParams));
  return hydrated(
    [trpcOnServer.products.list.infiniteQueryOptions(query, NEXT_PAGE)],
    <ProductsPage />,
  );
}
