import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, Histogram, type Registry } from "prom-client";
import { elapsedMs } from "../core/kernel/elapsed";

/** The parts of the product that people use. The REST API has its own figures. */
type Face = "sign_in" | "procedures" | "exports" | "pages";

/** A request that was served, or given up by its client. */
export type Served = { face: Face; status: number; seconds: number };

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const FACES: [prefix: string, face: Face][] = [
  ["/api/auth/", "sign_in"],
  ["/api/trpc/", "procedures"],
  ["/api/export/", "exports"],
];
const CLIENT_CLOSED = 499;
/** From a procedure to an export of a million rows. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** The face that serves this path. */
function faceOf(path: string): Face {
  return FACES.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "pages";
}

/** The figures of all faces; returns what counts a request. */
export function describeFaces(registry: Registry): (served: Served) => void {
  const requests = new Counter({
    name: "latchkey_face_requests_total",
    help: "Completed requests to sign-in, the dashboard's procedures and pages, and exports",
    labelNames: ["face", "status"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "latchkey_face_request_duration_seconds",
    help: "Time from the arrival of such a request to the end of its response",
    labelNames: ["face"],
    buckets: SECONDS,
    registers: [registry],
  });
  return ({ face, status, seconds }) => {
    requests.inc({ face, status });
    durations.observe({ face }, seconds);
  };
}

/** Counts each request of `next` when its response has ended, or its client has closed it. */
export function counted(next: Handler, observe: ((served: Served) => void) | null): Handler {
  if (observe === null) return next;
  return (request, response) => {
    const atMs = elapsedMs();
    const face = faceOf(request.url ?? "");
    response.once("close", () => {
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED;
      observe({ face, status, seconds: (elapsedMs() - atMs) / 1_000 });
    });
    return next(request, response);
  };
}
