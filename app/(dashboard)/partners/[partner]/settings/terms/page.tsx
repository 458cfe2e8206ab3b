import type { Metadata } from "next";
import { requirePartner } from "@/app/_guard";
import { hydrated, trpcOnServer } from "@/app/_trpc/server";
import { NEXT_PAGE } from "@/app/_ui/table/paging";
import { TermsPage } from "./_ui/terms-page";

export const metadata: Metadata = { title: "Terms" };

type Props = { params: Promise<{ partner: string }> };

export default async function Page({ params }: Props) {
  const partner = await requirePartner(params);
  return hydrated(
    [trpcOnServer.terms.list.infiniteQueryOptions({ partner }, NEXT_PAGE)],
    <TermsPage />,
  );
}
