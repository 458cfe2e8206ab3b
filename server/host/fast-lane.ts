import type { IncomingMessage, ServerResponse } from "node:http";
import type { Api } from "../rest/api";
import type { ApiRequest } from "../rest/exchange";
import { BASE_PATH } from "../rest/route";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Answers the REST API from the same endpoint objects as the App Router's route handlers, before Next
 * sees the request, and without a Request and a Response: they cost more than all the rest. Everything
 * else goes to `next`.
 */
export function withFastLane(api: Api, next: Handler): Handler {
  return async (request, response) => {
    const path = request.url ?? "";
    if (!isApi(path)) return next(request, response);
    const { status, headers, body } = await api(apiRequest(request, path));
    response.writeHead(status, headers).end(body);
  };
}

function isApi(path: string): boolean {
  if (!path.startsWith(BASE_PATH)) return false;
  const after = path.charAt(BASE_PATH.length);
  return after === "/" || after === "?" || after === "";
}

function apiRequest(request: IncomingMessage, path: string): ApiRequest {
  const header = (name: string): string | null => {
    const value = request.headers[name];
    if (value === undefined) return null;
    return typeof value === "string" ? value : value.join(", ");
  };
  return {
    method: request.method ?? "GET",
    url: new URL(path, "http://localhost"),
    // The front door has written it there, over whatever was sent.
    address: header("x-forwarded-for") || null,
    header,
    headerSize: () => request.rawHeaders.reduce((size, part) => size + part.length, 0),
    body: () => request,
  };
}
