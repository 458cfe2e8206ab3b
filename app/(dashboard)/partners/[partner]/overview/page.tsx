import { type PageInput, requirePartner } from "@/app/_guard";
import { hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { OverviewPage } from "./_ui/overview-page";
import { EXPIRING, LATEST, monthBefore, OPEN, REPLACED, thisMonth } from "./_ui/queries";

export const metadata = { title: "Overview" };

export default async function Page({ params }: PageInput<"partner">) {
  const partner = await requirePartner(params);
  const nowMs = Date.now();
  const { partner: own, access } = await serverQueryClient().fetchQuery(
    trpcOnServer.session.access.queryOptions({ partner }),
  );
  const ofOperators = [
    trpcOnServer.partners.get.queryOptions({ partnerId: own.id }),
    trpcOnServer.payouts.sums.queryOptions({ partner }),
    trpcOnServer.limitRequests.list.infiniteQueryOptions({ partner, ...OPEN }, NEXT_PAGE),
  ];
  return hydrated(
    [
      ...(access["partner.updated"] === "hidden" ? [] : ofOperators),
      trpcOnServer.keys.counts.queryOptions({ partner }),
      trpcOnServer.keys.page.queryOptions({ partner, ...EXPIRING }),
      trpcOnServer.keys.page.queryOptions({ partner, ...REPLACED }),
      trpcOnServer.alerts.list.queryOptions({ partner }),
      trpcOnServer.webhooks.broken.queryOptions({ partner }),
      trpcOnServer.usage.overview.queryOptions({ partner }),
      trpcOnServer.usage.series.queryOptions({ partner }),
      trpcOnServer.customers.counts.queryOptions({ partner }),
      trpcOnServer.metrics.get.queryOptions({ partner, ...thisMonth(nowMs) }),
      trpcOnServer.metrics.get.queryOptions({ partner, ...monthBefore(nowMs) }),
      trpcOnServer.payouts.list.queryOptions({ partner, ...LATEST }),
      trpcOnServer.transfers.failed.queryOptions({ partner }),
      trpcOnServer.payoutDetails.get.queryOptions({ partner }),
    ],
    <OverviewPage />,
  );
}
