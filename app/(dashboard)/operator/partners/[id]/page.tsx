import { redirect } from "next/navigation";
import { requireOperator } from "@/app/_guard";
import { fetchOrNotFound, trpcOnServer } from "@/app/_trpc/server";
import { partnerPath } from "@/app/_ui/layout/pages";

/** Redirects from a partner's ID to its pages at /partners/<code>. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  await requireOperator();
  const { id: partnerId } = await params;
  const { code } = await fetchOrNotFound(trpcOnServer.partners.get.queryOptions({ partnerId }));
  redirect(partnerPath(code, "/overview"));
}
