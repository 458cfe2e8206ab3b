import { type PageInput, requirePartner } from "@/app/_guard";
import { EndpointsOf } from "../../../_webhooks/prefetch";

export const metadata = { title: "Webhooks" };

export default async function Page({ params }: PageInput<"partner">) {
  return EndpointsOf({ partner: await requirePartner(params) });
}
