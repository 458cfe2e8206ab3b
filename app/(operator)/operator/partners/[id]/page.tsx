import type { Metadata } from "next";
import { requireAudience } from "@/app/_guard";
import { fetchOrNotFound, Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { LOG_CHOICES } from "@/app/(partner)/logs/_ui/choices";
import { PartnerPage } from "./_ui/partner-page";

export const metadata: Metadata = { title: "Partner" };

type Props = { params: Promise<{ id: string }> };

export default async function Page({ params }: Props) {
  await requireAudience("operator");
  const partnerId = (await params).id;
  await Promise.all([
    fetchOrNotFound(trpcOnServer.partners.get.queryOptions({ partnerId })),
    serverQueryClient().prefetchQuery(trpcOnServer.limitRequests.list.queryOptions()),
  ]);
  return (
    <Hydrated>
      <PartnerPage partnerId={partnerId} logChoices={LOG_CHOICES} />
    </Hydrated>
  );
}
