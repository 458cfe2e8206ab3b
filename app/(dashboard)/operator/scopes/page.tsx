import { requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { ScopesPage } from "./_ui/scopes-page";

export const metadata = { title: "Scopes" };

export default async function Page() {
  await requireOperator();
  return hydrated([trpcOnServer.scopes.listAll.queryOptions()], <ScopesPage />);
}
