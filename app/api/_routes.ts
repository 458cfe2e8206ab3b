import { ERRORS, type ErrorCode, failureBody } from "@/server/core/kernel/errors";

const READ = "GET, HEAD, OPTIONS";

/** The route handlers below /api, except the REST API's, with their methods. */
const ROUTES: readonly { path: RegExp; allow: string }[] = [
  { path: /^\/api\/(health|ready|metrics)$/, allow: READ },
  { path: /^\/api\/v1\/leaks$/, allow: "POST, OPTIONS" },
  { path: /^\/api\/export\/[^/]+$/, allow: READ },
  { path: /^\/api\/trpc\/[^/]+$/, allow: "POST, OPTIONS" },
  // next-auth has more actions. One of them, `_log`, writes anything it receives to the log.
  { path: /^\/api\/auth\/(csrf|session|providers|signin|error|verify-request)$/, allow: READ },
  { path: /^\/api\/auth\/signout$/, allow: "GET, HEAD, POST, OPTIONS" },
  { path: /^\/api\/auth\/callback\/credentials$/, allow: "POST, OPTIONS" },
];

/** Paths are case-sensitive, but a path below /API is not a page either. */
const BELOW_API = /^\/api(\/|$)/i;

/**
 * The response to a request without a route handler or page: 404 or 405 in the API's error body,
 * and 204 to OPTIONS. Null if a route matches. Without it, Next would return pages below /api, and
 * pages for any method. Pages have no server actions, so they are only read: Next would log attempts
 * to call one as errors.
 */
export function answerWithoutRoute(request: { method: string; pathname: string }): Response | null {
  const { method, pathname } = request;
  const isApi = BELOW_API.test(decoded(pathname));
  const route = isApi ? ROUTES.find(({ path }) => path.test(pathname)) : { allow: READ };
  if (!route) return refusal("not_found");
  const { allow } = route;
  if (method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
  return allow.split(", ").includes(method)
    ? null
    : refusal("method_not_allowed", { headers: { allow } });
}

const FORM = "application/x-www-form-urlencoded";

/** next-auth's cookie with the page to open after sign-in; it has a prefix over https. */
const CALLBACK_COOKIE = /(?:^|;\s*)(?:__Secure-)?next-auth\.callback-url=([^;]*)/g;

/**
 * Refuses requests that next-auth would answer with 500: a body that is not a form, or an invalid
 * callback URL. Null for all others.
 */
export function refuseUnreadable({ method, url, headers }: Request): Response | null {
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (method === "POST" && type !== FORM) return refusal("unsupported_media_type");
  const sent = (headers.get("cookie") ?? "").matchAll(CALLBACK_COOKIE);
  const callbacks = [
    new URL(url).searchParams.get("callbackUrl") ?? "",
    ...Array.from(sent, ([, value = ""]) => decoded(value)),
  ];
  return callbacks.every(isAddress) ? null : refusal("invalid_request");
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Whether the text is an http URL, a path, or empty. */
function isAddress(text: string): boolean {
  const base = text.startsWith("/") ? "http://localhost" : undefined;
  return (
    text === "" || (URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol))
  );
}

/** An error of the catalogue as a response. */
export function refusal(
  code: ErrorCode,
  { message, headers = {} }: { message?: string; headers?: Record<string, string> } = {},
): Response {
  const { status } = ERRORS[code];
  return Response.json(failureBody(code, message), {
    status,
    headers: { "cache-control": "no-store", ...headers },
  });
}
