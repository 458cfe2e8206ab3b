import type { Metadata } from "next";
import { requireAudience } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { TeamPage } from "./_ui/team-page";

export const metadata: Metadata = { title: "Team" };

export default async function Page() {
  await requireAudience("partner");
  await serverQueryClient().prefetchQuery(trpcOnServer.team.list.queryOptions());
  return (
    <Hydrated>
      <TeamPage />
    </Hydrated>
  );
}
