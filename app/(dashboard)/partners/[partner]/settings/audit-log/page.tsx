import { type PageInput, requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { AuditPage } from "./_ui/audit-page";
import { auditQuery, loadFilter } from "./_ui/filter";

export const metadata = { title: "Audit log" };

export default async function Page({ params, searchParams }: PageInput<"partner">) {
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
