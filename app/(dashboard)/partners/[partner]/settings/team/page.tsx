import type { Metadata } from "next";
import { requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { TeamPage } from "./_ui/team-page";

export const metadata: Metadata = { title: "Team" };

type Props = { params: Promise<{ partner: string }> };

export default async function Page({ params }: Props) {
  const partner = await requirePartner(params);
  return hydrated(
    [
      trpcOnServer.team.list.queryOptions({ partner }),
      trpcOnServer.team.links.queryOptions({ partner }),
    ],
    <TeamPage />,
  );
}
