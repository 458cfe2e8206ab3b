import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requireAudience } from "@/app/_guard";
import { fetchOrNotFound, Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { KeyPage } from "./_ui/key-page";
import { loadView, RECENT, seriesQuery } from "./_ui/range";

export const metadata: Metadata = { title: "API key" };

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export default async function Page({ params, searchParams }: Props) {
  await requireAudience("partner");
  const keyId = (await params).id;
  const { range } = await loadView(searchParams);
  await fetchOrNotFound(trpcOnServer.keys.get.queryOptions({ keyId }));
  const client = serverQueryClient();
  await Promise.all([
    client.prefetchQuery(trpcOnServer.keys.list.queryOptions()),
    client.prefetchQuery(trpcOnServer.limitRequests.list.queryOptions()),
    client.prefetchQuery(trpcOnServer.usage.summary.queryOptions()),
    client.prefetchQuery(
      trpcOnServer.usage.series.queryOptions(seriesQuery(keyId, range, Date.now())),
    ),
    client.prefetchQuery(trpcOnServer.requests.list.queryOptions({ keyId, limit: RECENT })),
    client.prefetchInfiniteQuery(
      trpcOnServer.keys.history.infiniteQueryOptions({ keyId }, NEXT_PAGE),
    ),
  ]);
  return (
    <Hydrated>
      <KeyPage keyId={keyId} />
    </Hydrated>
  );
}
