import { requireUser } from "@/app/_guard";
import { fetchOrNotFound, Hydrated, trpcOnServer } from "@/app/_trpc/server";
import { ReceiverPage } from "./_ui/receiver-page";

export const metadata = { title: "Demo receiver" };

/** The webhooks that the demo's receiver got, posted to this same URL; 404 without a demo. */
export default async function Page() {
  await requireUser();
  await fetchOrNotFound(trpcOnServer.demo.webhooks.queryOptions());
  return (
    <Hydrated>
      <ReceiverPage />
    </Hydrated>
  );
}
