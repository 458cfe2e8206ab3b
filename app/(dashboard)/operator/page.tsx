import { requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { HomePage } from "./_ui/home-page";

export const metadata = { title: "Overview" };

export default async function Page() {
  // Checked here too, because layouts don't run again on client-side navigation.
  await requireOperator();
  return hydrated(
    [trpcOnServer.home.get.queryOptions(), trpcOnServer.webhooks.allBroken.queryOptions()],
    <HomePage />,
  );
}
