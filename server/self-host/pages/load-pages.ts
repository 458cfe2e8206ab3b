import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Env, exportNextEnv } from "../../env";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The pages and route handlers, loaded. */
export type Pages = { handle: Handler; close(): Promise<void> };

/**
 * Loads Next in this thread. It reads the environment when it is loaded, so the settings are
 * exported before. `server`: only for development.
 */
export async function loadPages(options: {
  env: Env;
  /** The folder of the build. */
  root: string;
  port: number;
  server?: Server;
}): Promise<Pages> {
  const { env, root, port, server } = options;
  exportNextEnv({ dev: !env.isProduction });
  const { default: next } = await import("next");
  const app = next({
    dev: !env.isProduction,
    dir: root,
    hostname: env.host,
    port,
    // Next listens for "upgrade" on this server and leaves such sockets open on unknown paths. Only
    // its development server needs them. Without a listener on our server, Node.js treats a request
    // with an Upgrade header as an ordinary one.
    httpServer: env.isProduction || server === undefined ? createServer() : server,
  });
  await app.prepare();
  return { handle: app.getRequestHandler(), close: () => app.close() };
}
