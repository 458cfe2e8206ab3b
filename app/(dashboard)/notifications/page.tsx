import { type PageInput, requireUser } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { loadFilter, notificationsQuery } from "./_ui/filter";
import { NotificationsPage } from "./_ui/notifications-page";

export const metadata = { title: "Notifications" };

export default async function Page({ searchParams }: PageInput) {
  await requireUser();
  const query = notificationsQuery(await loadFilter(searchParams));
  return hydrated(
    [
      trpcOnServer.notifications.list.infiniteQueryOptions(query, NEXT_PAGE),
      trpcOnServer.notifications.settings.queryOptions(),
    ],
    <NotificationsPage />,
  );
}
