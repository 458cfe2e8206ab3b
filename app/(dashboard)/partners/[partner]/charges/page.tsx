import { type PageInput, requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { ChargesPage } from "./_ui/charges-page";
import { chargesQuery, loadFilter } from "./_ui/filter";

export const metadata = { title: "Charges" };

export default async function Page({ params, searchParams }: PageInput<"partner">) {
  const partner = await requirePartner(params);
  const filter = await loadFilter(searchParams);
  const nowMs = Date.now();
  const query = chargesQuery(filter, nowMs);
  const { customer: customerId, payout: payoutId, charge: chargeId } = filter;
  return hydrated(
    [
      trpcOnServer.charges.list.infiniteQueryOptions({ partner, ...query }, NEXT_PAGE),
      trpcOnServer.charges.products.queryOptions({ partner }),
      customerId && trpcOnServer.customers.get.queryOptions({ partner, customerId }),
      payoutId && trpcOnServer.payouts.get.queryOptions({ partner, payoutId }),
      chargeId && trpcOnServer.charges.get.queryOptions({ partner, chargeId }),
    ],
    <ChargesPage openedMs={nowMs} />,
  );
}
