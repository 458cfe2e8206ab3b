import { type PageInput, requireOperator } from "@/app/_guard";
import { fetchOrNotFound, hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { ImportPage } from "./_ui/import-page";

export const metadata = { title: "Import" };

export default async function Page({ params }: PageInput<"id">) {
  await requireOperator();
  const runId = (await params).id;
  await fetchOrNotFound(trpcOnServer.imports.get.queryOptions({ runId }));
  return hydrated(
    [trpcOnServer.imports.rejections.infiniteQueryOptions({ runId }, NEXT_PAGE)],
    <ImportPage runId={runId} />,
  );
}
