import type { Metadata } from "next";
import { requirePartner } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { PayoutDetailsPage } from "./_ui/payout-details-page";

export const metadata: Metadata = { title: "Payout details" };

type Props = { params: Promise<{ partner: string }> };

export default async function Page({ params }: Props) {
  const partner = await requirePartner(params);
  const client = serverQueryClient();
  await Promise.all([
    client.prefetchQuery(trpcOnServer.payoutDetails.get.queryOptions({ partner })),
    client.prefetchQuery(trpcOnServer.selfBilling.get.queryOptions({ partner })),
    client.prefetchInfiniteQuery(
      trpcOnServer.payoutDetails.history.infiniteQueryOptions({ partner }, NEXT_PAGE),
    ),
  ]);
  return (
    <Hydrated>
      <PayoutDetailsPage />
    </Hydrated>
  );
}
