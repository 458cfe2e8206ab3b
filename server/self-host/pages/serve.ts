import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { MessagePort } from "node:worker_threads";
import { inRequest, type RequestNames, requestNames } from "../../observe/request-scope";
import { withCompressedExports } from "../compress-exports";
import { withResponse } from "../unavailable";
import { MAX_HEADER_BYTES } from "./forward";
import { PortStream } from "./port-stream";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Serves pages on connections that arrive as message ports, from this thread or another. */
export function servePages(
  pages: Handler,
  onError: (error: unknown, request: RequestNames) => void,
): (connection: MessagePort) => void {
  const handle = withResponse(withCompressedExports(pages));
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      joinDuplicateHeaders: true,
      requireHostHeader: false,
      // The listener has read the whole request.
      requestTimeout: 0,
      headersTimeout: 0,
      keepAliveTimeout: 0,
    },
    (request, response) => {
      // A request whose connection closes is destroyed with an error, which ends the process if nothing
      // listens for it. Next replaces the listeners of a request whose body it has copied, so this
      // one is added last, just before Node.js destroys the request.
      request.socket.prependOnceListener("close", () => request.on("error", () => {}));
      inRequest(request, () => handle(request, response)).catch((error: unknown) => {
        if (response.destroyed) return;
        onError(error, requestNames(request));
        if (response.headersSent) response.destroy();
        else response.writeHead(500).end();
      });
    },
  );
  return (connection) => {
    const stream = new PortStream(connection);
    stream.on("error", () => stream.destroy());
    server.emit("connection", stream);
  };
}
