import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireAudience } from "@/app/_guard";
import { Hydrated, isMissing, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/paging";
import { ImportPage } from "./_ui/import-page";

export const metadata: Metadata = { title: "Import" };

type Props = { params: Promise<{ id: string }> };

export default async function Page({ params }: Props) {
  await requireAudience("operator");
  const runId = (await params).id;
  const client = serverQueryClient();
  await client
    .fetchQuery(trpcOnServer.imports.get.queryOptions({ runId }))
    .catch((error: unknown) => {
      if (isMissing(error)) notFound();
      throw error;
    });
  await client.prefetchInfiniteQuery(
    trpcOnServer.imports.rejections.infiniteQueryOptions({ runId }, NEXT_PAGE),
  );
  return (
    <Hydrated>
      <ImportPage runId={runId} />
    </Hydrated>
  );
}
