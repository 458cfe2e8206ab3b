import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import {
  createAddressReader,
  createProxyCheck,
  type ProxyTrust,
  type Route,
} from "../auth/client-address";
import { afterAwake, watchStops } from "../core/kernel/awake";
import type { ErrorCode } from "../core/kernel/errors";
import { type RequestNames, requestNames } from "../observe/request-scope";
import { HTTPS_ONLY } from "../rest/https-only";
import { boundConnections, type Connections } from "./connections";
import { listen, probePort, stopListening } from "./port";
import { refusalOf, refuseRaw } from "./refusal";
import { continueLate, mayBeTooLong, respond } from "./request-body";
import { createHeadCheck, METHODS } from "./request-head";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The HTTP server. It listens only once it can serve, so that a proxy sends requests elsewhere
 * until then.
 */
export type HttpServer = {
  server: Server;
  /** The port to listen on, even if the system chose it. */
  port: number;
  /** How many connections were accepted so far. */
  accepted(): number;
  /** Starts listening. Throws as `listen` does. */
  open(handler: Handler): Promise<void>;
  /**
   * Closes each connection after its next response, so that clients and proxies open new ones
   * elsewhere.
   */
  drain(): void;
  /** Stops accepting connections, waits for open requests, and destroys them after `boundMs`. */
  close(boundMs: number): Promise<void>;
};

/** Timeouts for the parts of a request and for silent connections. */
const PATIENCE = {
  headersMs: 10_000,
  /** The whole request: 64 KiB in half a minute is slower than any line still in use. */
  requestMs: 30_000,
  /**
   * Longer than most load balancers keep idle connections; otherwise they would use a closed one.
   */
  keepAliveMs: 75_000,
  /** A client that does not read its response counts as silent too. */
  silenceMs: 120_000,
  /** After the response to a request that is not read to its end. */
  lingerMs: 5_000,
  checkEveryMs: 1_000,
};

const MAX_HEADER_BYTES = 16_384;
/** Bounds the memory of all connections. Further ones replace idle ones. */
export const MAX_CONNECTIONS = 10_000;
/** A quarter, so that it takes more than one network to use all connections. */
const MAX_PER_NETWORK = MAX_CONNECTIONS / 4;

/** How long a closing server still serves requests on connections that were idle. */
const LAST_CALL_MS = 200;

/** Headers in which proxies describe a request. Anyone else can forge them. */
const CLAIMS = ["forwarded", "x-real-ip", "x-forwarded-host", "x-forwarded-port"];

const SWEEP_MS = 25;

type Naming = { scheme: "http" | "https"; addressOf: (route: Route) => string | null };

/**
 * Overwrites X-Forwarded-For with the client's address, which Next would otherwise keep as sent.
 * The outside scheme is that of the public URL, not of this socket.
 */
function nameClient(request: IncomingMessage, { scheme, addressOf }: Naming): void {
  const { headers, socket } = request;
  for (const claim of CLAIMS) if (claim in headers) delete headers[claim];
  const sent = headers["x-forwarded-for"];
  const forwardedFor = Array.isArray(sent) ? sent.join() : (sent ?? null);
  headers["x-forwarded-for"] =
    addressOf({ peer: socket.remoteAddress ?? null, forwardedFor }) ?? "";
  headers["x-forwarded-proto"] = scheme;
}

const hasJustResumed = watchStops();

/** Node's error codes for requests that it refuses; a request with any other is malformed. */
const REFUSED: Partial<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/**
 * Responds to malformed, too long or too slow requests with the API's error body (specification,
 * section 7): Node refuses these before any handler runs. A request that seems late because this
 * process was suspended continues; Node no longer times it, so only the silence timeout applies.
 */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex, lingerMs: number): void {
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && hasJustResumed()) return;
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = REFUSED[error.code ?? ""] ?? "invalid_request";
  refuseRaw(socket, refusalOf(code), lingerMs);
}

/**
 * Prepares the server and checks that the port is free. Throws as `listen` does: EADDRINUSE,
 * EACCES, EADDRNOTAVAIL.
 */
export async function openHttpServer(options: {
  host: string;
  port: number;
  /** Whether connections come from another process, as in a worker. */
  isInner?: boolean;
  scheme: "http" | "https";
  /** The proxies trusted for the client's address; none by default. */
  trustProxy?: ProxyTrust;
  /** Whether to serve only requests for loopback names. */
  isLocalOnly?: boolean;
  onError: (error: unknown, request: RequestNames) => void;
  patience?: Partial<typeof PATIENCE>;
  maxConnections?: number;
  /** Connections of one network, unless it is a trusted proxy's or this machine's. */
  maxPerNetwork?: number;
  /** Tells how long connections have been open, in milliseconds. */
  now?: () => number;
}): Promise<HttpServer> {
  const addressOf = createAddressReader(options.trustProxy ?? null);
  const naming = { scheme: options.scheme, addressOf };
  const patience = { ...PATIENCE, ...options.patience };
  let handler: Handler | null = null;
  let isDraining = false;
  const refuseHead = createHeadCheck({ isLocalOnly: options.isLocalOnly ?? false });
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    if (isDraining) response.shouldKeepAlive = false;
    if (options.scheme === "https") response.setHeader(...HTTPS_ONLY);
    const refusal = refuseHead(request);
    if (refusal) return respond(request, response, refusal);
    nameClient(request, naming);
    handler?.(request, response).catch((error: unknown) => {
      // A client that disconnected is not an error.
      if (request.socket.destroyed) return;
      options.onError(error, requestNames(request));
      if (response.headersSent) response.destroy();
      else respond(request, response, refusalOf("internal_error"));
    });
  };
  const server = listenerOf(patience, (request, response) => {
    connections.use(request.socket, response, () => serve(request, response));
  });
  const connections = boundConnections(server, {
    most: options.maxConnections ?? MAX_CONNECTIONS,
    perNetwork: options.maxPerNetwork ?? MAX_PER_NETWORK,
    isShared: createProxyCheck(options.trustProxy ?? null),
    now: options.now,
  });
  server.setTimeout(patience.silenceMs, endUnlessHeard);
  const port = options.isInner ? options.port : await probePort(options);
  return {
    server,
    port,
    accepted: connections.accepted,
    open: async (opened) => {
      handler = opened;
      // Node tracks connections and their timeouts from this event on, even without listening.
      if (options.isInner) server.emit("listening");
      else await listen(server, { host: options.host, port });
    },
    drain: () => {
      isDraining = true;
    },
    close: async (boundMs) => {
      isDraining = true;
      const stopped = stopListening(server);
      const served = handler;
      // Node accepts one connection per turn of its event loop. If turns also serve requests,
      // connections can arrive faster than they are accepted, and listening would never stop.
      if (served) handler = (...exchange) => stopped.then(() => served(...exchange));
      await stopped;
      await emptied(connections, LAST_CALL_MS);
      // At the end of a turn: a connection with an unread request looks idle.
      const endIdle = () => void setImmediate(() => server.closeIdleConnections());
      // Otherwise a connection that was busy at the start stays open after its response.
      const sweep = setInterval(endIdle, SWEEP_MS);
      endIdle();
      await emptied(connections, boundMs);
      clearInterval(sweep);
      server.closeAllConnections();
      await emptied(connections, LAST_CALL_MS);
    },
  };
}

function settingsOf(patience: typeof PATIENCE): ServerOptions {
  return {
    headersTimeout: patience.headersMs,
    requestTimeout: patience.requestMs,
    keepAliveTimeout: patience.keepAliveMs,
    connectionsCheckingInterval: patience.checkEveryMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Join duplicates, so that they are no credential: Node would silently keep the first.
    joinDuplicateHeaders: true,
    // Checked with the rest of the head, because Node's own refusal has no body.
    requireHostHeader: false,
  };
}

/** A server that responds to everything, including Node's special cases. */
function listenerOf(patience: typeof PATIENCE, receive: RequestListener): Server {
  const server = createServer(settingsOf(patience), receive);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) =>
    refuseBrokenRequest(error, socket, patience.lingerMs),
  );
  // An expectation other than 100-continue may be ignored (RFC 9110, section 10.1.1).
  server.on("checkExpectation", receive);
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    // Without a 100-continue, the client does not send a body that would be discarded.
    if (mayBeTooLong(request)) continueLate(request, response);
    else response.writeContinue();
    receive(request, response);
  });
  server.on("connect", (_, socket) => {
    const refusal = refusalOf("method_not_allowed", { headers: { allow: METHODS } });
    refuseRaw(socket, refusal, patience.lingerMs);
  });
  return server;
}

// After a suspension, timers run before data that arrived meanwhile is read.
function endUnlessHeard(socket: Socket): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

/** Resolves when all connections have closed or the time is up. */
async function emptied({ open }: Connections, withinMs: number): Promise<void> {
  const closed = [...open.keys()].map((socket) => new Promise((end) => socket.once("close", end)));
  await new Promise<void>((done) => {
    const cancel = afterAwake(withinMs, done);
    void Promise.all(closed).then(() => {
      cancel();
      done();
    });
  });
}
