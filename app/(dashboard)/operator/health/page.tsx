import type { Metadata } from "next";
import { requireOperator } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { HealthPage } from "./_ui/health-page";

export const metadata: Metadata = { title: "Health" };

export default async function Page() {
  await requireOperator();
  const client = serverQueryClient();
  await Promise.all([
    client.prefetchQuery(trpcOnServer.health.get.queryOptions()),
    client.prefetchQuery(trpcOnServer.health.platform.queryOptions()),
    client.prefetchQuery(trpcOnServer.webhooks.allBroken.queryOptions()),
  ]);
  return (
    <Hydrated>
      <HealthPage />
    </Hydrated>
  );
}
