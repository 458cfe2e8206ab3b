import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../core/values/addresses";

/**
 * How long a new connection may take to send its first request before it is closed ahead of idle
 * ones. Otherwise a flood of connections would close each new client before its request arrives.
 */
const FIRST_REQUEST_MS = 2_000;
/** Each takes a few KiB: a client that sends more ahead of their responses has no use for them. */
export const MAX_AHEAD = 100;

type Bounds = {
  /** Open connections in total. */
  most: number;
  /** Open connections of one network: an IPv4 address, or the /64 of an IPv6 address. */
  perNetwork: number;
  /** Whether many clients share this address, so that `perNetwork` does not apply. */
  isShared: (address: string) => boolean;
  /** In milliseconds, from any start; never goes back. */
  now?: (() => number) | undefined;
};

type Connection = {
  socket: Socket;
  groups: readonly Group[];
  openedAt: number;
  isInUse: boolean;
  /** Requests that wait for the response to the one in progress, in order. */
  waiting: Waiting[];
};

/** A request that has arrived. */
type Waiting = { response: ServerResponse; serve: () => void };

/** Bounded connections. The first of `unused` and of `idle` has waited the longest. */
type Group = {
  network: string | null;
  most: number;
  size: number;
  unused: Set<Connection>;
  idle: Set<Connection>;
};

const createGroup = (network: string | null, most: number): Group => {
  return { network, most, size: 0, unused: new Set(), idle: new Set() };
};

/** The open connections, whether accepted or handed over. */
export type Connections = {
  open: ReadonlyMap<Socket, unknown>;
  /** How many there were since the start, also those that were closed at once. */
  accepted(): number;
  /**
   * Call for each request: serves it once those before it on its connection have been responded to.
   * Clients may send many at once (pipelining): a few hundred connections would otherwise have tens
   * of thousands in progress. The connection counts as in use until the last response closes; one
   * with more than MAX_AHEAD waiting requests is closed.
   */
  use(socket: Socket, response: ServerResponse, serve: () => void): void;
};

/**
 * Bounds the open connections of a server. A connection beyond the bound closes one without a
 * request in progress: the oldest that has sent none in its first two seconds, otherwise the one
 * that has been idle the longest. If there is none, the new connection is closed. A network beyond
 * its own bound closes its own connections only.
 */
export function boundConnections(
  server: Server,
  { most, perNetwork, isShared, now = () => performance.now() }: Bounds,
): Connections {
  const open = new Map<Socket, Connection>();
  const all = createGroup(null, most);
  const networks = new Map<string, Group>();
  let accepted = 0;

  function groupsOf(address: string | undefined): Group[] {
    if (address === undefined || isShared(address)) return [all];
    const network = networkOf(address);
    return [networks.get(network) ?? createGroup(network, perNetwork), all];
  }

  function add(socket: Socket, groups: Group[]): void {
    const connection = { socket, groups, openedAt: now(), isInUse: false, waiting: [] };
    open.set(socket, connection);
    for (const group of groups) {
      group.size++;
      group.unused.add(connection);
      if (group.network !== null) networks.set(group.network, group);
    }
  }

  function forget(socket: Socket): void {
    const connection = open.get(socket);
    if (!connection || !open.delete(socket)) return;
    leave(connection);
    for (const group of connection.groups) {
      group.size--;
      if (group.size === 0 && group.network !== null) networks.delete(group.network);
    }
  }

  /** Whether the group has room for one more connection, if need be after closing another. */
  function makeRoom(group: Group): boolean {
    if (group.size < group.most) return true;
    const unneeded = unneededOf(group, now());
    if (!unneeded) return false;
    forget(unneeded.socket);
    unneeded.socket.destroy();
    return true;
  }

  server.on("connection", (socket: Socket) => {
    accepted++;
    const groups = groupsOf(socket.remoteAddress);
    if (!groups.every(makeRoom)) {
      socket.destroy();
      return;
    }
    add(socket, groups);
    socket.once("close", () => forget(socket));
  });

  const use: Connections["use"] = (socket, response, serve) => {
    const connection = open.get(socket);
    if (!connection) return;
    if (!connection.isInUse) {
      connection.isInUse = true;
      leave(connection);
      begin(connection, { response, serve });
    } else if (connection.waiting.length < MAX_AHEAD) {
      connection.waiting.push({ response, serve });
    } else socket.destroy();
  };
  return { open, accepted: () => accepted, use };
}

/** Serves a request, and after its response the next one. */
function begin(connection: Connection, { response, serve }: Waiting): void {
  const { socket, waiting, groups } = connection;
  response.once("close", () => {
    if (socket.destroyed) return;
    const next = waiting.shift();
    // After the last response of a connection that is being closed, nobody reads another.
    if (next && socket.writable) return begin(connection, next);
    connection.isInUse = false;
    for (const { idle } of groups) idle.add(connection);
  });
  serve();
}

/** Takes a connection out of those that may be closed. */
function leave(connection: Connection): void {
  for (const { unused, idle } of connection.groups) {
    unused.delete(connection);
    idle.delete(connection);
  }
}

function unneededOf({ unused, idle }: Group, now: number): Connection | undefined {
  const [silent] = unused;
  if (silent && now - silent.openedAt >= FIRST_REQUEST_MS) return silent;
  const [longest = silent] = idle;
  return longest;
}
