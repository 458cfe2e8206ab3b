import { createServer, type Server } from "node:net";

export type Place = { host: string; port: number };

/** Listens; returns the port, also where the system chose it. Throws as `listen` does. */
export function listen(server: Server, { host, port }: Place): Promise<number> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      const address = server.address();
      done(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/**
 * The port that can be listened on, so that a busy one shows before the slow part of a start; nobody
 * can connect to it yet. Throws EADDRINUSE, EACCES, EADDRNOTAVAIL.
 */
export async function probePort(place: Place): Promise<number> {
  const server = createServer();
  const port = await listen(server, place);
  await new Promise((done) => server.close(done));
  return port;
}
