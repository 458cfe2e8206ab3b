import { requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NewImportPage } from "./_ui/new-import-page";

export const metadata = { title: "New import" };

export default async function Page() {
  await requireOperator();
  return hydrated([trpcOnServer.imports.columns.queryOptions()], <NewImportPage />);
}
