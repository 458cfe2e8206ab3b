import { requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { HealthPage } from "./_ui/health-page";

export const metadata = { title: "Health" };

export default async function Page() {
  await requireOperator();
  return hydrated(
    [
      trpcOnServer.health.get.queryOptions(),
      trpcOnServer.health.platform.queryOptions(),
      trpcOnServer.webhooks.allBroken.queryOptions(),
    ],
    <HealthPage />,
  );
}
