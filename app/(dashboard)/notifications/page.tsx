import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requireUser } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { loadFilter, notificationsQuery } from "./_ui/filter";
import { NotificationsPage } from "./_ui/notifications-page";

export const metadata: Metadata = { title: "Notifications" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireUser();
  const query = notificationsQuery(await loadFilter(searchParams));
  const client = serverQueryClient();
  await Promise.all([
    client.prefetchInfiniteQuery(
      trpcOnServer.notifications.list.infiniteQueryOptions(query, NEXT_PAGE),
    ),
    client.prefetchQuery(trpcOnServer.notifications.settings.queryOptions()),
  ]);
  return (
    <Hydrated>
      <NotificationsPage />
    </Hydrated>
  );
}
