import type { Metadata } from "next";
import { requirePartner } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { TeamPage } from "./_ui/team-page";

export const metadata: Metadata = { title: "Team" };

type Props = { params: Promise<{ partner: string }> };

export default async function Page({ params }: Props) {
  const partner = await requirePartner(params);
  const client = serverQueryClient();
  await Promise.all([
    client.prefetchQuery(trpcOnServer.team.list.queryOptions({ partner })),
    client.prefetchQuery(trpcOnServer.team.links.queryOptions({ partner })),
  ]);
  return (
    <Hydrated>
      <TeamPage />
    </Hydrated>
  );
}
