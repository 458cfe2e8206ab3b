import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { ERRORS, type ErrorCode, failureBody } from "../core/errors";
import type { TrpcContext } from "./init";
import { appRouter } from "./root";

const ENDPOINT = "/api/trpc";
/** The dashboard's client batches what one page asks for at once. No page asks for more. */
const MAX_CALLS_PER_BATCH = 10;
const MAX_BODY_BYTES = 65_536;

/**
 * tRPC over HTTP. Only POST, JSON and our own Origin pass: a form or a page of another site can send
 * the cookie along, but not all three. Queries are POSTed too, so that no input stands in a URL.
 */
export async function handleTrpc(
  request: Request,
  options: { origin: string; createContext: () => Promise<TrpcContext> },
): Promise<Response> {
  const refusal = refuse(request, options.origin);
  if (refusal) return refusal;
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    req: request,
    router: appRouter,
    createContext: options.createContext,
    allowMethodOverride: true,
    maxBatchSize: MAX_CALLS_PER_BATCH,
    responseMeta: () => ({ headers: new Headers(NO_STORE) }),
  });
}

const NO_STORE = { "cache-control": "no-store" };

function refuse(request: Request, origin: string): Response | null {
  if (request.method !== "POST") return refusal("method_not_allowed", { allow: "POST" });
  if (request.headers.get("origin") !== origin) return refusal("forbidden", {}, "wrong origin");
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim();
  if (mediaType !== "application/json") return refusal("unsupported_media_type");
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  // Browsers always say how long their JSON is; without a length there would be no bound.
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
