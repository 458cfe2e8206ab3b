import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requireOperator } from "@/app/_guard";
import { EndpointOf } from "../../../_webhooks/prefetch";

export const metadata: Metadata = { title: "Webhook endpoint" };

type Props = { params: Promise<{ endpoint: string }>; searchParams: Promise<SearchParams> };

export default async function Page({ params, searchParams }: Props) {
  await requireOperator();
  return EndpointOf({ partner: null, endpointId: (await params).endpoint, searchParams });
}
