import type { Metadata } from "next";
import { createLoader, type SearchParams } from "nuqs/server";
import { requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { AuditPage } from "./_ui/audit-page";
import { ACTION_CHOICES } from "./_ui/choices";
import { auditQuery, filterOf } from "./_ui/filter";

export const metadata: Metadata = { title: "Audit log" };

const loadFilter = createLoader(filterOf(ACTION_CHOICES));

type Props = { searchParams: Promise<SearchParams> };

export default async function Page({ searchParams }: Props) {
  await requireOperator();
  const query = auditQuery(await loadFilter(searchParams), Date.now());
  return hydrated(
    [trpcOnServer.audit.listAll.infiniteQueryOptions(query, NEXT_PAGE)],
    <AuditPage actions={ACTION_CHOICES} />,
  );
}
