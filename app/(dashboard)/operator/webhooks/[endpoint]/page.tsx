import { type PageInput, requireOperator } from "@/app/_guard";
import { EndpointOf } from "../../../_webhooks/prefetch";

export const metadata = { title: "Webhook endpoint" };

export default async function Page({ params, searchParams }: PageInput<"endpoint">) {
  await requireOperator();
  return EndpointOf({ partner: null, endpointId: (await params).endpoint, searchParams });
}
