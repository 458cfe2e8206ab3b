import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requirePartner } from "@/app/_guard";
import { EndpointOf } from "../../../../_webhooks/prefetch";

export const metadata: Metadata = { title: "Webhook endpoint" };

type Props = {
  params: Promise<{ partner: string; endpoint: string }>;
  searchParams: Promise<SearchParams>;
};

export default async function Page({ params, searchParams }: Props) {
  const partner = await requirePartner(params);
  return EndpointOf({ partner, endpointId: (await params).endpoint, searchParams });
}
