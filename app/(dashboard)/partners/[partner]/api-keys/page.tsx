import { type PageInput, requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { keysQuery, loadFilter } from "./_ui/filter";
import { KeysPage } from "./_ui/keys-page";

export const metadata = { title: "API keys" };

export default async function ApiKeysPage({ params, searchParams }: PageInput<"partner">) {
  // Checked here too, because layouts don't run again on client-side navigation.
  const partner = await requirePartner(params);
  const { listed, counted } = keysQuery(await loadFilter(searchParams));
  return hydrated(
    [
      trpcOnServer.keys.page.infiniteQueryOptions({ partner, ...listed }, NEXT_PAGE),
      trpcOnServer.keys.counts.queryOptions({ partner, ...counted }),
      trpcOnServer.usage.summary.queryOptions({ partner }),
      trpcOnServer.scopes.list.queryOptions(),
    ],
    <KeysPage />,
  );
}
