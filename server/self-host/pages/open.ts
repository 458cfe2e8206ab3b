import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { provideWiring } from "../../current-wiring";
import type { Env } from "../../env";
import type { RequestNames } from "../../observe/request-scope";
import type { PostgresTarget } from "../../stores/postgres";
import type { Wiring } from "../../wiring";
import { loadPages } from "./load-pages";
import { openPortStream } from "./port-stream";
import { servePages } from "./serve";
import { openPagesThread } from "./thread";

/** The pages' own HTTP server, wherever it runs. */
type OpenPages = {
  /** Opens a connection to it. Throws while it restarts. */
  connect(): Duplex;
  close(): Promise<void>;
};

/**
 * Opens the pages in a thread of their own, so that a render delays no request to the API. In
 * development they run in this thread.
 */
export async function openPages(options: {
  env: Env;
  target: PostgresTarget;
  secret: string;
  wiring: Wiring;
  root: string;
  port: number;
  server: Server;
  onError: (error: unknown, request?: RequestNames) => void;
}): Promise<OpenPages> {
  const { env, target, secret, wiring, root, port, server, onError } = options;
  if (env.isProduction) {
    const { announce, health, demoOperator, demoInbox } = wiring.core;
    return openPagesThread({
      entry: new URL("./pages-thread.mjs", import.meta.url),
      data: { postgres: target, secret, root, port, demoOperator },
      services: { announce, health, demoInbox, onEvents: wiring.noteEvents },
      onError,
    });
  }
  provideWiring(wiring);
  const { handle, close } = await loadPages({ env, root, port, server });
  const serve = servePages(handle, onError);
  const connect = () => {
    const { stream, port } = openPortStream();
    serve(port);
    return stream;
  };
  return { connect, close };
}
