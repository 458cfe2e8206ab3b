import { decode, encode, type JWT } from "next-auth/jwt";
import type { Actor, Core } from "../core/kernel/actor";
import { refuseOutage } from "../core/kernel/outage";
import { noteSession, SESSION_LIFETIME_SECONDS } from "../core/sign-in/sessions";
import type { Secrets } from "./seals";

/** next-auth's cookie; over HTTPS its prefix makes browsers send it over HTTPS only. */
export function sessionCookieName(isSecure: boolean): string {
  return `${isSecure ? "__Secure-" : ""}next-auth.session-token`;
}

/** The cookie that next-auth would set for a session: its token holds the row's ID. */
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

/** Decrypts the token of a session cookie with any of the secrets; null if none fits. */
export async function decodeToken(cookie: string, secrets: Secrets): Promise<JWT | null> {
  for (const secret of secrets) {
    const token = await decode({ token: cookie, secret }).catch(() => null);
    if (token) return token;
  }
  return null;
}

/** The actor of a session cookie as of now; null if signed out. */
export async function currentActor(
  core: Core,
  options: { cookie: string | undefined; secrets: Secrets; address: string | null },
): Promise<Actor | null> {
  if (!options.cookie) return null;
  const token = await decodeToken(options.cookie, options.secrets);
  if (typeof token?.sid !== "string") return null;
  const session = { sessionId: token.sid, address: options.address };
  return noteSession(core, session).catch((error: unknown) => refuseOutage(core, error));
}
