import { type PageInput, requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { AlertsPage } from "./_ui/alerts-page";

export const metadata = { title: "Alerts" };

export default async function Page({ params }: PageInput<"partner">) {
  const partner = await requirePartner(params);
  return hydrated([trpcOnServer.alerts.list.queryOptions({ partner })], <AlertsPage />);
}
