import type { Metadata } from "next";
import { requireAudience } from "@/app/_guard";
import { Hydrated, serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { PartnersPage } from "./_ui/partners-page";

export const metadata: Metadata = { title: "Partners" };

export default async function OperatorPage() {
  // Layouts are not asked again when the browser goes from page to page.
  await requireAudience("operator");
  await serverQueryClient().prefetchQuery(trpcOnServer.partners.list.queryOptions({}));
  return (
    <Hydrated>
      <PartnersPage />
    </Hydrated>
  );
}
