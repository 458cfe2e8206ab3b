import type { Metadata } from "next";
import { requirePartner } from "@/app/_guard";
import { fetchOrNotFound, Hydrated, trpcOnServer } from "@/app/_trpc/server";
import { StatementPage } from "./_ui/statement-page";

export const metadata: Metadata = { title: "Statement" };

type Props = { params: Promise<{ partner: string; id: string }> };

export default async function Page({ params }: Props) {
  const partner = await requirePartner(params);
  const transferId = (await params).id;
  await fetchOrNotFound(trpcOnServer.transfers.statement.queryOptions({ partner, transferId }));
  return (
    <Hydrated>
      <StatementPage transferId={transferId} />
    </Hydrated>
  );
}
