import { ERRORS, type ErrorCode, failureBody } from "@/server/core/errors";

const READ = "GET, HEAD, OPTIONS";

/** The route handlers below /api, except the REST API's, with the methods of each. */
export const ROUTES: readonly { path: RegExp; allow: string }[] = [
  { path: /^\/api\/(health|ready|metrics)$/, allow: READ },
  { path: /^\/api\/export\/[^/]+$/, allow: READ },
  { path: /^\/api\/trpc\/[^/]+$/, allow: "POST, OPTIONS" },
  // next-auth has more actions. One of them, `_log`, writes what anyone sends into the log.
  { path: /^\/api\/auth\/(csrf|session|providers|signin|error|verify-request)$/, allow: READ },
  { path: /^\/api\/auth\/signout$/, allow: "GET, HEAD, POST, OPTIONS" },
  { path: /^\/api\/auth\/callback\/credentials$/, allow: "POST, OPTIONS" },
];

/**
 * The response to a request below /api that no route handler takes: 404 or 405 in the API's error body,
 * and 204 to OPTIONS. Null where a route handler responds. Without it Next would send pages.
 */
export function answerWithoutRoute(method: string, pathname: string): Response | null {
  const route = ROUTES.find(({ path }) => path.test(pathname));
  if (!route) return refusal("not_found");
  const { allow } = route;
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
  return allow.split(", ").includes(method) ? null : refusal("method_not_allowed", { allow });
}

function refusal(code: ErrorCode, headers: Record<string, string> = {}): Response {
  const { status } = ERRORS[code];
  return Response.json(failureBody(code), {
    status,
    headers: { "cache-control": "no-store", ...headers },
  });
}
