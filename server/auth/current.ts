import { decode, encode } from "next-auth/jwt";
import type { Actor, Core } from "../core/actor";
import { noteSession, SESSION_LIFETIME_SECONDS } from "../core/team/sessions";

/** next-auth's cookie; over https it carries the prefix that keeps it from plain http. */
export function sessionCookieName(isSecure: boolean): string {
  return `${isSecure ? "__Secure-" : ""}next-auth.session-token`;
}

/** The cookie that next-auth would set for a session: its token holds the id of the row. */
export async function sessionCookie(
  sessionId: string,
  options: { secret: string; isSecure: boolean },
) {
  const { secret, isSecure } = options;
  const maxAge = SESSION_LIFETIME_SECONDS;
  return {
    name: sessionCookieName(isSecure),
    value: await encode({ token: { sid: sessionId }, secret, maxAge }),
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: isSecure,
    maxAge,
  } as const;
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
