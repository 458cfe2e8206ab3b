import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { listening } from "../../testing/listening";

/** A webhook as it arrived. */
export type Received = {
  method: string;
  path: string;
  /** In the order of arrival, names as sent. */
  headers: IncomingMessage["headers"];
  body: string;
  atMs: number;
};

export const answering =
  (status: number): RequestListener =>
  (_, response) =>
    void response.writeHead(status).end();

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
  const { url, close } = await listening(server);
  return { received, url: `${url}/hook`, close };
}
