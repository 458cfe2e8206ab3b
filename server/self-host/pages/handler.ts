import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setImmediate as endOfTurn } from "node:timers/promises";
import { createFairQueue, LeftQueue } from "../../auth/fair-queue";
import { networkOf } from "../../core/addresses";
import { refusalOf } from "../refusal";
import { respond } from "../request-body";
import { askPages, forward } from "./forward";
import { createKeptPages, sendKept } from "./kept-pages";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Exchange = { request: IncomingMessage; response: ServerResponse; gone: AbortSignal };

/** Requests of one client that wait or are in progress: several people behind one address. */
const PER_NETWORK = 64;
const TOTAL = 512;
/** They overlap only while one waits for the database. */
const RENDERS_AT_ONCE = 4;
const RETRY_AFTER_SECONDS = 1;

/**
 * Serves everything that is not the API. A few pages are rendered at once, with fair turns between
 * client networks; a page whose client has left is not rendered. Procedures, sign-ins and exports
 * may take long without using the CPU, so their number is only bounded. What exceeds the bounds gets
 * 503 with Retry-After.
 */
export function createPageHandler(connect: () => Duplex): Handler {
  const bounds = { perClient: PER_NETWORK, total: TOTAL };
  const renders = createFairQueue({ ...bounds, atOnce: RENDERS_AT_ONCE });
  const calls = createFairQueue({ ...bounds, atOnce: TOTAL });
  // Kept pages cost little, but a flood of them must not delay requests to the API: one per turn of
  // the event loop.
  const sends = createFairQueue({ ...bounds, atOnce: 1 });
  const kept = createKeptPages((request) => askPages(connect, request));

  async function pass({ request, response, gone }: Exchange, isPatient: boolean): Promise<void> {
    await endOfTurn();
    if (!gone.aborted) await forward(request, response, { connect, isPatient });
  }

  return async (request, response) => {
    const client = clientOf(request);
    const gone = new AbortController();
    const exchange = { request, response, gone: gone.signal };
    const leave = () => gone.abort();
    response.once("close", leave);
    const variant = kept.variantOf(request);
    const isCall = request.url?.startsWith("/api/") ?? false;

    const serve = async (): Promise<{ result: unknown } | null> => {
      if (isCall) return calls(client, (inTurn) => inTurn(() => pass(exchange, true), gone.signal));
      if (variant !== null) {
        const make = () =>
          renders(client, (inTurn) => inTurn(() => kept.find(variant), gone.signal));
        const page = kept.has(variant) ? { result: await kept.find(variant) } : await make();
        if (page === null) return null;
        const { result } = page;
        const send = async () => {
          await endOfTurn();
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

function clientOf({ headers }: IncomingMessage): string | null {
  // The listener has overwritten it with the address it determined.
  const address = String(headers["x-forwarded-for"] ?? "");
  return address === "" ? null : networkOf(address);
}

function refuseBusy(request: IncomingMessage, response: ServerResponse): void {
  const headers = { "retry-after": String(RETRY_AFTER_SECONDS) };
  respond(request, response, refusalOf("unavailable", { headers }));
}
