import type { Metadata } from "next";
import { requireOperator } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { OperatorsPage } from "./_ui/operators-page";

export const metadata: Metadata = { title: "Operators" };

export default async function Page() {
  await requireOperator();
  await serverQueryClient().prefetchQuery(trpcOnServer.operators.list.queryOptions());
  return (
    <Hydrated>
      <OperatorsPage />
    </Hydrated>
  );
}
