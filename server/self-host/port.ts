import { createServer, Server } from "node:net";
import { afterAwake } from "../core/awake";

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

/** The rest of the present turn may take none, although some wait. */
const QUIET_TURNS = 2;
/** How long connections are taken before the port is closed all the same. */
const MAX_TAKING_MS = 2_000;

/**
 * Stops listening once no connection waits to be taken: closing the port resets those. Node takes one
 * connection in each turn of its event loop, so the caller keeps the turns short. Connections that were
 * taken stay open.
 */
export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;
  let taken = 0;
  const count = () => {
    taken++;
  };
  server.on("connection", count);
  let isLate = false;
  const cancel = afterAwake(MAX_TAKING_MS, () => {
    isLate = true;
  });
  for (let quiet = 0; quiet < QUIET_TURNS && !isLate; ) {
    const before = taken;
    await endOfTurn();
    quiet = taken === before ? quiet + 1 : 0;
  }
  cancel();
  server.off("connection", count);
  // http's own close() would end idle connections now, and a request on its way over one of them.
  Server.prototype.close.call(server);
}

/** After the event loop has taken a connection and read what has arrived. */
export function endOfTurn(): Promise<void> {
  return new Promise((done) => {
    setImmediate(done);
  });
}
