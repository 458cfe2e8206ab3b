import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requireAudience } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { AuditPage } from "./_ui/audit-page";
import { auditQuery, loadFilter } from "./_ui/filter";

export const metadata: Metadata = { title: "Audit log" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireAudience("partner");
  const query = auditQuery(await loadFilter(searchParams), Date.now());
  const client = serverQueryClient();
  await Promise.all([
    client.prefetchInfiniteQuery(trpcOnServer.audit.list.infiniteQueryOptions(query, NEXT_PAGE)),
    client.prefetchQuery(trpcOnServer.audit.choices.queryOptions()),
  ]);
  return (
    <Hydrated>
      <AuditPage />
    </Hydrated>
  );
}
