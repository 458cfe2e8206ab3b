import type { IncomingMessage, ServerResponse } from "node:http";
import { preferredEncoding } from "../../rest/content-encoding";
import { type PageRequest, passedHeaders } from "./forward";
import type { PageRoutes } from "./page-routes";
import { type Cut, cutAt, filled, gzipped, newNonce, nonceIn } from "./with-nonces";

const POLICY = "content-security-policy";
/** Without a query, which they ignore, and the same for everybody. */
const DOCS: ReadonlySet<string> = new Set([
  "/docs",
  "/docs/webhooks",
  "/docs/platform",
  "/docs/errors",
  "/docs/changelog",
]);
/** Shows the scopes that operators define, so it is rendered again once it is a minute old. */
const CHANGING: ReadonlySet<string> = new Set(["/docs"]);
const RENEWED_AFTER_MS = 60_000;
/**
 * The same for everybody who is not signed in. The browser reads the query, so that no query renders
 * them again.
 */
export const ENTRANCES: ReadonlySet<string> = new Set(["/sign-in", "/welcome", "/forgot-password"]);
/** A path without a page, to render what all of them get. */
const UNKNOWN = "/no-such-page";
const SESSION_COOKIE = /next-auth\.session-token/;
/** Requests of Next's own scripts, which want a part of a page or its data. */
const OF_NEXT = /^(rsc|next-|x-nextjs-|x-middleware-|x-action|purpose$)/;

/** A request of a person whom no cookie may have signed in, for a whole page. */
export function isStrangers({ method, headers }: PageRequest): boolean {
  return isForPage({ method, headers }) && !SESSION_COOKIE.test(headers.cookie ?? "");
}

function isForPage({ method, headers }: Pick<PageRequest, "method" | "headers">): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return !Object.keys(headers).some((name) => OF_NEXT.test(name));
}

type Kept = { status: number; policy: string; headers: [string, string[]][]; cut: Cut };

/** A page as anybody gets it. */
type Variant = { url: string; status: 200 | 404 };

type Page = {
  made: Promise<Kept | null>;
  /** When the rendering began. */
  atMs: number;
  isRenewing: boolean;
};

/**
 * Keeps pages without a person in them. Each is rendered once, whatever the requests send, and sent
 * with a new nonce each time; one that changes is rendered again after a minute, beside the requests,
 * which get the old one until then. `render` gets the page; its failures are not kept. `host`: the
 * server's own, for samples on pages; a client may send any other.
 */
export function createKeptPages(
  render: (request: PageRequest) => Promise<IncomingMessage>,
  { isUnknown, host, nowMs }: Pick<PageRoutes, "isUnknown"> & { host: string; nowMs: () => number },
) {
  const pages = new Map<string, Page>();

  function make({ url, status }: Variant): Page {
    const headers = { accept: "text/html", "x-forwarded-for": "", host };
    const atMs = nowMs();
    const rendered = render({ method: "GET", url, headers });
    const made = rendered.then((answer) => keep(answer, status)).catch(() => null);
    return { made, atMs, isRenewing: false };
  }

  async function renew(page: Page, variant: Variant): Promise<void> {
    page.isRenewing = true;
    const next = make(variant);
    if (await next.made) pages.set(variant.url, next);
    // The next request tries again, after another minute.
    else Object.assign(page, { atMs: nowMs(), isRenewing: false });
  }

  function find(variant: Variant): Promise<Kept | null> {
    const { url } = variant;
    const known = pages.get(url);
    if (known === undefined) {
      const page = make(variant);
      pages.set(url, page);
      // The caller that gets null asks for the page itself, and so gets the failure.
      void page.made.then((kept) => kept ?? pages.delete(url));
      return page.made;
    }
    const isOld = CHANGING.has(url) && nowMs() - known.atMs >= RENEWED_AFTER_MS;
    if (isOld && !known.isRenewing) void renew(known, variant);
    return known.made;
  }

  return {
    variantOf: (request: PageRequest) => variantOf(request, isUnknown),
    /** Whether the page is rendered already. */
    has: ({ url }: Variant) => pages.has(url),
    /** The page, rendered if need be; null if it may not be kept. */
    find,
  };
}

/** The variant of a kept page that a request asks for; null for all other requests. */
function variantOf(request: PageRequest, isUnknown: PageRoutes["isUnknown"]): Variant | null {
  if (!isForPage(request)) return null;
  const [path = ""] = (request.url ?? "").split("?", 1);
  const isEntrance = ENTRANCES.has(path) && isStrangers(request);
  if (isUnknown(path)) return { url: UNKNOWN, status: 404 };
  return DOCS.has(path) || isEntrance ? { url: path, status: 200 } : null;
}

/** Null for a page that may not be kept. */
async function keep(answer: IncomingMessage, status: number): Promise<Kept | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const policy = String(answer.headers[POLICY] ?? "");
  const nonce = nonceIn(policy);
  const { statusCode, headers } = answer;
  if (statusCode !== status || nonce === null || headers["set-cookie"] !== undefined) return null;
  const own = new Set([POLICY, "content-length", "content-encoding", "date", "etag", "vary"]);
  return {
    status: statusCode,
    policy: policy.replaceAll(nonce, "NONCE"),
    headers: passedHeaders(answer).flatMap(([name, values]) =>
      own.has(name) ? [] : [[name, values.map((value) => value.replaceAll(nonce, "NONCE"))]],
    ),
    cut: cutAt(nonce, Buffer.concat(chunks)),
  };
}

export function sendKept(request: IncomingMessage, response: ServerResponse, kept: Kept): void {
  const nonce = newNonce();
  for (const [name, values] of kept.headers) {
    response.setHeader(
      name,
      values.map((value) => value.replaceAll("NONCE", nonce)),
    );
  }
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
