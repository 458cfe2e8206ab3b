import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { extname, join, sep } from "node:path";
import { etagOf, isKnown } from "../rest/conditional";
import { type ContentEncoding, preferredEncoding } from "../rest/content-encoding";
import type { respond } from "./request-body";

type Answer = Parameters<typeof respond>[2];
type StaticRequest = {
  method?: string | undefined;
  url?: string | undefined;
  headers: IncomingHttpHeaders;
};
type Encoded = { body: Uint8Array; etag: string };

/**
 * Types as Next sends them. latchkey.ts should display as text; by its extension it would be a
 * video.
 */
const TYPES: Record<string, string> = {
  ".css": "text/css; charset=UTF-8",
  ".js": "application/javascript; charset=UTF-8",
  ".json": "application/json; charset=UTF-8",
  ".svg": "image/svg+xml",
  ".ts": "text/plain; charset=utf-8",
  ".txt": "text/plain; charset=UTF-8",
};
const BUILT = "/_next/static/";

/**
 * The static files that `npm start` has compressed (start-encode.mjs), in memory: 2 MiB. Returns the
 * response, or null for what Next serves: everything else, and these files uncompressed or in part.
 */
export function openStaticFiles(folder: string): (request: StaticRequest) => Answer | null {
  const files = readFiles(folder);

  return ({ method, url = "", headers }) => {
    if (method !== "GET" && method !== "HEAD") return null;
    const [path = ""] = url.split("?", 1);
    const file = files.get(path);
    if (!file) return null;
    const accepted = headers.range === undefined ? headers["accept-encoding"] : undefined;
    const encoding = preferredEncoding(Array.isArray(accepted) ? accepted.join() : accepted);
    const encoded = encoding && file.get(encoding);
    if (!encoded) {
      // Otherwise Next would compress it on the fly, even a range of it.
      delete headers["accept-encoding"];
      return null;
    }
    const answer = {
      "cache-control": path.startsWith(BUILT)
        ? "public, max-age=31536000, immutable"
        : "public, max-age=0",
      etag: encoded.etag,
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
    };
    if (isKnown(headers["if-none-match"] ?? null, encoded.etag)) {
      return { status: 304, headers: answer, body: null };
    }
    const representation = {
      "content-type": TYPES[extname(path)] ?? "application/octet-stream",
      "content-encoding": encoding,
      "content-length": String(encoded.body.length),
    };
    const body = method === "HEAD" ? null : encoded.body;
    return { status: 200, headers: { ...answer, ...representation }, body };
  };
}

/** The files by path. Empty if nothing was compressed, as in development. */
function readFiles(folder: string): ReadonlyMap<string, Map<ContentEncoding, Encoded>> {
  const files = new Map<string, Map<ContentEncoding, Encoded>>();
  if (!existsSync(folder)) return files;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const encoding = encodingOf(name);
    if (encoding === null) continue;
    const path = `/${name.slice(0, -extname(name).length).split(sep).join("/")}`;
    const body = readFileSync(join(folder, name));
    const file = files.get(path) ?? new Map<ContentEncoding, Encoded>();
    files.set(path, file.set(encoding, { body, etag: etagOf(body) }));
  }
  return files;
}

function encodingOf(name: string): ContentEncoding | null {
  const ending = extname(name).slice(1);
  return ending === "br" || ending === "gzip" ? ending : null;
}
