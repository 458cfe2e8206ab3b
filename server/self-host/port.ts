import { createServer, Server } from "node:net";

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

/** Once no connection was accepted for so long, the port is closed. */
const QUIET_MS = 10;
/** If clients never pause as long, a shorter pause suffices, and after this time any. */
const SEEK_QUIET_MS = 200;
/**
 * A connection that arrives between the last accept of a turn and the close is reset. In a turn as
 * short as this, hardly any does; one that is longer computed, or waited for the CPU.
 */
const SHORT_TURN_MS = 0.2;
/** For so long, connections are accepted before the port is closed anyway. */
const MAX_TAKING_MS = 2_000;
/** While a process is stopped, the turn is as long as the stop. */
const MAX_TURN_MS = 100;

/**
 * Stops listening once no connection waits to be accepted, since closing the port resets those.
 * Node accepts one connection per turn of its event loop, so the caller keeps turns short. Accepted
 * connections stay open.
 */
export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;
  let hasAccepted = false;
  const note = () => {
    hasAccepted = true;
  };
  server.on("connection", note);
  let quietMs = 0;
  for (let ranMs = 0; ranMs < MAX_TAKING_MS; ) {
    hasAccepted = false;
    const startedMs = performance.now();
    await endOfTurn();
    const turnMs = performance.now() - startedMs;
    ranMs += Math.min(turnMs, MAX_TURN_MS);
    if (hasAccepted) quietMs = 0;
    if (hasAccepted || turnMs > SHORT_TURN_MS) continue;
    quietMs += turnMs;
    if (quietMs >= QUIET_MS * (1 - ranMs / SEEK_QUIET_MS)) break;
  }
  server.off("connection", note);
  // http's own close() would end idle connections now, and with them requests in transit.
  Server.prototype.close.call(server);
}

/** Resolves after the event loop has accepted a connection and read what has arrived. */
function endOfTurn(): Promise<void> {
  return new Promise((done) => {
    setImmediate(done);
  });
}
