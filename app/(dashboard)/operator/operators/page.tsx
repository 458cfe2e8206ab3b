import type { Metadata } from "next";
import { requireOperator } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { OperatorsPage } from "./_ui/operators-page";

export const metadata: Metadata = { title: "Operators" };

export default async function Page() {
  await requireOperator();
  const client = serverQueryClient();
  await Promise.all([
    client.prefetchQuery(trpcOnServer.operators.list.queryOptions()),
    client.prefetchQuery(trpcOnServer.leaks.policy.queryOptions()),
  ]);
  return (
    <Hydrated>
      <OperatorsPage />
    </Hydrated>
  );
}
