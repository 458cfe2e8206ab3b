import { recordExport } from "../core/audit/mutations";
import { ownPartnerId, personOf } from "../core/kernel/access";
import type { Actor, Core, Ctx } from "../core/kernel/actor";
import { ERRORS, fail, isDomainError } from "../core/kernel/errors";
import { enterPartner } from "../core/partners/enter";
import { isSignedIn } from "../core/sign-in/sessions";
import { EXPORTS } from "./exports";
import { takePlace } from "./places";

export type ExportContext = {
  core: Core;
  /** Null: not signed in. */
  actor: Actor | null;
  address: string | null;
};

/**
 * Handles `GET /api/export/<name>?partner=<code>&<filter>`: CSV, streamed page by page as fast as
 * the client reads, and no further once the session has ended. Exports of the whole platform have
 * no `partner`. The first page is read before the response starts, so that an error can still set
 * the status. Our own server compresses the body: Next removes `Content-Encoding` from the responses
 * of route handlers.
 */
export async function handleExport(
  request: Request,
  name: string,
  context: ExportContext,
): Promise<Response> {
  if (isFromOtherSite(request)) return refuse(403, "Requests from other sites are not allowed.");
  if (!context.actor) return refuse(401, ERRORS.unauthenticated.message);
  const found = Object.hasOwn(EXPORTS, name) ? EXPORTS[name] : undefined;
  if (!found) return refuse(404, "Export not found.");
  const { searchParams } = new URL(request.url);
  const query = Object.fromEntries(searchParams);
  if (Object.keys(query).length < searchParams.size) return refuse(400, "A parameter is repeated.");
  // PostgreSQL rejects NUL, and no filter contains one.
  if (Object.values(query).join("").includes("\0"))
    return refuse(400, "A parameter contains a NUL character.");
  const { partner, ...filter } = query;
  const { core, actor: caller, address } = context;
  try {
    const { actor } =
      partner === undefined
        ? { actor: caller }
        : await enterPartner({ core, actor: caller, address }, partner);
    const ctx = { ...core, actor, address };
    const blocks = whileSignedIn(ctx, found(ctx, filter));
    const first = await blocks.next();
    // Recorded before the first row is sent. Only the filters' names: values may identify a
    // customer.
    const of = { list: name, filters: Object.keys(filter), partnerId: ownPartnerId(actor) };
    await recordExport(ctx, of).catch(async (error: unknown) => {
      await endOf(blocks);
      throw error;
    });
    const file = `${name}-${core.clock.now().toISOString().slice(0, 10)}.csv`;
    const type = "text/csv; charset=utf-8; header=present";
    if (request.method === "HEAD") return fileResponse(await endOf(blocks), { name: file, type });
    const body = csvBody(first, blocks, (error) => logBreak(core, error, name));
    // Nobody reads or cancels the body for a client that has left before it.
    if (request.signal.aborted) await endOf(blocks);
    else request.signal.addEventListener("abort", () => endOf(blocks));
    return fileResponse(body, { name: file, type });
  } catch (error) {
    return exportFailure(core, error, name);
  }
}

/** Other sites may link to exports, but must not trigger downloads: their requests are refused. */
export function isFromOtherSite({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  return site === "cross-site" || site === "same-site";
}

/** A file to be saved. */
export function fileResponse(
  body: BodyInit | null,
  { name, type }: { name: string; type: string },
): Response {
  const headers = new Headers({
    ...HEADERS,
    "content-type": type,
    "content-disposition": `attachment; filename="${name}"`,
  });
  return new Response(body, { headers });
}

type Blocks = AsyncGenerator<string, void>;

/**
 * A client that reads slowly would otherwise go on reading for hours after its user was signed out,
 * disabled or removed. Looked up after a page is read, so that none is sent that was read later.
 */
async function* whileSignedIn(ctx: Ctx, blocks: Blocks): Blocks {
  const { sessionId, userId } = personOf(ctx);
  const { inTurn, leave } = await takePlace(userId);
  try {
    for (;;) {
      const next = await inTurn(() => blocks.next());
      if (next.done) return;
      if (!(await isSignedIn(ctx, sessionId))) fail("unauthenticated");
      yield next.value;
    }
  } finally {
    leave();
    await blocks.return();
  }
}

/** Ends an export whose lines nobody reads. */
async function endOf(blocks: Blocks): Promise<null> {
  await blocks.return().catch(() => undefined);
  return null;
}

function csvBody(
  first: IteratorResult<string, void>,
  rest: Blocks,
  onBreak: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<string, void>> = Promise.resolve(first);
  let hasLeft = false;

  async function read(): Promise<IteratorResult<string, void> | null> {
    try {
      return await next;
    } catch (error) {
      if (!hasLeft) onBreak(error);
      return null;
    }
  }

  return new ReadableStream({
    async pull(controller) {
      const block = await read();
      // A client may leave while its next lines are read; the stream is closed then.
      if (hasLeft) return;
      if (!block) return controller.error(brokenOff());
      if (block.done) return controller.close();
      controller.enqueue(encoder.encode(block.value));
      next = rest.next();
      // Awaited at the next pull; until then a failure must not be an unhandled rejection.
      next.catch(() => undefined);
    },
    async cancel() {
      hasLeft = true;
      await rest.return();
    },
  });
}

/** The browser reports the file as incomplete. Next logs every other error. */
const brokenOff = () => new DOMException("The export was broken off.", "AbortError");

const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** A response that says in plain text why there is no file. */
export function refuse(status: number, message: string): Response {
  const headers = new Headers({ ...HEADERS, "content-type": "text/plain; charset=utf-8" });
  if (status === 503) headers.set("retry-after", "1");
  return new Response(`${message}\n`, { status, headers });
}

/** Logs why an export has no end: it is no error of the server if its session has ended. */
function logBreak({ log }: Core, error: unknown, name: string): void {
  const of = { method: "GET", route: `/api/export/${name}` };
  if (isDomainError(error)) log.info({ ...of, code: error.code }, "export broken off");
  else log.error({ err: error, ...of }, "export broken off");
}

/** The response to an export that failed before its first line; unexpected errors are logged. */
export function exportFailure(core: Core, error: unknown, name: string): Response {
  if (isDomainError(error)) return refuse(ERRORS[error.code].status, error.message);
  core.log.error({ err: error, method: "GET", route: `/api/export/${name}` }, "export failed");
  const code = core.isUnavailable(error) ? "unavailable" : "internal_error";
  return refuse(ERRORS[code].status, ERRORS[code].message);
}
