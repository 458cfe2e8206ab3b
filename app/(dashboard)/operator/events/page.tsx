import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requireOperator } from "@/app/_guard";
import { EventsOf } from "../../_webhooks/prefetch-events";

export const metadata: Metadata = { title: "Events" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireOperator();
  return EventsOf({ partner: null, searchParams });
}
