import { IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { MAX_BODY_BYTES } from "../rest/input";

/**
 * How much of a body is discarded after a response that did not wait for it, and for how long. If the
 * connection were closed at once, its reset could reach the client before the response.
 */
const MAX_DISCARDED_BYTES = 16_777_216;
const MAX_DISCARDING_MS = 5_000;

type Answer = { status: number; headers: Record<string, string>; body: string | Uint8Array | null };

/** Whether a body may be longer than MAX_BODY_BYTES: its length is over that, or unknown. */
export function mayBeTooLong({ headers }: IncomingMessage): boolean {
  if (headers["transfer-encoding"] !== undefined) return true;
  return Number(headers["content-length"] ?? 0) > MAX_BODY_BYTES;
}

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** The client waits for a 100-continue: sends it once the body is read, if it ever is. */
export function continueLate(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response);
}

/**
 * The request with its whole body, for handlers that read a body before they check anything. Null if the
 * body has more than `maxBytes`. Rejects if the client leaves before its body is complete: Next would
 * take that for an uncaught exception.
 */
export async function withBoundedBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<IncomingMessage | null> {
  if (!hasBody(request)) return request;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return null;
  const body = await readBody(request, maxBytes);
  return body && replay(request, body);
}

/**
 * The whole body; null if it has more bytes than this. Rejects if the client leaves before it is
 * complete. Node's own iterator costs several times as much as a short body.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const closed = () => {
      if (!request.readableEnded) reject(new Error("The connection closed before the body's end."));
    };
    if (request.destroyed) return closed();
    waiting.get(request)?.writeContinue();
    request.on("data", (chunk: Buffer) => {
      // Counts bytes as they arrive: Content-Length is only what the client claims. What is too much
      // is dropped: the connection must stay open until the response is sent.
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else resolve(null);
    });
    request.on("end", () => {
      const [first] = chunks;
      resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks));
    });
    request.on("close", closed);
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  if (headers["transfer-encoding"] !== undefined) return true;
  return Number(headers["content-length"] ?? 0) > 0;
}

function replay(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, rawHeaders } = request;
  const { "transfer-encoding": _, ...headers } = request.headers;
  const whole = new IncomingMessage(request.socket);
  Object.assign(whole, {
    method,
    url,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    rawHeaders,
  });
  whole.headers = { ...headers, "content-length": String(body.length) };
  whole.push(body);
  whole.push(null);
  whole.complete = true;
  return whole;
}

/**
 * Sends a response. If the rest of the request may be longer than MAX_BODY_BYTES, it is discarded within
 * bounds, and the connection is closed.
 */
export function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
): void {
  if (request.complete || !mayBeTooLong(request)) {
    response.writeHead(status, headers).end(body);
    return;
  }
  response.writeHead(status, { ...headers, connection: "close" }).flushHeaders();
  if (body !== null) response.write(body);
  // Ends our side only. response.end() would close both, and reset what is still being sent.
  request.socket.end();
  void discard(request).then(() => request.socket.destroy());
}

/** Reads on until the request ends, at most MAX_DISCARDED_BYTES and MAX_DISCARDING_MS. */
async function discard(request: IncomingMessage): Promise<void> {
  const timer = new AbortController();
  const ended = new Promise<void>((done) => {
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_DISCARDED_BYTES) done();
    });
    request.once("end", done).once("close", done);
  });
  const late = pause(MAX_DISCARDING_MS, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([ended, late]);
  timer.abort();
}
