import type { Metadata } from "next";
import { requireOperator } from "@/app/_guard";
import { fetchOrNotFound, Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { ImportPage } from "./_ui/import-page";

export const metadata: Metadata = { title: "Import" };

type Props = { params: Promise<{ id: string }> };

export default async function Page({ params }: Props) {
  await requireOperator();
  const runId = (await params).id;
  await fetchOrNotFound(trpcOnServer.imports.get.queryOptions({ runId }));
  await serverQueryClient().prefetchInfiniteQuery(
    trpcOnServer.imports.rejections.infiniteQueryOptions({ runId }, NEXT_PAGE),
  );
  return (
    <Hydrated>
      <ImportPage runId={runId} />
    </Hydrated>
  );
}
