import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterEach } from "vitest";
import { createApiListener } from "../../api-listener";
import { type HttpServer, openHttpServer } from "../../http-server";
import { createPageHandler } from "../handler";
import { NO_ROUTES, type PageRoutes } from "../page-routes";
import { openPortStream } from "../port-stream";
import { servePages } from "../serve";

type Rendering = { url: string; response: ServerResponse; isGone: boolean };

const servers: HttpServer[] = [];
const sockets: { destroy(): void }[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close(0)));
});

export const settle = async () => {
  for (let n = 0; n < 20; n++) await new Promise(setImmediate);
};
export const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise(setImmediate);
};

/** The server's own, as its settings have it. */
export const HOST = "partners.example:8443";
export const NONCE = "q83vEjRWeJCrze8SNFZ4kA==";

/** The listener over pages that render at once, or when the test lets them. */
export async function listening(
  page?: (request: IncomingMessage, response: ServerResponse) => void,
  routes?: PageRoutes,
  nowMs?: () => number,
) {
  const renderings: Rendering[] = [];
  const serve = servePages(
    async (request, response) => {
      const rendering = { url: request.url ?? "", response, isGone: false };
      response.once("close", () => {
        rendering.isGone = !response.writableFinished;
      });
      renderings.push(rendering);
      page?.(request, response);
    },
    () => {},
  );
  const handle = createPageHandler(
    () => {
      const { stream, port } = openPortStream();
      serve(port);
      return stream;
    },
    { routes: routes ?? NO_ROUTES, host: HOST, ...(nowMs && { nowMs }) },
  );
  const unused = () => Promise.reject(new Error("unused"));
  const watch = { answerReady: unused, answerMetrics: unused, observeFace: null };
  const place = { host: "127.0.0.1", port: 0, scheme: "http" as const, onError: () => {} };
  const trustProxy = { hops: 1 };
  const httpServer = await openHttpServer({ ...place, trustProxy });
  servers.push(httpServer);
  await httpServer.open(createApiListener({ api: unused, watch }, handle));
  const url = `http://127.0.0.1:${httpServer.port}`;
  const open = () => {
    const socket = connect(httpServer.port, "127.0.0.1").on("error", () => {});
    sockets.push(socket);
    return socket;
  };
  const get = (path: string, from = "203.0.113.1", headers = {}) =>
    fetch(url + path, { headers: { "x-forwarded-for": from, ...headers }, redirect: "manual" });
  const connections = () =>
    new Promise<number>((done) => httpServer.server.getConnections((_, count) => done(count)));
  return { url, renderings, open, get, connections };
}
