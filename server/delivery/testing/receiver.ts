import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A webhook as it arrived. */
export type Received = {
  method: string;
  path: string;
  /** In the order of arrival, names as sent. */
  headers: IncomingMessage["headers"];
  body: string;
  atMs: number;
};

/** A receiver of webhooks on loopback. Answers 204, or as `answer` does. */
export async function openReceiver(answer?: RequestListener) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    const body = await text(request).catch(() => "");
    received.push({ method, path, headers, body, atMs: performance.now() });
    if (answer) return answer(request, response);
    response.writeHead(204).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    url: `http://127.0.0.1:${port}/hook`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
