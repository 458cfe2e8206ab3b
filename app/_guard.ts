import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { secondFactorPath, signInPath } from "@/app/_ui/auth/safe-path";
import { partnerPath } from "@/app/_ui/layout/pages";
import { PATH_HEADER } from "./_headers";
import { currentContext } from "./_session";
import { fetchOrNotFound, serverQueryClient, trpcOnServer } from "./_trpc/server";

/** The props of a page with these parameters in its path. */
export type PageInput<Param extends string = never> = {
  params: Promise<Record<Param, string>>;
  searchParams: Promise<SearchParams>;
};

/** The signed-in user's home page; null when nobody is signed in. */
export async function homePath(): Promise<string | null> {
  const { actor } = await currentContext();
  if (!actor) return null;
  if (actor.kind === "operator") return "/operator";
  const { partner } = await serverQueryClient().fetchQuery(
    trpcOnServer.session.whoAmI.queryOptions(),
  );
  return partner && partnerPath(partner.code, "/overview");
}

/** Whether the signed-in user must set up a second factor before anything else. */
export async function mustEnrol(): Promise<boolean> {
  const { actor } = await currentContext();
  return actor?.kind === "operator" && actor.mustEnrol === true;
}

/** Redirects anonymous visitors to sign-in, and operators without a second factor to its setup. */
export async function requireUser(): Promise<void> {
  const { actor } = await currentContext();
  const path = (await headers()).get(PATH_HEADER);
  if (!actor) redirect(signInPath(path));
  if (await mustEnrol()) redirect(secondFactorPath(path));
}

/**
 * Responds 404 to a partner's members: a link that led elsewhere without a word would puzzle them.
 * The console's home page redirects them to their own.
 */
export async function requireOperator(): Promise<void> {
  await requireUser();
  const { actor } = await currentContext();
  if (actor?.kind === "operator") return;
  const path = (await headers()).get(PATH_HEADER);
  if (path?.split("?")[0] === "/operator") redirect((await homePath()) ?? "/");
  notFound();
}

/** Returns the partner's code from the URL. Responds 404 unless the user may see that partner. */
export async function requirePartner(params: Promise<{ partner: string }>): Promise<string> {
  await requireUser();
  const { partner } = await params;
  await fetchOrNotFound(trpcOnServer.session.access.queryOptions({ partner }));
  return partner;
}
