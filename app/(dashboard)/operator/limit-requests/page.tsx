import type { Metadata } from "next";
import { requireOperator } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { RequestsPage } from "./_ui/requests-page";

export const metadata: Metadata = { title: "Limit requests" };

export default async function LimitRequestsPage() {
  // Checked here too, because layouts don't run again on client-side navigation.
  await requireOperator();
  await serverQueryClient().prefetchQuery(trpcOnServer.limitRequests.listAll.queryOptions());
  return (
    <Hydrated>
      <RequestsPage />
    </Hydrated>
  );
}
