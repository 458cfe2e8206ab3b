import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const responses = new AsyncLocalStorage<ServerResponse>();

/** Makes the response of each request available to noteUnavailable(). */
export function withResponse(next: Handler): Handler {
  return (request, response) => responses.run(response, () => next(request, response));
}

/**
 * Makes Next's 500 for the current request a 503 with Retry-After: a page cannot set its status.
 * Does nothing outside a request.
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
