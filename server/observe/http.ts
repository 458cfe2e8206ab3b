import { createHash, timingSafeEqual } from "node:crypto";
import { ERRORS, failureBody } from "../core/kernel/errors";
import type { Metrics, Report } from "./metrics";
import type { Readiness } from "./readiness";

const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** GET /api/health: the process is alive and serves. Does not check the stores. */
export function healthAnswer(): Response {
  return Response.json({ status: "ok" }, { headers: HEADERS });
}

type Figured = {
  token: string | null;
  metrics: Metrics | null;
  others?: (() => Promise<Report[]>) | undefined;
};

/** GET /api/metrics. 404 without a METRICS_TOKEN: behind a proxy, every request looks local. */
export async function metricsAnswer(
  request: Request,
  { token, metrics, others }: Figured,
): Promise<Response> {
  if (token === null || metrics === null) return refusal("not_found");
  if (!carries(request, token)) {
    return refusal("unauthenticated", "The metrics token is missing or wrong.");
  }
  const headers = { ...HEADERS, "content-type": metrics.contentType };
  return new Response(await metrics.text(others?.() ?? null), { headers });
}

/**
 * GET /api/ready: 200, or 503 if the process cannot serve. Only the token's holder gets the reason.
 */
export function readyAnswer(
  request: Request,
  { token, readiness }: { token: string | null; readiness: Readiness },
): Response {
  const status = readiness.status === "unready" ? 503 : 200;
  const mayKnow = token !== null && carries(request, token);
  const body = mayKnow ? readiness : { status: readiness.status };
  const headers = status === 503 ? { ...HEADERS, "retry-after": "1" } : HEADERS;
  return Response.json(body, { status, headers });
}

// Digests have equal length, so neither timing nor length reveals anything about the token.
function carries(request: Request, token: string): boolean {
  const sent = request.headers.get("authorization") ?? "";
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(sent), digest(`Bearer ${token}`));
}

function refusal(code: "not_found" | "unauthenticated", message?: string): Response {
  const headers = new Headers(HEADERS);
  if (code === "unauthenticated") headers.set("www-authenticate", 'Bearer realm="metrics"');
  return Response.json(failureBody(code, message), { status: ERRORS[code].status, headers });
}
