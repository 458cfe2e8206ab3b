import { requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { ImportsPage } from "./_ui/imports-page";

export const metadata = { title: "Imports" };

export default async function Page() {
  await requireOperator();
  return hydrated([trpcOnServer.imports.list.infiniteQueryOptions({}, NEXT_PAGE)], <ImportsPage />);
}
