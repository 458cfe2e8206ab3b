import type { Metadata } from "next";
import { requireAudience } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { OverviewPage } from "./_ui/overview-page";
import { FAILED, LATEST, monthBefore, thisMonth } from "./_ui/queries";

export const metadata: Metadata = { title: "Overview" };

export default async function Page() {
  await requireAudience("partner");
  const client = serverQueryClient();
  const nowMs = Date.now();
  await Promise.all([
    client.prefetchQuery(trpcOnServer.keys.list.queryOptions()),
    client.prefetchQuery(trpcOnServer.usage.summary.queryOptions()),
    client.prefetchQuery(trpcOnServer.usage.series.queryOptions({})),
    client.prefetchQuery(trpcOnServer.customers.counts.queryOptions()),
    client.prefetchQuery(trpcOnServer.metrics.get.queryOptions(thisMonth(nowMs))),
    client.prefetchQuery(trpcOnServer.metrics.get.queryOptions(monthBefore(nowMs))),
    client.prefetchQuery(trpcOnServer.payouts.list.queryOptions(LATEST)),
    client.prefetchQuery(trpcOnServer.payouts.list.queryOptions(FAILED)),
  ]);
  return (
    <Hydrated>
      <OverviewPage />
    </Hydrated>
  );
}
