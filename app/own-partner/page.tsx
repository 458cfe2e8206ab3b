import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { requireUser } from "@/app/_guard";
import { PATH_HEADER } from "@/app/_headers";
import { serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { partnerPath } from "@/app/_ui/layout/pages";

/**
 * Redirects a partner page's address without the partner, such as `/logs?status=429`, to the page
 * of the user's own partner; operators, who have none, to their own. next.config.mjs rewrites these
 * addresses to this page.
 */
export default async function OwnPartnerPage() {
  await requireUser();
  const path = (await headers()).get(PATH_HEADER) ?? "/";
  if (path.startsWith("/own-partner")) redirect("/");
  const { partner } = await serverQueryClient().fetchQuery(
    trpcOnServer.session.whoAmI.queryOptions(),
  );
  if (partner) redirect(partnerPath(partner.code, path));
  redirect(path.startsWith("/settings") ? "/account" : "/operator");
}
