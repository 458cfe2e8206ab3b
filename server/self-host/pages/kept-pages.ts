import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { preferredEncoding } from "../../core/content-encoding";
import { type PageRequest, passedHeaders } from "./forward";
import { type Cut, cutAt, filled, gzipped, newNonce, nonceIn } from "./with-nonces";

const POLICY = "content-security-policy";
/** Without a query, which they ignore, and the same for everybody. */
const DOCS: ReadonlySet<string> = new Set([
  "/docs",
  "/docs/webhooks",
  "/docs/errors",
  "/docs/changelog",
]);
/** The same for everybody who is not signed in; their query matters. */
const ENTRANCES: ReadonlySet<string> = new Set(["/sign-in", "/welcome"]);
const SESSION_COOKIE = /next-auth\.session-token/;
/** Requests of Next's own scripts, which want a part of a page or its data. */
const OF_NEXT = /^(rsc|next-|x-nextjs-|x-middleware-|x-action|purpose$)/;
/** The longest part of a request that tells kept pages apart. */
const MAX_VARIANT = 300;
/** Variants of pages that are kept; a page takes up to 1 MB. */
const MAX_KEPT = 64;

type Kept = { status: number; policy: string; headers: [string, string[]][]; cut: Cut };

/** A page as anybody gets it, and what it depends on. */
type Variant = { name: string; url: string; headers: IncomingHttpHeaders };

/**
 * Keeps pages without a person in them. Each is rendered once, and sent with a new nonce each time.
 * `render` gets the page; its failures are not kept.
 */
export function createKeptPages(render: (request: PageRequest) => Promise<IncomingMessage>) {
  const pages = new Map<string, Promise<Kept | null>>();

  function find(variant: Variant): Promise<Kept | null> {
    const known = pages.get(variant.name);
    if (known !== undefined) return known;
    const [oldest] = pages.keys();
    if (pages.size >= MAX_KEPT && oldest !== undefined) pages.delete(oldest);
    const { url, headers } = variant;
    // The caller that gets null asks for the page itself, and so gets the failure.
    const rendered = render({ method: "GET", url, headers });
    const made = rendered.then(keep).catch(() => null);
    pages.set(variant.name, made);
    void made.then((kept) => {
      if (kept === null && pages.get(variant.name) === made) pages.delete(variant.name);
    });
    return made;
  }

  return {
    variantOf,
    /** Whether the page is rendered already. */
    has: ({ name }: Variant) => pages.has(name),
    /** The page, rendered if need be; null if it may not be kept. */
    find,
  };
}

/** What a request for such a page asks for; null for all other requests. */
export function variantOf({ method, url = "", headers }: PageRequest): Variant | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const [path = "", query = ""] = url.split("?", 2);
  const isDocs = DOCS.has(path);
  const isEntrance = ENTRANCES.has(path) && !SESSION_COOKIE.test(headers.cookie ?? "");
  if (!isDocs && !isEntrance) return null;
  if (Object.keys(headers).some((name) => OF_NEXT.test(name))) return null;
  const { host, "x-forwarded-proto": proto, "accept-language": languages } = headers;
  const asked: IncomingHttpHeaders = { accept: "text/html", "x-forwarded-for": "" };
  if (host !== undefined) asked.host = host;
  if (proto !== undefined) asked["x-forwarded-proto"] = proto;
  if (isEntrance && languages !== undefined) asked["accept-language"] = languages;
  const target = isEntrance && query !== "" ? `${path}?${query}` : path;
  const name = JSON.stringify([target, asked]);
  return name.length > MAX_VARIANT ? null : { name, url: target, headers: asked };
}

/** Null for a page that may not be kept. */
async function keep(answer: IncomingMessage): Promise<Kept | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const policy = String(answer.headers[POLICY] ?? "");
  const nonce = nonceIn(policy);
  const { statusCode, headers } = answer;
  if (statusCode !== 200 || nonce === null || headers["set-cookie"] !== undefined) return null;
  const own = new Set([POLICY, "content-length", "content-encoding", "date", "etag", "vary"]);
  return {
    status: statusCode,
    policy: policy.replaceAll(nonce, "NONCE"),
    headers: passedHeaders(answer).filter(([name]) => !own.has(name)),
    cut: cutAt(nonce, Buffer.concat(chunks)),
  };
}

/** Sends a kept page with a new nonce. */
export function sendKept(request: IncomingMessage, response: ServerResponse, kept: Kept): void {
  const nonce = newNonce();
  for (const [name, values] of kept.headers) response.setHeader(name, values);
  response.setHeader(POLICY, kept.policy.replaceAll("NONCE", nonce));
  response.setHeader("vary", "accept-encoding");
  const accepted = request.headers["accept-encoding"];
  const isGzipped = preferredEncoding(String(accepted ?? "").replaceAll(/\bbr\b/g, "")) === "gzip";
  const parts = (isGzipped ? gzipped : filled)(kept.cut, nonce);
  if (isGzipped) response.setHeader("content-encoding", "gzip");
  response.setHeader(
    "content-length",
    parts.reduce((size, { length }) => size + length, 0),
  );
  response.writeHead(kept.status);
  if (request.method === "HEAD") return void response.end();
  response.cork();
  for (const part of parts) response.write(part);
  response.end();
  response.uncork();
}
