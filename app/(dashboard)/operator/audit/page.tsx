import { createLoader } from "nuqs/server";
import { type PageInput, requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { AuditPage } from "./_ui/audit-page";
import { ACTION_CHOICES } from "./_ui/choices";
import { auditQuery, filterOf } from "./_ui/filter";

export const metadata = { title: "Audit log" };

const loadFilter = createLoader(filterOf(ACTION_CHOICES));

export default async function Page({ searchParams }: PageInput) {
  await requireOperator();
  const query = auditQuery(await loadFilter(searchParams), Date.now());
  return hydrated(
    [trpcOnServer.audit.listAll.infiniteQueryOptions(query, NEXT_PAGE)],
    <AuditPage actions={ACTION_CHOICES} />,
  );
}
