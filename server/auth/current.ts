import { decode } from "next-auth/jwt";
import type { Actor, Core } from "../core/actor";
import { noteSession } from "../core/team/sessions";

/** next-auth's cookie; over https it carries the prefix that keeps it from plain http. */
export function sessionCookieName(isSecure: boolean): string {
  return `${isSecure ? "__Secure-" : ""}next-auth.session-token`;
}

/** Who the session cookie's value stands for at this moment; null when signed out. */
export async function currentActor(
  core: Core,
  options: { cookie: string | undefined; secret: string; address: string | null },
): Promise<Actor | null> {
  if (!options.cookie) return null;
  const token = await decode({ token: options.cookie, secret: options.secret }).catch(() => null);
  if (typeof token?.sid !== "string") return null;
  return noteSession(core, { sessionId: token.sid, address: options.address });
}
