import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { ERRORS, type ErrorCode, failureBody } from "../core/kernel/errors";
import { newId } from "../core/kernel/ids";

/** A response that the listener sends itself. */
export type Refusal = { status: number; headers: Record<string, string>; body: string };

const HEADERS = { "x-content-type-options": "nosniff", "cache-control": "no-store" };

/**
 * The response to a refused request: the API's error body (specification, section 7), with a
 * request ID.
 */
export function refusalOf(
  code: ErrorCode,
  { message, headers = {} }: { message?: string; headers?: Record<string, string> } = {},
): Refusal {
  const body = JSON.stringify(failureBody(code, message));
  return {
    status: ERRORS[code].status,
    headers: {
      "x-request-id": newId("request"),
      ...headers,
      ...HEADERS,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
    },
    body,
  };
}

/** Redirects permanently to the normalized path. */
export function redirectTo(location: string): Refusal {
  return { status: 308, headers: { ...HEADERS, location, "content-length": "0" }, body: "" };
}

/**
 * Sends a raw response on a socket without a ServerResponse, and closes the connection: the client
 * has `lingerMs` to read it, and to stop sending.
 */
export function refuseRaw(socket: Duplex, refusal: Refusal, lingerMs: number): void {
  socket.end(refusalText(refusal));
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(timer));
}

function refusalText({ status, headers, body }: Refusal): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "connection: close"];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
