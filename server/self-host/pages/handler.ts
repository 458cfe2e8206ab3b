import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setImmediate as endOfTurn } from "node:timers/promises";
import { createFairQueue, LeftQueue } from "../../auth/fair-queue";
import { elapsedMs } from "../../core/kernel/elapsed";
import { createTurns } from "../../core/kernel/turns";
import { networkOf } from "../../core/values/addresses";
import { refusalOf } from "../refusal";
import { respond } from "../request-body";
import { askPages, forward } from "./forward";
import { createKeptPages, isStrangers, sendKept } from "./kept-pages";
import { NO_ROUTES, type PageRoutes } from "./page-routes";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Exchange = { request: IncomingMessage; response: ServerResponse; gone: AbortSignal };

/** Requests of one client that wait or are in progress: several people behind one address. */
const PER_NETWORK = 64;
const TOTAL = 512;
/** The sign-in page ignores longer addresses to return to. */
const MAX_RETURN = 2_048;
/**
 * Sign-ins, in a queue of their own. An attempt takes dozens of queries besides its hash, so a flood
 * of them would use up the database connections of the pages. There is room for each network of a
 * large attack; they take turns. Networks at which somebody has signed in go ahead of the others.
 */
const SIGN_INS = { perClient: 16, total: 4_000, atOnce: 8 };
/** The networks that are remembered since the start. */
const MAX_KNOWN = 10_000;
/** They overlap only while one waits for the database. */
const RENDERS_AT_ONCE = 4;
/**
 * Kept pages are sent by the thread that serves the API, 1 ms of work for the longest. However many
 * are asked for, they take at most a fifth of its time.
 */
const SEND_REST = 4;
const RETRY_AFTER_SECONDS = 1;
/** Of a response that signs in; signing out sends an empty one. */
const NEW_SESSION = /next-auth\.session-token=[^;]/;
/** Of a redirect to the sign-in page. */
const REDIRECT = {
  "cache-control": "no-store",
  "content-length": "0",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

type Options = { routes?: PageRoutes; host?: string; nowMs?: () => number };

/**
 * Serves everything that is not the API. A few pages are rendered at once, with fair turns between
 * client networks; a page whose client has left is not rendered. Procedures and sign-ins may take
 * long without using the CPU, so their number is only bounded; exports take turns of their own
 * (server/export/places.ts). What exceeds the bounds gets 503 with Retry-After. `host`: by which browsers reach this server, unless it has a public URL.
 */
export function createPageHandler(
  connect: () => Duplex,
  { routes = NO_ROUTES, host = "localhost", nowMs = elapsedMs }: Options = {},
): Handler {
  const bounds = { perClient: PER_NETWORK, total: TOTAL };
  const renders = createFairQueue({ ...bounds, atOnce: RENDERS_AT_ONCE });
  const calls = createFairQueue({ ...bounds, atOnce: TOTAL });
  const signIns = createSignIns();
  const sends = createFairQueue({ ...bounds, atOnce: 1 });
  const sendTurn = createTurns({ restTimes: SEND_REST });
  const kept = createKeptPages((request) => askPages(connect, request), { ...routes, host, nowMs });

  async function pass({ request, response, gone }: Exchange, isPatient: boolean): Promise<void> {
    await endOfTurn();
    if (!gone.aborted) await forward(request, response, { connect, isPatient });
  }

  return async (request, response) => {
    const elsewhere = signInOf(request, routes);
    if (elsewhere !== null) return sendAway(request, response, elsewhere);
    const client = clientOf(request);
    const gone = new AbortController();
    const exchange = { request, response, gone: gone.signal };
    const leave = () => gone.abort();
    response.once("close", leave);
    const variant = kept.variantOf(request);
    const isSignIn = isBelow("/api/auth/", request);
    const isCall = isBelow("/api/", request);

    const serve = async (): Promise<{ result: unknown } | null> => {
      if (isSignIn) return signIns(client, exchange, () => pass(exchange, true));
      if (isCall) return calls(client, (inTurn) => inTurn(() => pass(exchange, true), gone.signal));
      if (variant !== null) {
        const make = () =>
          renders(client, (inTurn) => inTurn(() => kept.find(variant), gone.signal));
        const page = kept.has(variant) ? { result: await kept.find(variant) } : await make();
        if (page === null) return null;
        const { result } = page;
        const send = async () => {
          await sendTurn();
          if (result && !gone.signal.aborted) sendKept(request, response, result);
        };
        if (result) return sends(client, (inTurn) => inTurn(send, gone.signal));
      }
      return renders(client, (inTurn) => inTurn(() => pass(exchange, false), gone.signal));
    };

    try {
      if ((await serve()) === null) refuseBusy(request, response);
    } catch (error) {
      if (!(error instanceof LeftQueue)) throw error;
    } finally {
      response.off("close", leave);
    }
  };
}

/** Where a page redirects a stranger, as app/_guard.ts does; null for all other requests. */
function signInOf(request: IncomingMessage, { isPrivate }: PageRoutes): string | null {
  const { url = "" } = request;
  const [path = ""] = url.split("?", 1);
  if (url.length > MAX_RETURN || !isStrangers(request) || !isPrivate(path)) return null;
  return path === "/" ? "/sign-in" : `/sign-in?${new URLSearchParams({ callbackUrl: url })}`;
}

function sendAway(request: IncomingMessage, response: ServerResponse, location: string): void {
  respond(request, response, { status: 307, headers: { ...REDIRECT, location }, body: null });
}

/** The queue of sign-ins; it remembers where they succeeded. */
function createSignIns() {
  const admit = createFairQueue(SIGN_INS);
  const known = new Set<string>();

  function remember(client: string | null, response: ServerResponse): void {
    const cookies = [response.getHeader("set-cookie") ?? []].flat();
    if (client === null || !cookies.some((cookie) => NEW_SESSION.test(String(cookie)))) return;
    known.delete(client);
    const [oldest] = known.add(client);
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  }

  return (client: string | null, { response, gone }: Exchange, pass: () => Promise<void>) =>
    admit(
      client,
      async (inTurn) => {
        await inTurn(pass, gone);
        remember(client, response);
      },
      client !== null && known.has(client) ? "first" : "last",
    );
}

const isBelow = (path: string, { url = "" }: IncomingMessage) => url.startsWith(path);

function clientOf({ headers }: IncomingMessage): string | null {
  // The listener has overwritten it with the address it determined.
  const address = String(headers["x-forwarded-for"] ?? "");
  return address === "" ? null : networkOf(address);
}

function refuseBusy(request: IncomingMessage, response: ServerResponse): void {
  const headers = { "retry-after": String(RETRY_AFTER_SECONDS) };
  respond(request, response, refusalOf("unavailable", { headers }));
}
