import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, Writable } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { type ContentEncoding, preferredEncoding } from "../rest/content-encoding";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** As fast as gzip, and smaller. The highest quality would take a hundred times as long. */
const BROTLI_QUALITY = 4;
/** A window of 512 KiB: the memory of each running export. */
const BROTLI_WINDOW_BITS = 19;

// Flushed after each block of rows, so that a slow export is received as it is read.
const COMPRESSORS = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
};

/**
 * Compresses CSV exports, because Next removes `Content-Encoding` from the responses of route
 * handlers. Prevents Next from compressing other route handlers' responses, which may contain
 * secrets: docs/decisions/0012.
 */
export function withCompressedExports(next: Handler): Handler {
  return (request, response) => {
    const { url = "", headers, method } = request;
    if (!url.startsWith("/api/")) return next(request, response);
    const accepted = headers["accept-encoding"];
    delete headers["accept-encoding"];
    if (url.startsWith("/api/export/")) {
      response.setHeader("vary", "accept-encoding");
      const encoding = preferredEncoding(Array.isArray(accepted) ? accepted.join() : accepted);
      if (encoding !== null) compressCsv(response, { encoding, hasBody: method !== "HEAD" });
    }
    return next(request, response);
  };
}

/**
 * Makes the response compress what is written to it, if it is CSV. Writers still see the client's
 * pace: `write` returns false, and "drain" follows, as the compressor is full and has room again.
 */
function compressCsv(
  response: ServerResponse,
  { encoding, hasBody }: { encoding: ContentEncoding; hasBody: boolean },
): void {
  const writeHead = response.writeHead.bind(response);
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  const emit = response.emit.bind(response);
  let compressor: ReturnType<(typeof COMPRESSORS)[ContentEncoding]> | null = null;

  const begin = () => {
    const started = COMPRESSORS[encoding]();
    const client = new Writable({
      // Done when the chunk has been sent, so nothing accumulates if the client reads slowly.
      write: (chunk: Buffer, _, done) => void write(chunk, done),
      final: (done) => {
        end();
        done();
      },
    });
    pipeline(started, client, () => {});
    started.on("drain", () => emit("drain"));
    response.once("close", () => started.destroy());
    return started;
  };

  response.writeHead = (status: number) => {
    if (String(response.getHeader("content-type")).startsWith("text/csv")) {
      response.setHeader("content-encoding", encoding);
      response.removeHeader("content-length");
      if (hasBody) compressor = begin();
    }
    return writeHead(status);
  };
  response.write = (chunk: Uint8Array | string) => {
    // Sends the head, which decides whether the body is compressed.
    if (!response.headersSent) response.flushHeaders();
    return compressor ? compressor.write(chunk) : write(chunk);
  };
  response.end = (chunk?: unknown) => {
    if (!response.headersSent) response.flushHeaders();
    if (compressor) compressor.end(chunk);
    else end(chunk);
    return response;
  };
  // The socket can take more before the compressor can.
  response.emit = (event: string, ...values: unknown[]) =>
    event === "drain" && compressor?.writableNeedDrain ? false : emit(event, ...values);
}
