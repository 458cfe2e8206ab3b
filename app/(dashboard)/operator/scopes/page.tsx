import type { Metadata } from "next";
import { requireOperator } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { ScopesPage } from "./_ui/scopes-page";

export const metadata: Metadata = { title: "Scopes" };

export default async function Page() {
  await requireOperator();
  await serverQueryClient().prefetchQuery(trpcOnServer.scopes.listAll.queryOptions());
  return (
    <Hydrated>
      <ScopesPage />
    </Hydrated>
  );
}
