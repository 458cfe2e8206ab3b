import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate } from "node:timers";
import { counted } from "../observe/faces";
import { healthAnswer } from "../observe/http";
import type { Report } from "../observe/metrics";
import type { Watch } from "../observe/watch";
import type { Api } from "../rest/api";
import type { ApiRequest } from "../rest/exchange";
import { MAX_BODY_BYTES } from "../rest/input";
import { LEAKS_PATH } from "../rest/leak-reports";
import { BASE_PATH, isBelow, PLATFORM_BASE_PATH } from "../rest/route";
import { fewPerTurn } from "./pages/few-per-turn";
import { checkNextHeaders } from "./pages/next-headers";
import { refusalOf } from "./refusal";
import { mayBeTooLong, readBody, respond, withBoundedBody } from "./request-body";
import { refuseForNext } from "./request-head";
import type { openStaticFiles } from "./static-files";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
/** Of requests to Next: each takes a part of a millisecond before it waits for its turn. */
const PER_TURN = 8;

type Probe = (request: Request) => Response | Promise<Response>;

type Parts = {
  api: Api;
  /** Serves `POST /api/v1/leaks`; omitted in tests. */
  leakReports?: Api;
  watch: Pick<Watch, "answerReady" | "answerMetrics" | "observeFace">;
  /** The response to a request for a static file; null if Next serves it. */
  staticFile?: ReturnType<typeof openStaticFiles>;
  /** The longest body of a request that goes to `next`; by default MAX_BODY_BYTES. */
  maxBodyBytes?: (request: IncomingMessage) => number;
  /** How many connections the server has accepted so far. */
  accepted?: () => number;
  /** The figures of the other processes behind the port. */
  others?: () => Promise<Report[]>;
};

/**
 * Serves the REST API with the same endpoint objects as the App Router's route handlers, but before
 * Next and without Request and Response objects, which cost more than all the rest. Probes are
 * served here too. Everything else goes to `next`. Nothing here may use an AsyncLocalStorage: from
 * its first use on, Node tracks every promise of the thread, docs/decisions/0009.
 */
export function createApiListener(
  {
    api,
    leakReports,
    watch,
    others,
    staticFile,
    maxBodyBytes = () => MAX_BODY_BYTES,
    accepted = () => 0,
  }: Parts,
  next: Handler,
): Handler {
  const handOn = counted(toNext(next, { maxBodyBytes, accepted }), watch.observeFace);
  const probes = new Map<string, Probe>([
    ["/api/health", healthAnswer],
    ["/api/ready", watch.answerReady],
    ["/api/metrics", (request) => watch.answerMetrics(request, others)],
  ]);
  return async (request, response) => {
    const path = request.url ?? "";
    if (leakReports && isOnly(path, LEAKS_PATH)) {
      return respond(request, response, await leakReports(apiRequest(request, path)));
    }
    if (!isApi(path)) {
      const file = staticFile?.(request);
      if (file) return respond(request, response, file);
      const isRead = request.method === "GET" || request.method === "HEAD";
      const probe = isRead ? probes.get(urlOf(path).pathname) : undefined;
      if (!probe || mayBeTooLong(request)) return handOn(request, response);
      return answerProbe(probe, request, response);
    }
    const answer = await api(apiRequest(request, path));
    await endOfTurn();
    return respond(request, response, answer);
  };
}

/**
 * Passes requests to Next after the checks that Next lacks. Next reads a whole body before any of
 * our checks run.
 */
function toNext(
  next: Handler,
  { maxBodyBytes, accepted }: Required<Pick<Parts, "maxBodyBytes" | "accepted">>,
): Handler {
  const turn = fewPerTurn({ few: PER_TURN, accepted });
  return async (request, response) => {
    await turn();
    const refusal = refuseForNext(request);
    if (refusal) return respond(request, response, refusal);
    const malformed = checkNextHeaders(request.headers);
    if (malformed !== null) {
      const message = `The header ${malformed} is malformed.`;
      return respond(request, response, refusalOf("invalid_request", { message }));
    }
    const bounded = await withBoundedBody(request, maxBodyBytes(request));
    if (bounded) return next(bounded, response);
    return respond(request, response, refusalOf("payload_too_large"));
  };
}

let turnsEnd: Promise<void> | null = null;

/**
 * Resolves at the end of the event loop's turn. Responses written together cost half as much as one
 * by one, because each write wakes the process that reads it.
 */
function endOfTurn(): Promise<void> {
  turnsEnd ??= new Promise((resolve) => {
    setImmediate(() => {
      turnsEnd = null;
      resolve();
    });
  });
  return turnsEnd;
}

const isApi = (path: string) => isBelow(BASE_PATH, path) || isBelow(PLATFORM_BASE_PATH, path);

/** As the client sent it: the HTTP server has overwritten the header. */
function sentForwardedFor({ rawHeaders }: IncomingMessage): string | null {
  const sent = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === "x-forwarded-for",
  );
  return sent.length > 0 ? sent.join() : null;
}

/** Whether the target is this path, with or without a query. */
function isOnly(target: string, path: string): boolean {
  if (!target.startsWith(path)) return false;
  const after = target.charAt(path.length);
  return after === "?" || after === "";
}

async function answerProbe(
  probe: Probe,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { authorization } = request.headers;
  const headers = new Headers(
    authorization === undefined ? {} : [["authorization", authorization]],
  );
  const answer = await probe(new Request("http://localhost", { headers }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}

// Not normalized: a path with dot segments matches no endpoint.
function urlOf(target: string): ApiRequest["url"] {
  const mark = target.indexOf("?");
  if (mark === -1) return { pathname: target, search: "" };
  return { pathname: target.slice(0, mark), search: target.slice(mark) };
}

function apiRequest(request: IncomingMessage, path: string): ApiRequest {
  const header = (name: string): string | null => {
    const value = request.headers[name];
    if (value === undefined) return null;
    return typeof value === "string" ? value : value.join(", ");
  };
  return {
    method: request.method ?? "GET",
    url: urlOf(path),
    // The HTTP server has overwritten it with the address it determined.
    address: header("x-forwarded-for") || null,
    header,
    headerSize: () => request.rawHeaders.reduce((size, part) => size + part.length, 0),
    readBody: (maxBytes) => readBody(request, maxBytes),
    isGone: () => request.socket.destroyed,
    forwarded: () => ({
      peer: request.socket.remoteAddress ?? null,
      forwardedFor: sentForwardedFor(request),
    }),
  };
}
