import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requirePartner } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { wiring } from "@/server/wiring";
import { EVENT_GROUPS } from "../../../_webhooks/choices";
import { EventsPage } from "./_ui/events-page";
import { eventsQuery, loadFilter } from "./_ui/filter";

export const metadata: Metadata = { title: "Events" };

type Props = { params: Promise<{ partner: string }>; searchParams: Promise<SearchParams> };

export default async function Page({ params, searchParams }: Props) {
  const partner = await requirePartner(params);
  const filter = await loadFilter(searchParams);
  const nowMs = Date.now();
  const { shown } = await wiring();
  const client = serverQueryClient();
  await Promise.all([
    client.prefetchInfiniteQuery(
      trpcOnServer.events.list.infiniteQueryOptions(
        { partner, ...eventsQuery(filter, nowMs) },
        NEXT_PAGE,
      ),
    ),
    ...(filter.event
      ? [
          client.prefetchQuery(
            trpcOnServer.events.get.queryOptions({ partner, eventId: filter.event }),
          ),
        ]
      : []),
  ]);
  return (
    <Hydrated>
      <EventsPage groups={EVENT_GROUPS} openedMs={nowMs} keptDays={shown.eventDays} />
    </Hydrated>
  );
}
