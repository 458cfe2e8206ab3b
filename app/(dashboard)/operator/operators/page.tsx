import { requireOperator } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { OperatorsPage } from "./_ui/operators-page";

export const metadata = { title: "Operators" };

export default async function Page() {
  await requireOperator();
  return hydrated(
    [trpcOnServer.operators.list.queryOptions(), trpcOnServer.leaks.policy.queryOptions()],
    <OperatorsPage />,
  );
}
