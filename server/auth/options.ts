import type { NextAuthOptions } from "next-auth";
import { encode } from "next-auth/jwt";
import Credentials from "next-auth/providers/credentials";
import { z } from "zod";
import type { Core } from "../core/kernel/actor";
import { ERRORS, isDomainError } from "../core/kernel/errors";
import {
  findSessionActor,
  SESSION_LIFETIME_SECONDS,
  signIn,
  signOut,
} from "../core/sign-in/sessions";
import { storable } from "../core/values/text";
import { csrfSecret } from "./csrf";
import { decodeToken } from "./current";
import type { Secrets } from "./seals";
import { SECOND_FACTOR_ERRORS, waitError } from "./sign-in-errors";

const text = (longest: number) => z.string().max(longest).refine(storable).default("");
const Sent = z.object({ email: text(254), password: text(256), code: text(40) });

/** The status of a refused sign-in, and when to try again. */
export type Refused = { status: number; seconds: number };

/**
 * next-auth with Credentials. The token holds only the Session row's ID, so that deleting the row
 * ends the session at the next request.
 */
export function authOptions(
  core: Core,
  options: {
    secrets: Secrets;
    /** The cookies of the request. */
    cookies: readonly { name: string; value: string }[];
    clientAddress(headers: Headers): string | null;
    /** Called if a sign-in may be retried after `seconds`: next-auth itself always responds 401. */
    onRefused?(refused: Refused): void;
  },
): NextAuthOptions {
  return {
    secret: csrfSecret(options.cookies, options.secrets),
    jwt: {
      encode: ({ token, maxAge }) => encode({ token, maxAge, secret: options.secrets[0] }),
      decode: async ({ token = "" }) => decodeToken(token, options.secrets),
    },
    session: { strategy: "jwt", maxAge: SESSION_LIFETIME_SECONDS },
    pages: { signIn: "/sign-in" },
    providers: [
      Credentials({
        credentials: { email: {}, password: {}, code: {} },
        authorize: async (credentials, request) => {
          // Browsers send these fields as text; other clients may send objects or a NUL.
          const sent = Sent.safeParse(credentials ?? {});
          if (!sent.success) return null;
          const { email, password, code } = sent.data;
          const headers = new Headers(request.headers as Record<string, string>);
          const address = options.clientAddress(headers);
          const userAgent = headers.get("user-agent");
          const input = { email, password, code: code.trim(), address, userAgent };
          const session = await signIn(core, input).catch((error: unknown) =>
            refuse(core, error, options.onRefused),
          );
          return session && { id: session.sessionId };
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { sid: user.id } : token),
      session: ({ session }) => session,
    },
    events: {
      signOut: async ({ token }) => {
        const sessionId = typeof token?.sid === "string" ? token.sid : null;
        const actor = sessionId ? await findSessionActor(core, sessionId) : null;
        if (actor) await signOut({ ...core, actor, address: null });
      },
    },
    logger: {
      error: (code, metadata) => core.log.error({ code, text: describe(metadata) }, "next-auth"),
      warn: (code) => core.log.warn({ code }, "next-auth"),
      debug: () => undefined,
    },
  };
}

function refuse(core: Core, error: unknown, onRefused?: (refused: Refused) => void): null {
  if (!isDomainError(error)) {
    core.log.error({ err: error }, "sign-in failed");
    const code = core.isUnavailable(error) ? "unavailable" : "internal_error";
    onRefused?.({ status: ERRORS[code].status, seconds: 1 });
    throw new Error("unavailable");
  }
  if (error.code === "too_many_attempts") {
    const seconds = Number(error.details.retry_after_seconds);
    onRefused?.({ status: ERRORS[error.code].status, seconds });
    throw new Error(waitError(seconds));
  }
  // Reported only after the correct password, so that they reveal nothing to others.
  if (error.code === "second_factor_required") throw new Error(SECOND_FACTOR_ERRORS.needed);
  if (error.code === "second_factor_invalid") throw new Error(SECOND_FACTOR_ERRORS.wrong);
  return null;
}

// Message only: next-auth passes whole errors, whose other fields may hold user input.
function describe(metadata: unknown): string {
  return metadata instanceof Error ? metadata.message : "";
}
