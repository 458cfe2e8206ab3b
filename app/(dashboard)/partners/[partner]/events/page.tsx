import { type PageInput, requirePartner } from "@/app/_guard";
import { EventsOf } from "../../../_webhooks/prefetch-events";

export const metadata = { title: "Events" };

export default async function Page({ params, searchParams }: PageInput<"partner">) {
  const partner = await requirePartner(params);
  return EventsOf({ partner, searchParams });
}
