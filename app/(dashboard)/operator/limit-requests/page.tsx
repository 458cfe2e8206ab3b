import type { Metadata } from "next";
import { requireOperator } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { RequestsPage } from "./_ui/requests-page";

export const metadata: Metadata = { title: "Limit requests" };

export default async function LimitRequestsPage() {
  // Layouts are not asked again when the browser goes from page to page.
  await requireOperator();
  await serverQueryClient().prefetchQuery(trpcOnServer.limitRequests.listAll.queryOptions());
  return (
    <Hydrated>
      <RequestsPage />
    </Hydrated>
  );
}
