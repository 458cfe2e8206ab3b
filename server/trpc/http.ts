import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { TrpcContext } from "./init";
import { appRouter } from "./root";

const ENDPOINT = "/api/trpc";
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
  if (refusal)
    return Response.json({ error: refusal.message }, { status: refusal.status, headers: NO_STORE });
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    req: request,
    router: appRouter,
    createContext: options.createContext,
    allowMethodOverride: true,
    responseMeta: () => ({ headers: new Headers(NO_STORE) }),
  });
}

const NO_STORE = { "cache-control": "no-store" };

function refuse(request: Request, origin: string): { status: number; message: string } | null {
  if (request.method !== "POST") return { status: 405, message: "POST only" };
  if (request.headers.get("origin") !== origin) return { status: 403, message: "wrong origin" };
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim();
  if (mediaType !== "application/json") return { status: 415, message: "application/json only" };
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  // Browsers always say how long their JSON is; without a length there would be no bound.
  if (!(length <= MAX_BODY_BYTES)) return { status: 413, message: "the body is too large" };
  const paths = new URL(request.url).pathname.slice(ENDPOINT.length + 1).split(",");
  if (paths.length > MAX_CALLS_PER_BATCH)
    return { status: 400, message: "too many calls in a batch" };
  return null;
}
