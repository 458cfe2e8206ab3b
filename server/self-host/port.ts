import { createServer, Server } from "node:net";
import { afterAwake } from "../core/kernel/awake";

export type Place = { host: string; port: number };

/**
 * Connections that wait to be accepted; Linux lowers it to net.core.somaxconn, by default 4,096.
 * Node's own 511 are fewer than a flood opens at once, and Linux then drops the attempts of all
 * others, whose clients repeat them only after a second.
 */
const BACKLOG = 4_096;

/** Listens; returns the port, even if the system chose it. Throws as `listen` does. */
export function listen(server: Server, { host, port }: Place): Promise<number> {
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(port, host, BACKLOG, () => {
      server.off("error", fail);
      const address = server.address();
      done(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/**
 * Checks that the port is free, so that a busy one fails before the slow part of a start. Clients
 * cannot connect yet. Throws EADDRINUSE, EACCES, EADDRNOTAVAIL.
 */
export async function probePort(place: Place): Promise<number> {
  const server = createServer();
  const port = await listen(server, place);
  await new Promise((done) => server.close(done));
  return port;
}

/**
 * Turns without a new connection that count as none waiting; the current turn may accept none
 * although some wait.
 */
const QUIET_TURNS = 2;
/** How long connections are accepted before the port is closed anyway. */
const MAX_TAKING_MS = 2_000;

/**
 * Stops listening once no connection waits to be accepted, since closing the port resets those.
 * Node accepts one connection per turn of its event loop, so the caller keeps turns short. Accepted
 * connections stay open.
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
  // http's own close() would end idle connections now, and with them requests in transit.
  Server.prototype.close.call(server);
}

/** Resolves after the event loop has accepted a connection and read what has arrived. */
function endOfTurn(): Promise<void> {
  return new Promise((done) => {
    setImmediate(done);
  });
}
