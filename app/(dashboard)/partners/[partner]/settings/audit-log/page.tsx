import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { AuditPage } from "./_ui/audit-page";
import { auditQuery, loadFilter } from "./_ui/filter";

export const metadata: Metadata = { title: "Audit log" };

type Props = { params: Promise<{ partner: string }>; searchParams: Promise<SearchParams> };

export default async function Page({ params, searchParams }: Props) {
  const partner = await requirePartner(params);
  const query = auditQuery(await loadFilter(searchParams), Date.now());
  return hydrated(
    [
      trpcOnServer.audit.list.infiniteQueryOptions({ partner, ...query }, NEXT_PAGE),
      trpcOnServer.audit.choices.queryOptions({ partner }),
    ],
    <AuditPage />,
  );
}
