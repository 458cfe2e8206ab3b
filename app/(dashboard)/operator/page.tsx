import type { Metadata } from "next";
import { requireOperator } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { HomePage } from "./_ui/home-page";

export const metadata: Metadata = { title: "Overview" };

export default async function Page() {
  // Checked here too, because layouts don't run again on client-side navigation.
  await requireOperator();
  const client = serverQueryClient();
  await Promise.all([
    client.prefetchQuery(trpcOnServer.home.get.queryOptions()),
    client.prefetchQuery(trpcOnServer.webhooks.allBroken.queryOptions()),
  ]);
  return (
    <Hydrated>
      <HomePage />
    </Hydrated>
  );
}
