import { permanentRedirect } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { requireOperator } from "@/app/_guard";
import { fetchOrNotFound, trpcOnServer } from "@/app/_trpc/server";
import { movedTab } from "@/app/moved/addresses";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

/** Redirects from a partner's ID to its pages at /partners/<code>. */
export default async function Page({ params, searchParams }: Props) {
  await requireOperator();
  const { id: partnerId } = await params;
  const partner = await fetchOrNotFound(trpcOnServer.partners.get.queryOptions({ partnerId }));
  permanentRedirect(movedTab(partner, await searchParams));
}
