import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";

const Segment = z.union([
  z.string(),
  z.tuple([
    z.string(),
    z.string(),
    z.string().regex(/^(c|oc|d|[cd]i\((\.|\.\.|\.\.\.|\.\.\)\(\.\.)\))$/),
    z.array(z.string()).nullable(),
  ]),
]);

/** More than any page of ours has, and few enough for every recursion over it. */
const MAX_DEPTH = 40;

/** The position of a page in the layouts, as Next's scripts describe it. */
function isTree(value: unknown, depth = 0): boolean {
  if (!Array.isArray(value) || value.length < 2 || value.length > 6 || depth > MAX_DEPTH)
    return false;
  const [segment, slots, url, marker, hints, last] = value as unknown[];
  if (!Segment.safeParse(segment).success) return false;
  if (typeof slots !== "object" || slots === null || Array.isArray(slots)) return false;
  return (
    (url == null || z.tuple([z.string(), z.string()]).safeParse(url).success) &&
    (marker == null || MARKERS.has(marker)) &&
    (hints == null || typeof hints === "number") &&
    (last === undefined || typeof last === "string") &&
    Object.values(slots).every((slot) => isTree(slot, depth + 1))
  );
}

const MARKERS: ReadonlySet<unknown> = new Set(["refetch", "inside-shared-layout", "metadata-only"]);

function isStateTree(text: string): boolean {
  try {
    return isTree(JSON.parse(decodeURIComponent(text)));
  } catch {
    return false;
  }
}

const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

/** The headers that Next's scripts send from a browser, and their valid values. */
const SENT: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ["rsc", matches(/^1$/)],
  ["next-router-state-tree", isStateTree],
  ["next-router-prefetch", matches(/^[1-3]$/)],
  ["next-router-segment-prefetch", matches(/^\/[\w$@!().%~*/-]{0,500}$/)],
  ["next-url", matches(/^\/[\x21-\x7e]{0,2000}$/)],
  // In development.
  ["next-hmr-refresh", matches(/^1$/)],
  ["next-hmr-refresh-hash", matches(/^[\w-]{0,100}$/)],
  ["x-nextjs-request-id", matches(/^[\w-]{0,100}$/)],
  ["x-nextjs-html-request-id", matches(/^[\w-]{0,100}$/)],
]);

/** Headers that only Next or its host sets. From a client they are removed. */
const INTERNAL =
  /^(next-|x-nextjs-|x-next-|x-middleware-|x-invoke-|x-prerender-|x-rewrite|x-matched-path$|x-now-|x-action-|x-vercel-)/;

/**
 * Removes the headers by which Next talks to itself, because it trusts them. Returns the name of a
 * header of its scripts that is malformed, on which Next would fail; null if there is none.
 */
export function checkNextHeaders(headers: IncomingHttpHeaders): string | null {
  for (const [name, value] of Object.entries(headers)) {
    const isValid = SENT.get(name);
    if (isValid) {
      if (typeof value !== "string" || !isValid(value)) return name;
    } else if (INTERNAL.test(name)) {
      delete headers[name];
    }
  }
  return null;
}
