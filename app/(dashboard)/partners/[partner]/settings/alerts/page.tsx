import type { Metadata } from "next";
import { requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { AlertsPage } from "./_ui/alerts-page";

export const metadata: Metadata = { title: "Alerts" };

type Props = { params: Promise<{ partner: string }> };

export default async function Page({ params }: Props) {
  const partner = await requirePartner(params);
  return hydrated([trpcOnServer.alerts.list.queryOptions({ partner })], <AlertsPage />);
}
