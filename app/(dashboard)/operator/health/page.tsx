import type { Metadata } from "next";
import { requireOperator } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { HealthPage } from "./_ui/health-page";

export const metadata: Metadata = { title: "Health" };

export default async function Page() {
  await requireOperator();
  await serverQueryClient().prefetchQuery(trpcOnServer.health.get.queryOptions());
  return (
    <Hydrated>
      <HealthPage />
    </Hydrated>
  );
}
