import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { requirePartner } from "@/app/_guard";
import { EventsOf } from "../../../_webhooks/prefetch-events";

export const metadata: Metadata = { title: "Events" };

type Props = { params: Promise<{ partner: string }>; searchParams: Promise<SearchParams> };

export default async function Page({ params, searchParams }: Props) {
  const partner = await requirePartner(params);
  return EventsOf({ partner, searchParams });
}
