import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { secondFactorPath, signInPath } from "@/app/_ui/auth/safe-path";
import type { TrpcContext } from "@/server/trpc/init";
import { PATH_HEADER } from "./_headers";
import { requestContext } from "./_session";

/** The context of this request, looked up once however many components ask. */
export const currentContext: () => Promise<TrpcContext> = cache(requestContext);

type Audience = "partner" | "operator";

/** Where each kind of user lives. */
export const HOMES: Record<Audience, string> = { partner: "/overview", operator: "/operator" };

/** Who is signed in, or as whose guest; null when nobody is. */
export async function currentAudience(): Promise<Audience | null> {
  const { actor, viewing } = await currentContext();
  if (!actor) return null;
  return actor.kind === "operator" && viewing === null ? "operator" : "partner";
}

/** Whether whoever is signed in has to set up a second factor before anything else. */
export async function mustEnrol(): Promise<boolean> {
  const { actor } = await currentContext();
  return actor?.kind === "operator" && actor.mustEnrol === true;
}

/**
 * Sends strangers to sign in and back here, operators without a second factor to set one up, and the
 * others' people to their own home.
 */
export async function requireAudience(audience: Audience | "everyone"): Promise<void> {
  const found = await currentAudience();
  const path = (await headers()).get(PATH_HEADER);
  if (!found) redirect(signInPath(path));
  if (await mustEnrol()) redirect(secondFactorPath(path));
  if (audience !== "everyone" && found !== audience) redirect(HOMES[found]);
}
