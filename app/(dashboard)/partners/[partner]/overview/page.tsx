import type { Metadata } from "next";
import { requirePartner } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { OverviewPage } from "./_ui/overview-page";
import { EXPIRING, LATEST, monthBefore, OPEN, REPLACED, thisMonth } from "./_ui/queries";

export const metadata: Metadata = { title: "Overview" };

type Props = { params: Promise<{ partner: string }> };

export default async function Page({ params }: Props) {
  const partner = await requirePartner(params);
  const client = serverQueryClient();
  const nowMs = Date.now();
  const { partner: own, access } = await client.fetchQuery(
    trpcOnServer.session.access.queryOptions({ partner }),
  );
  if (access["partner.updated"] !== "hidden") {
    await Promise.all([
      client.prefetchQuery(trpcOnServer.partners.get.queryOptions({ partnerId: own.id })),
      client.prefetchQuery(trpcOnServer.payouts.sums.queryOptions({ partner })),
      client.prefetchInfiniteQuery(
        trpcOnServer.limitRequests.list.infiniteQueryOptions({ partner, ...OPEN }, NEXT_PAGE),
      ),
    ]);
  }
  await Promise.all([
    client.prefetchQuery(trpcOnServer.keys.counts.queryOptions({ partner })),
    client.prefetchQuery(trpcOnServer.keys.page.queryOptions({ partner, ...EXPIRING })),
    client.prefetchQuery(trpcOnServer.keys.page.queryOptions({ partner, ...REPLACED })),
    client.prefetchQuery(trpcOnServer.alerts.list.queryOptions({ partner })),
    client.prefetchQuery(trpcOnServer.webhooks.broken.queryOptions({ partner })),
    client.prefetchQuery(trpcOnServer.usage.overview.queryOptions({ partner })),
    client.prefetchQuery(trpcOnServer.usage.series.queryOptions({ partner })),
    client.prefetchQuery(trpcOnServer.customers.counts.queryOptions({ partner })),
    client.prefetchQuery(trpcOnServer.metrics.get.queryOptions({ partner, ...thisMonth(nowMs) })),
    client.prefetchQuery(trpcOnServer.metrics.get.queryOptions({ partner, ...monthBefore(nowMs) })),
    client.prefetchQuery(trpcOnServer.payouts.list.queryOptions({ partner, ...LATEST })),
    client.prefetchQuery(trpcOnServer.transfers.failed.queryOptions({ partner })),
    client.prefetchQuery(trpcOnServer.payoutDetails.get.queryOptions({ partner })),
  ]);
  return (
    <Hydrated>
      <OverviewPage />
    </Hydrated>
  );
}
