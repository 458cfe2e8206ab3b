import type { Metadata } from "next";
import { requirePartner } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { KeysPage } from "./_ui/keys-page";

export const metadata: Metadata = { title: "API keys" };

type Props = { params: Promise<{ partner: string }> };

export default async function ApiKeysPage({ params }: Props) {
  // Checked here too, because layouts don't run again on client-side navigation.
  const partner = await requirePartner(params);
  await Promise.all([
    serverQueryClient().prefetchQuery(trpcOnServer.keys.list.queryOptions({ partner })),
    serverQueryClient().prefetchQuery(trpcOnServer.limitRequests.list.queryOptions({ partner })),
    serverQueryClient().prefetchQuery(trpcOnServer.usage.summary.queryOptions({ partner })),
  ]);
  return (
    <Hydrated>
      <KeysPage />
    </Hydrated>
  );
}
