import { headers } from "next/headers";
import { permanentRedirect, redirect } from "next/navigation";
import { requireUser } from "@/app/_guard";
import { PATH_HEADER } from "@/app/_headers";
import { serverQueryClient, trpcOnServer } from "@/app/_trpc/server";
import { movedTo } from "./addresses";

/**
 * Redirects URLs of partner pages without the partner; next.config.mjs rewrites them to this page.
 */
export default async function MovedPage() {
  await requireUser();
  const path = (await headers()).get(PATH_HEADER) ?? "/";
  if (path === "/moved" || path.startsWith("/moved?")) redirect("/");
  const { partner } = await serverQueryClient().fetchQuery(
    trpcOnServer.session.whoAmI.queryOptions(),
  );
  const { location, isPermanent } = movedTo(path, partner?.code ?? null);
  return isPermanent ? permanentRedirect(location) : redirect(location);
}
