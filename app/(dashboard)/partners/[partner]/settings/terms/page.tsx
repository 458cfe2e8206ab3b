import { type PageInput, requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { TermsPage } from "./_ui/terms-page";

export const metadata = { title: "Terms" };

export default async function Page({ params }: PageInput<"partner">) {
  const partner = await requirePartner(params);
  return hydrated(
    [trpcOnServer.terms.list.infiniteQueryOptions({ partner }, NEXT_PAGE)],
    <TermsPage />,
  );
}
