import type { IncomingMessage } from "node:http";
import { isLoopback } from "../core/values/addresses";
import { type Refusal, redirectTo, refusalOf } from "./refusal";

/** Methods passed to Next, which returns 500 for some others. */
export const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
const KNOWN_METHODS: ReadonlySet<string | undefined> = new Set(METHODS.split(", "));

/** A name or an address, and perhaps a port (RFC 9110, section 7.2). */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;
const ABSOLUTE_TARGET = /^https?:\/\/([^/?#]*)(.*)$/is;
/** A segment of one or two dots, encoded or not. URL parsers remove it, with the segment before it. */
const DOT_SEGMENT = /(^|[/\\])(\.|%2e){1,2}([/\\?#]|$)/i;

/** Repeated slashes, and backslashes, which browsers treat as slashes. */
const ODD_SLASHES = /[/\\]{2,}|\\/g;

/** The response to `OPTIONS *`, which asks about the server as a whole. */
const SERVER_OPTIONS: Refusal = { status: 204, headers: { allow: METHODS }, body: "" };

const NAMES_NO_HOST = "The Host header is missing, repeated or malformed.";
const NAMES_OTHER_HOST =
  "Without NEXTAUTH_URL, only requests to a loopback name such as localhost are accepted.";

/**
 * Checks the Host header and the form of the request target, and rewrites a target in absolute form
 * (RFC 9112, section 3.2.2) to its path. Returns the refusal, or null. `isLocalOnly`: only loopback names
 * are accepted, because another site's name could have been made to point here (DNS rebinding).
 */
export function createHeadCheck({ isLocalOnly }: { isLocalOnly: boolean }) {
  // Caches the last accepted host, since nearly all requests have the same.
  let accepted: string | undefined;

  function refuseHost({ headers: { host }, httpVersion }: IncomingMessage): Refusal | null {
    // HTTP/1.0 has no Host header, and no browser speaks it.
    if (host === undefined && httpVersion === "1.0") return null;
    const name = HOST.exec(host ?? "")?.[1];
    if (name === undefined) return refusalOf("invalid_request", { message: NAMES_NO_HOST });
    if (isLocalOnly && !isLoopback(name)) {
      return refusalOf("invalid_request", { message: NAMES_OTHER_HOST });
    }
    accepted = host;
    return null;
  }

  return (request: IncomingMessage): Refusal | null => {
    const { url = "", headers } = request;
    if (!url.startsWith("/")) {
      if (url === "*" && request.method === "OPTIONS") return SERVER_OPTIONS;
      const [, authority, path] = ABSOLUTE_TARGET.exec(url) ?? [];
      if (authority === undefined || path === undefined) {
        return refusalOf("invalid_request", { message: "The request target is malformed." });
      }
      // The target's authority replaces the Host header, which may differ.
      headers.host = authority;
      request.url = path.startsWith("/") ? path : `/${path}`;
    }
    return headers.host !== undefined && headers.host === accepted ? null : refuseHost(request);
  };
}

/**
 * Refuses requests that Next would fail on or resolve to another path, and redirects paths with odd
 * slashes, which Next would do without our headers. Null for all others.
 */
export function refuseForNext({ method, url = "" }: IncomingMessage): Refusal | null {
  if (!KNOWN_METHODS.has(method)) {
    return refusalOf("method_not_allowed", { headers: { allow: METHODS } });
  }
  const [path = ""] = url.split("?", 1);
  if (DOT_SEGMENT.test(path)) return refusalOf("not_found");
  const plain = path.replace(ODD_SLASHES, "/");
  return plain === path ? null : redirectTo(plain + url.slice(path.length));
}
