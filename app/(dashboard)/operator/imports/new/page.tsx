import type { Metadata } from "next";
import { requireOperator } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { NewImportPage } from "./_ui/new-import-page";

export const metadata: Metadata = { title: "New import" };

export default async function Page() {
  await requireOperator();
  await serverQueryClient().prefetchQuery(trpcOnServer.imports.columns.queryOptions());
  return (
    <Hydrated>
      <NewImportPage />
    </Hydrated>
  );
}
