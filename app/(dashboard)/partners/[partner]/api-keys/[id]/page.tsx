import { type PageInput, requirePartner } from "@/app/_guard";
import { fetchOrNotFound, hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { KeyPage } from "./_ui/key-page";
import { loadView, RECENT, seriesQuery } from "./_ui/range";

export const metadata = { title: "API key" };

export default async function Page({ params, searchParams }: PageInput<"partner" | "id">) {
  const partner = await requirePartner(params);
  const keyId = (await params).id;
  const { range } = await loadView(searchParams);
  await fetchOrNotFound(trpcOnServer.keys.get.queryOptions({ partner, keyId }));
  return hydrated(
    [
      trpcOnServer.usage.summary.queryOptions({ partner }),
      trpcOnServer.scopes.list.queryOptions(),
      trpcOnServer.usage.series.queryOptions({ partner, ...seriesQuery(keyId, range, Date.now()) }),
      trpcOnServer.requests.list.queryOptions({ partner, keyId, limit: RECENT }),
      trpcOnServer.keys.history.infiniteQueryOptions({ partner, keyId }, NEXT_PAGE),
    ],
    <KeyPage keyId={keyId} />,
  );
}
