import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const responses = new AsyncLocalStorage<ServerResponse>();

/** Lets noteUnavailable() know the response to the request that `next` handles. */
export function withResponse(next: Handler): Handler {
  return (request, response) => responses.run(response, () => next(request, response));
}

/**
 * Makes the response to the current request 503 with Retry-After where Next would send 500: a page can't
 * choose its status. Does nothing outside a request.
 */
export function noteUnavailable(): void {
  const response = responses.getStore();
  if (!response || response.headersSent) return;
  const writeHead = response.writeHead.bind(response);
  response.writeHead = (status: number) => {
    if (status !== 500) return writeHead(status);
    return writeHead(503, "Service Unavailable", { "retry-after": "1" });
  };
}
