import type { Metadata } from "next";
import { requireAudience } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { KeysPage } from "./_ui/keys-page";

export const metadata: Metadata = { title: "API keys" };

export default async function ApiKeysPage() {
  // Layouts are not asked again when the browser goes from page to page.
  await requireAudience("partner");
  await Promise.all([
    serverQueryClient().prefetchQuery(trpcOnServer.keys.list.queryOptions()),
    serverQueryClient().prefetchQuery(trpcOnServer.limitRequests.list.queryOptions()),
    serverQueryClient().prefetchQuery(trpcOnServer.usage.summary.queryOptions()),
  ]);
  return (
    <Hydrated>
      <KeysPage />
    </Hydrated>
  );
}
