import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requirePartner } from "@/app/_guard";
import { fetchOrNotFound, Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { KeyPage } from "./_ui/key-page";
import { loadView, RECENT, seriesQuery } from "./_ui/range";

export const metadata: Metadata = { title: "API key" };

type Props = {
  params: Promise<{ partner: string; id: string }>;
  searchParams: Promise<SearchParams>;
};

export default async function Page({ params, searchParams }: Props) {
  const partner = await requirePartner(params);
  const keyId = (await params).id;
  const { range } = await loadView(searchParams);
  await fetchOrNotFound(trpcOnServer.keys.get.queryOptions({ partner, keyId }));
  const client = serverQueryClient();
  await Promise.all([
    client.prefetchQuery(trpcOnServer.usage.summary.queryOptions({ partner })),
    client.prefetchQuery(trpcOnServer.scopes.list.queryOptions()),
    client.prefetchQuery(
      trpcOnServer.usage.series.queryOptions({ partner, ...seriesQuery(keyId, range, Date.now()) }),
    ),
    client.prefetchQuery(
      trpcOnServer.requests.list.queryOptions({ partner, keyId, limit: RECENT }),
    ),
    client.prefetchInfiniteQuery(
      trpcOnServer.keys.history.infiniteQueryOptions({ partner, keyId }, NEXT_PAGE),
    ),
  ]);
  return (
    <Hydrated>
      <KeyPage keyId={keyId} />
    </Hydrated>
  );
}
