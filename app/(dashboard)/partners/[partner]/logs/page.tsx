import { type PageInput, requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { wiring } from "@/server/current-wiring";
import { LOG_CHOICES } from "./_ui/choices";
import { loadFilter, logsQuery } from "./_ui/filter";
import { LogsPage } from "./_ui/logs-page";

export const metadata = { title: "Logs" };

export default async function Page({ params, searchParams }: PageInput<"partner">) {
  const partner = await requirePartner(params);
  const filter = await loadFilter(searchParams);
  const nowMs = Date.now();
  const { shown } = await wiring();
  return hydrated(
    [
      trpcOnServer.requests.list.infiniteQueryOptions(
        { partner, ...logsQuery(filter, nowMs) },
        NEXT_PAGE,
      ),
      trpcOnServer.requests.unlisted.queryOptions({ partner, ...logsQuery(filter, nowMs) }),
      filter.key && trpcOnServer.keys.get.queryOptions({ partner, keyId: filter.key }),
      filter.request &&
        trpcOnServer.requests.get.queryOptions({ partner, requestId: filter.request }),
    ],
    <LogsPage choices={LOG_CHOICES} openedMs={nowMs} keptDays={shown.requestLogDays} />,
  );
}
