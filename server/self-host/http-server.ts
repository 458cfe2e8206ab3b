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
import { createAddressReader, type ProxyTrust, type Route } from "../auth/client-address";
import { afterAwake, watchStops } from "../core/awake";
import { HTTPS_ONLY } from "../core/https-only";
import { type RequestNames, requestNames } from "../observe/request-scope";
import { listen, probePort, stopListening } from "./port";
import { refusalOf, refusalText } from "./refusal";
import { mayBeTooLong, respond } from "./request-body";
import { createHeadCheck, METHODS } from "./request-head";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The HTTP server. It listens only once it can answer, so that a proxy sends requests elsewhere meanwhile. */
export type HttpServer = {
  server: Server;
  /** The port to listen on, also where the system chose it. */
  port: number;
  /** Starts listening. Throws as `listen` does. */
  open(handler: Handler): Promise<void>;
  /** Ends each connection with its next response: clients and proxies open new ones elsewhere. */
  drain(): void;
  /** Stops accepting connections, waits for open requests, and destroys them after `boundMs`. */
  close(boundMs: number): Promise<void>;
};

/** How long each part of a request may take, and a connection be silent, until it is ended. */
const PATIENCE = {
  headersMs: 10_000,
  /** The whole request: 64 KiB in half a minute is slower than any line still in use. */
  requestMs: 30_000,
  /** Longer than the usual load balancer keeps an idle connection, or it would meet a closed one. */
  keepAliveMs: 75_000,
  /** Whoever does not read an answer is silent as well. */
  silenceMs: 120_000,
  checkEveryMs: 1_000,
};

const MAX_HEADER_BYTES = 16_384;
/** Beyond it a connection is ended at once: memory for each is bounded, and so is this. */
const MAX_CONNECTIONS = 10_000;

/** How long a closing server still answers what arrives over connections that were idle. */
const LAST_CALL_MS = 200;

/** What proxies say about a request. From a stranger it is only a claim. */
const CLAIMS = ["forwarded", "x-real-ip", "x-forwarded-host", "x-forwarded-port"];

const SWEEP_MS = 25;

type Naming = { scheme: "http" | "https"; addressOf: (route: Route) => string | null };

/**
 * Puts the client's address where everyone reads it, over whatever was sent: Next would keep that.
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

/**
 * Answers what is no HTTP, too long or too slow, in the error body of the API (specification, section 7):
 * Node refuses these before any handler sees them. A request that seems late because this process was
 * stopped goes on; Node forgets its time, so that only the bound on silence is left for it.
 */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && hasJustResumed()) return;
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const isTooLarge = error.code === "HPE_HEADER_OVERFLOW";
  socket.end(refusalText(refusalOf(isTooLarge ? "headers_too_large" : "invalid_request")));
}

/**
 * Prepares the server and looks whether the port is free. Throws as `listen` does: EADDRINUSE, EACCES,
 * EADDRNOTAVAIL.
 */
export async function openHttpServer(options: {
  host: string;
  port: number;
  /** Whether connections come from elsewhere, as a worker's do. */
  isInner?: boolean;
  scheme: "http" | "https";
  /** Which proxies are believed about the client's address; none unless told. */
  trustProxy?: ProxyTrust;
  /** Whether only requests to loopback names are answered. */
  isLocalOnly?: boolean;
  onError: (error: unknown, request: RequestNames) => void;
  patience?: Partial<typeof PATIENCE>;
  maxConnections?: number;
}): Promise<HttpServer> {
  const addressOf = createAddressReader(options.trustProxy ?? null);
  const naming = { scheme: options.scheme, addressOf };
  const patience = { ...PATIENCE, ...options.patience };
  let handler: Handler | null = null;
  let isDraining = false;
  const refuseHead = createHeadCheck({ isLocalOnly: options.isLocalOnly ?? false });
  const server = listenerOf(settingsOf(patience), (request, response) => {
    if (isDraining) response.shouldKeepAlive = false;
    if (options.scheme === "https") response.setHeader(...HTTPS_ONLY);
    const refusal = refuseHead(request);
    if (refusal) return respond(request, response, refusal);
    nameClient(request, naming);
    handler?.(request, response).catch((error: unknown) => {
      // A client that has gone away is no fault.
      if (request.socket.destroyed) return;
      options.onError(error, requestNames(request));
      if (response.headersSent) response.destroy();
      else respond(request, response, refusalOf("internal_error"));
    });
  });
  server.setTimeout(patience.silenceMs, endUnlessHeard);
  const connections = countConnections(server, options.maxConnections ?? MAX_CONNECTIONS);
  const port = options.isInner ? options.port : await probePort(options);
  return {
    server,
    port,
    open: async (opened) => {
      handler = opened;
      // Node counts connections, and times them out, from this event on, whether it listens or not.
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
      // Node takes one connection in each turn of its event loop. A turn that also serves requests can
      // take longer than the next connection takes to come, and listening would never stop.
      if (served) handler = (...exchange) => stopped.then(() => served(...exchange));
      await stopped;
      await emptied(connections, LAST_CALL_MS);
      // At the end of a turn: a connection whose request has arrived and was not read yet looks idle.
      const endIdle = () => void setImmediate(() => server.closeIdleConnections());
      // A connection that was busy when closing began would stay open after its answer.
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
    // Sent twice, a header is no credential: Node would keep the first and say nothing.
    joinDuplicateHeaders: true,
    // Checked with the rest of the head: Node's own refusal has no body.
    requireHostHeader: false,
  };
}

/** A server that answers whatever it is sent, Node's special cases as well. */
function listenerOf(settings: ServerOptions, receive: RequestListener): Server {
  const server = createServer(settings, receive);
  server.on("clientError", refuseBrokenRequest);
  // An expectation other than 100-continue may be ignored (RFC 9110, section 10.1.1).
  server.on("checkExpectation", receive);
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    // A client that waits for permission need not send what would be discarded.
    if (!mayBeTooLong(request)) response.writeContinue();
    receive(request, response);
  });
  server.on("connect", (_, socket) => {
    socket.end(refusalText(refusalOf("method_not_allowed", { headers: { allow: METHODS } })));
  });
  return server;
}

// After the process was stopped, timers run before what has arrived meanwhile is read.
function endUnlessHeard(socket: Socket): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) socket.destroy();
  });
}

/** The open connections, however they came. */
function countConnections(server: Server, most: number): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    if (connections.size >= most) {
      socket.destroy();
      return;
    }
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  return connections;
}

/** Resolves when all of them have closed, or when the time is up. */
async function emptied(connections: ReadonlySet<Socket>, withinMs: number): Promise<void> {
  const closed = [...connections].map((socket) => new Promise((end) => socket.once("close", end)));
  await new Promise<void>((done) => {
    const cancel = afterAwake(withinMs, done);
    void Promise.all(closed).then(() => {
      cancel();
      done();
    });
  });
}
