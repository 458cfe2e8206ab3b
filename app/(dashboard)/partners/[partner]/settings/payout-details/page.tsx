import type { Metadata } from "next";
import { requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { PayoutDetailsPage } from "./_ui/payout-details-page";

export const metadata: Metadata = { title: "Payout details" };

type Props = { params: Promise<{ partner: string }> };

export default async function Page({ params }: Props) {
  const partner = await requirePartner(params);
  return hydrated(
    [
      trpcOnServer.payoutDetails.get.queryOptions({ partner }),
      trpcOnServer.selfBilling.get.queryOptions({ partner }),
      trpcOnServer.payoutDetails.history.infiniteQueryOptions({ partner }, NEXT_PAGE),
    ],
    <PayoutDetailsPage />,
  );
}
