import { type PageInput, requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { TeamPage } from "./_ui/team-page";

export const metadata = { title: "Team" };

export default async function Page({ params }: PageInput<"partner">) {
  const partner = await requirePartner(params);
  return hydrated(
    [
      trpcOnServer.team.list.queryOptions({ partner }),
      trpcOnServer.team.links.queryOptions({ partner }),
    ],
    <TeamPage />,
  );
}
