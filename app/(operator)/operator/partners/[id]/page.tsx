import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireAudience } from "@/app/_guard";
import { Hydrated, isMissing, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { LOG_CHOICES } from "@/app/(partner)/logs/_ui/choices";
import { PartnerPage } from "./_ui/partner-page";

export const metadata: Metadata = { title: "Partner" };

type Props = { params: Promise<{ id: string }> };

export default async function Page({ params }: Props) {
  await requireAudience("operator");
  const partnerId = (await params).id;
  const client = serverQueryClient();
  await Promise.all([
    client
      .fetchQuery(trpcOnServer.partners.get.queryOptions({ partnerId }))
      .catch((error: unknown) => {
        if (isMissing(error)) notFound();
        throw error;
      }),
    client.prefetchQuery(trpcOnServer.limitRequests.list.queryOptions()),
  ]);
  return (
    <Hydrated>
      <PartnerPage partnerId={partnerId} logChoices={LOG_CHOICES} />
    </Hydrated>
  );
}
