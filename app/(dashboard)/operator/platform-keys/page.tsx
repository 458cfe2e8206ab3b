import type { Metadata } from "next";
import { requireOperator } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { PlatformKeysPage } from "./_ui/platform-keys-page";

export const metadata: Metadata = { title: "Platform keys" };

export default async function Page() {
  await requireOperator();
  await serverQueryClient().prefetchQuery(trpcOnServer.platformKeys.list.queryOptions());
  return (
    <Hydrated>
      <PlatformKeysPage />
    </Hydrated>
  );
}
