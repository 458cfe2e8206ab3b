import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { type HttpServer, openHttpServer } from "../http-server";

type Options = Parameters<typeof openHttpServer>[0];

/** A server that accepts no connections yet, until the end of the test. */
export async function newHttpServer(options: Partial<Options> = {}): Promise<HttpServer> {
  const place = { host: "127.0.0.1", port: 0, scheme: "http" as const, onError: () => {} };
  const httpServer = await openHttpServer({ ...place, ...options });
  onTestFinished(() => httpServer.close(0));
  return httpServer;
}

type Handler = Parameters<HttpServer["open"]>[0];

/** A listening server; `open` sets its handler from then on. */
export async function listeningServer(options: Partial<Options> = {}) {
  const httpServer = await newHttpServer(options);
  let handler: Handler = async (request, response) => {
    await text(request).catch(() => {});
    response.end("served");
  };
  await httpServer.open((request, response) => handler(request, response));
  const open = (next: Handler) => {
    handler = next;
  };
  return { ...httpServer, open, url: `http://127.0.0.1:${httpServer.port}` };
}
