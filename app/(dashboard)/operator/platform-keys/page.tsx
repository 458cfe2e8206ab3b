import { requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { PlatformKeysPage } from "./_ui/platform-keys-page";

export const metadata = { title: "Platform keys" };

export default async function Page() {
  await requireOperator();
  return hydrated([trpcOnServer.platformKeys.list.queryOptions()], <PlatformKeysPage />);
}
