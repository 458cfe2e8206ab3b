import { type PageInput, requirePartner } from "@/app/_guard";
import { EndpointOf } from "../../../../_webhooks/prefetch";

export const metadata = { title: "Webhook endpoint" };

export default async function Page({ params, searchParams }: PageInput<"partner" | "endpoint">) {
  const partner = await requirePartner(params);
  return EndpointOf({ partner, endpointId: (await params).endpoint, searchParams });
}
