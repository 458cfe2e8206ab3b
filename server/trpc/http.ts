import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { Actor } from "../core/kernel/actor";
import { ERRORS, type ErrorCode, failureBody, isDomainError } from "../core/kernel/errors";
import { watchWaits } from "../core/kernel/watch-waits";
import { type TrpcContext, trpcErrorOf } from "./init";
import { appRouter } from "./root";

const ENDPOINT = "/api/trpc";
/** The dashboard's client batches the calls of a page. No page needs more. */
const MAX_CALLS_PER_BATCH = 10;
const MAX_BODY_BYTES = 65_536;
/** The header of a response that came late, because a store could not confirm who lost access. */
const WAITED = "latchkey-waited";
/**
 * The request header with the ID of the user that the page shows. The tabs of a browser share a
 * cookie: one that still shows the former user must neither read nor act as the next one.
 */
const SHOWN_USER = "latchkey-user";

/**
 * tRPC over HTTP. Accepts only POST with JSON and our own Origin: a form or page of another site
 * can send the cookie, but not all three. Queries are POSTed too, so that no input appears in a
 * URL.
 */
export async function handleTrpc(
  request: Request,
  options: {
    /** Describes the fault of the Origin header; null if it is valid. */
    originFault: (headers: Headers) => string | null;
    createContext: () => Promise<TrpcContext>;
  },
): Promise<Response> {
  const refusal = refuse(request, options.originFault);
  if (refusal) return refusal;
  let hadToWait = () => false;
  const createContext = async (): Promise<TrpcContext> => {
    const context = await options.createContext();
    const watched = watchWaits(context.core);
    hadToWait = watched.hadToWait;
    const actor = isShown(context.actor, request) ? context.actor : null;
    return { ...context, actor, core: watched.core };
  };
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    req: request,
    router: appRouter,
    createContext: () => createContext().catch(refuseCaller),
    allowMethodOverride: true,
    maxBatchSize: MAX_CALLS_PER_BATCH,
    responseMeta: ({ errors }) => {
      const isOut = errors.some(({ code }) => code === "SERVICE_UNAVAILABLE");
      const headers = new Headers(isOut ? { ...NO_STORE, "retry-after": "1" } : NO_STORE);
      if (hadToWait()) headers.set(WAITED, "unconfirmed");
      return { headers };
    },
  });
}

function isShown(actor: Actor | null, { headers }: Request): boolean {
  const shown = headers.get(SHOWN_USER);
  return shown === null || (actor !== null && "userId" in actor && actor.userId === shown);
}

function refuseCaller(error: unknown): never {
  throw isDomainError(error) ? trpcErrorOf(error) : error;
}

const NO_STORE = { "cache-control": "no-store" };

function refuse(
  request: Request,
  originFault: (headers: Headers) => string | null,
): Response | null {
  if (request.method !== "POST") return refusal("method_not_allowed", { allow: "POST" });
  const fault = originFault(request.headers);
  if (fault !== null) return refusal("forbidden", {}, fault);
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim();
  if (mediaType !== "application/json") return refusal("unsupported_media_type");
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  // Browsers always send Content-Length with JSON; without it the body size would be unbounded.
  if (!(length <= MAX_BODY_BYTES)) return refusal("payload_too_large");
  return null;
}

function refusal(code: ErrorCode, headers: Record<string, string> = {}, message?: string) {
  const { status } = ERRORS[code];
  return Response.json(failureBody(code, message), {
    status,
    headers: { ...NO_STORE, ...headers },
  });
}
