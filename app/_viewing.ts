import "server-only";
import { cookies, headers } from "next/headers";
import type { Actor } from "@/server/core/actor";
import { wiring } from "@/server/wiring";
import { PATH_HEADER, VIEWING_HEADER, VIEWING_PARAMETER } from "./_headers";

const COOKIE = "latchkey.viewing";

/**
 * The partner that the operator looks at in this request, null for everyone else. Procedures and
 * exports are told by the page that asks; pages by a cookie, which is good for one session and not for
 * the operators' own pages.
 */
export async function viewedPartner(actor: Actor | null): Promise<string | null> {
  if (actor?.kind !== "operator") return null;
  const sent = await headers();
  const path = sent.get(PATH_HEADER) ?? "";
  if (path.startsWith("/api/trpc")) return sent.get(VIEWING_HEADER);
  if (path.startsWith("/api/export/")) {
    return new URL(path, "http://latchkey.invalid").searchParams.get(VIEWING_PARAMETER);
  }
  if (path === "/operator" || path.startsWith("/operator/")) return null;
  const [sessionId, partnerId] = (await cookies()).get(COOKIE)?.value.split(" ") ?? [];
  return sessionId === actor.sessionId && partnerId ? partnerId : null;
}

/** Lets the operator's pages outside the console be those of the partner; null ends it. */
export async function setViewedPartner(actor: Actor, partnerId: string | null): Promise<void> {
  const jar = await cookies();
  if (partnerId === null || actor.kind !== "operator") jar.delete(COOKIE);
  else {
    const secure = (await wiring()).publicUrl?.startsWith("https:") ?? false;
    const value = `${actor.sessionId} ${partnerId}`;
    jar.set(COOKIE, value, { httpOnly: true, sameSite: "strict", secure });
  }
}
