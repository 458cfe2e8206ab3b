import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Api } from "../rest/api";
import { BASE_PATH } from "../rest/route";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Answers the REST API from the same endpoint objects as the App Router's route handlers, before Next
 * sees the request: Next's own pipeline costs more than all the rest. Everything else goes to `next`.
 */
export function withFastLane(api: Api, next: Handler): Handler {
  const answer = getRequestListener(
    (request, { incoming }) => api(request, { address: addressOf(incoming) }),
    { overrideGlobalObjects: false },
  );
  return async (request, response) => {
    const path = request.url ?? "";
    const isApi = path.startsWith(BASE_PATH) && /^[/?]?$/.test(path.charAt(BASE_PATH.length));
    await (isApi ? answer(request, response) : next(request, response));
  };
}

// The front door has written it there, over whatever was sent.
function addressOf({ headers }: { headers: IncomingHttpHeaders }): string | null {
  const address = headers["x-forwarded-for"];
  return typeof address === "string" && address !== "" ? address : null;
}
