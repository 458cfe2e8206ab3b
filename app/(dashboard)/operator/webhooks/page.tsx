import { requireOperator } from "@/app/_guard";
import { EndpointsOf } from "../../_webhooks/prefetch";

export const metadata = { title: "Webhooks" };

export default async function Page() {
  await requireOperator();
  return EndpointsOf({ partner: null });
}
