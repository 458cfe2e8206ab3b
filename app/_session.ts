import "server-only";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { currentActor, sessionCookie, sessionCookieName } from "@/server/auth/current";
import { isDomainError } from "@/server/core/kernel/errors";
import { wiring } from "@/server/current-wiring";
import type { TrpcContext } from "@/server/trpc/init";

/**
 * Builds the tRPC context of the current page or procedure from its cookie and headers. Throws
 * `unavailable`.
 */
export async function requestContext(): Promise<TrpcContext> {
  const { core, secrets, publicUrl, clientAddress, onUnavailable } = await wiring();
  const isSecure = publicUrl?.startsWith("https:") ?? false;
  const cookie = (await cookies()).get(sessionCookieName(isSecure))?.value;
  const address = clientAddress(await headers());
  const actor = await currentActor(core, { cookie, secrets, address }).catch((error: unknown) => {
    if (isDomainError(error) && error.code === "unavailable") onUnavailable();
    throw error;
  });
  const continueSession = async (sessionId: string) => {
    (await cookies()).set(await sessionCookie(sessionId, { secret: secrets[0], isSecure }));
  };
  return { core, actor, address, continueSession };
}

/** The context of this request, built once per request. */
export const currentContext: () => Promise<TrpcContext> = cache(requestContext);
