import type { Metadata } from "next";
import { requirePartner } from "@/app/_guard";
import { EndpointsOf } from "../../../_webhooks/prefetch";

export const metadata: Metadata = { title: "Webhooks" };

export default async function Page({ params }: { params: Promise<{ partner: string }> }) {
  return EndpointsOf({ partner: await requirePartner(params) });
}
