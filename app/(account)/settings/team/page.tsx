import type { Metadata } from "next";
import { requireAudience } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { TeamPage } from "./_ui/team-page";

export const metadata: Metadata = { title: "Team" };

export default async function Page() {
  await requireAudience("partner");
  const client = serverQueryClient();
  await Promise.all([
    client.prefetchQuery(trpcOnServer.team.list.queryOptions()),
    client.prefetchQuery(trpcOnServer.team.links.queryOptions()),
  ]);
  return (
    <Hydrated>
      <TeamPage />
    </Hydrated>
  );
}
