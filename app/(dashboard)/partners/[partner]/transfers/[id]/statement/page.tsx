import { type PageInput, requirePartner } from "@/app/_guard";
import { fetchOrNotFound, Hydrated, trpcOnServer } from "@/app/_trpc/server";
import { StatementPage } from "./_ui/statement-page";

export const metadata = { title: "Statement" };

export default async function Page({ params }: PageInput<"partner" | "id">) {
  const partner = await requirePartner(params);
  const transferId = (await params).id;
  await fetchOrNotFound(trpcOnServer.transfers.statement.queryOptions({ partner, transferId }));
  return (
    <Hydrated>
      <StatementPage transferId={transferId} />
    </Hydrated>
  );
}
