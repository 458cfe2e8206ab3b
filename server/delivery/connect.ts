import { Resolver } from "node:dns/promises";
import { isIP, isIPv6, connect as openTcp, type Socket } from "node:net";
import { createSecureContext, connect as openTls } from "node:tls";
import { LRUCache } from "lru-cache";
import type { buildConnector } from "undici";
import { afterAwake } from "../core/kernel/awake";
import { isLoopback } from "../core/values/addresses";
import type { AddressPolicy } from "./address-policy";
import { boundResponses } from "./bound-responses";
import { acceptContinue } from "./continue";
import { REFUSED, SendFault } from "./fault";

const LOOPBACK = ["127.0.0.1", "::1"];
/** The last TLS session of each host and port. */
type Sessions = LRUCache<string, Buffer>;
const SESSIONS = { maxSize: 4 * 2 ** 20, sizeCalculation: (ticket: Buffer) => ticket.length };
/** The default, as a part of all connections: one of its own for each takes memory and CPU time. */
const SECURE_CONTEXT = createSecureContext();
/** After this time, the certificate is checked again. */
const SESSION_MS = 3_600_000;

const notPublic = () => new SendFault(REFUSED);

/** Returns all addresses of a host name. Rejects if there is none. */
export type Resolve = (host: string) => Promise<string[]>;

/**
 * Resolves by DNS only: getaddrinfo() would occupy one of the process's four worker threads for as
 * long as a hostile name server likes.
 */
export function createResolve(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
    if (addresses.length > 0) return addresses;
    throw notPublic();
  };
}

/**
 * Opens connections for undici to allowed addresses only. A name is resolved here, once for each
 * connection, so that the addresses that were checked are the ones that are connected to. If one of
 * them is not allowed, none is.
 */
export function createConnector(
  policy: AddressPolicy,
  resolve: Resolve,
  /** For resolving the name, connecting and the TLS handshake together, in process run time. */
  connectMs: number,
): buildConnector.connector {
  const sessions: Sessions = new LRUCache(SESSIONS);

  return ({ hostname, port, protocol }, callback) => {
    open({ host: hostname, port, isTls: protocol === "https:" }).then(
      (socket) => callback(null, boundResponses(acceptContinue(socket))),
      (error) => callback(error, null),
    );
  };

  async function open(target: { host: string; port: string; isTls: boolean }): Promise<Socket> {
    let isLate = false;
    let socket: Socket | null = null;
    const late = () => new SendFault("no connection within 5 seconds");
    return new Promise((done, failed) => {
      const cancel = afterAwake(connectMs, () => {
        isLate = true;
        socket?.destroy();
        failed(late());
      });
      const connected = allowedAddresses(target.host).then((addresses) => {
        if (isLate) throw late();
        socket = connectTo(target, addresses, sessions);
        return opened(socket, target.isTls ? "secureConnect" : "connect");
      });
      connected.then(done, failed).finally(cancel);
    });
  }

  async function allowedAddresses(host: string): Promise<string[]> {
    const addresses = await addressesOf(host);
    if (addresses.every((address) => policy.isAllowed(address, host))) return addresses;
    throw notPublic();
  }

  async function addressesOf(host: string): Promise<string[]> {
    if (isIP(host) !== 0) return [host];
    return isLoopback(host) ? LOOPBACK : resolve(host);
  }
}

function connectTo(
  { host, port, isTls }: { host: string; port: string; isTls: boolean },
  addresses: readonly string[],
  sessions: Sessions,
): Socket {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const options = {
    host,
    // undici leaves the scheme's own port empty.
    port: Number(port || (isTls ? 443 : 80)),
    autoSelectFamily: true,
    lookup: (_: string, __: object, answer: (error: null, all: typeof found) => void) =>
      answer(null, found),
  };
  if (!isTls) return openTcp(options);
  // Resumed, a session needs no second check of the certificate (RFC 8446, 2.2). It is resumed once:
  // if the host can't, the next attempt begins a new one.
  const name = `${host}:${options.port}`;
  const leftMs = Math.ceil(sessions.getRemainingTTL(name));
  const session = sessions.get(name);
  sessions.delete(name);
  // An address is no valid server name (RFC 6066).
  const servername = isIP(host) === 0 ? host : undefined;
  const socket = openTls({
    ...options,
    secureContext: SECURE_CONTEXT,
    ...(servername && { servername }),
    ...(session && { session }),
  });
  return socket.on("session", (ticket: Buffer) => {
    sessions.set(name, ticket, { ttl: socket.isSessionReused() ? leftMs : SESSION_MS });
  });
}

function opened(socket: Socket, event: "connect" | "secureConnect"): Promise<Socket> {
  return new Promise((done, failed) => {
    socket.once("error", failed);
    socket.once(event, () => {
      socket.off("error", failed);
      done(socket);
    });
  });
}
