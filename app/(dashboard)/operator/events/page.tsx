import { type PageInput, requireOperator } from "@/app/_guard";
import { EventsOf } from "../../_webhooks/prefetch-events";

export const metadata = { title: "Events" };

export default async function Page({ searchParams }: PageInput) {
  await requireOperator();
  return EventsOf({ partner: null, searchParams });
}
