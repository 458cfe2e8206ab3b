import { type PageInput, requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { PayoutDetailsPage } from "./_ui/payout-details-page";

export const metadata = { title: "Payout details" };

export default async function Page({ params }: PageInput<"partner">) {
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
