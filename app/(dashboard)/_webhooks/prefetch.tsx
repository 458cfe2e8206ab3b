import "server-only";
import { createLoader, type SearchParams } from "nuqs/server";
import { fetchOrNotFound, hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { EVENT_GROUPS } from "./choices";
import { deliveriesQuery, filterOf } from "./delivery-filter";
import { EndpointPage } from "./endpoint-page";
import { EndpointsPage } from "./endpoints-page";

const loadFilter = createLoader(filterOf(EVENT_GROUPS));

/** The list of the endpoints of a partner, or of the platform for null; checked by the caller. */
export async function EndpointsOf({ partner }: { partner: string | null }) {
  return hydrated(
    [
      trpcOnServer.webhooks.list.infiniteQueryOptions({ partner }, NEXT_PAGE),
      trpcOnServer.webhooks.activity.queryOptions({ partner }),
    ],
    <EndpointsPage groups={EVENT_GROUPS} />,
  );
}

type EndpointProps = {
  partner: string | null;
  endpointId: string;
  searchParams: Promise<SearchParams>;
};

/** The page of an endpoint. Responds 404 if the owner has none with this ID. */
export async function EndpointOf({ partner, endpointId, searchParams }: EndpointProps) {
  const filter = await loadFilter(searchParams);
  const nowMs = Date.now();
  await fetchOrNotFound(trpcOnServer.webhooks.get.queryOptions({ partner, endpointId }));
  const of = { partner, endpointId };
  return hydrated(
    [
      trpcOnServer.webhooks.activity.queryOptions({ partner }),
      trpcOnServer.webhooks.deliveries.infiniteQueryOptions(
        { ...of, ...deliveriesQuery(filter, nowMs) },
        NEXT_PAGE,
      ),
      filter.delivery &&
        trpcOnServer.webhooks.delivery.queryOptions({ ...of, eventId: filter.delivery }),
    ],
    <EndpointPage endpointId={endpointId} groups={EVENT_GROUPS} openedMs={nowMs} />,
  );
}
