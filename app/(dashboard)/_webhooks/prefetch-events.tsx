import "server-only";
import { createLoader, type SearchParams } from "nuqs/server";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { wiring } from "@/server/current-wiring";
import { EventsPage } from "../partners/[partner]/events/_ui/events-page";
import { eventsQuery, filterOf } from "../partners/[partner]/events/_ui/filter";
import { EVENT_GROUPS } from "./choices";

const loadFilter = createLoader(filterOf(EVENT_GROUPS));

type Props = { partner: string | null; searchParams: Promise<SearchParams> };

/** The events of a partner, or of all partners for null; checked by the caller. */
export async function EventsOf({ partner, searchParams }: Props) {
  const filter = await loadFilter(searchParams);
  const nowMs = Date.now();
  const { shown } = await wiring();
  return hydrated(
    [
      trpcOnServer.events.list.infiniteQueryOptions(
        { partner, ...eventsQuery(filter, nowMs) },
        NEXT_PAGE,
      ),
      filter.event && trpcOnServer.events.get.queryOptions({ partner, eventId: filter.event }),
    ],
    <EventsPage groups={EVENT_GROUPS} openedMs={nowMs} keptDays={shown.eventDays} />,
  );
}
