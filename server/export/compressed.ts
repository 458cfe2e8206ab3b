import { pipeline, Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { ContentEncoding } from "../core/content-encoding";

/**
 * As fast as gzip, and a little smaller. The highest quality would take a hundred times as long.
 */
const BROTLI_QUALITY = 4;
/** A window of 512 KiB: the memory of each running export. */
const BROTLI_WINDOW_BITS = 19;

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY } = constants;
const COMPRESSORS = {
  br: () =>
    createBrotliCompress({
      params: { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS },
    }),
  gzip: () => createGzip(),
};

/**
 * Compresses the stream as fast as it is read. An error of the source also fails the result,
 * because a truncated file must not look complete. Cancelling the result cancels the source.
 */
export function compressed(
  body: ReadableStream<Uint8Array>,
  encoding: ContentEncoding,
): ReadableStream<Uint8Array> {
  const source = Readable.fromWeb(body as NodeStream<Uint8Array>);
  const compressor = COMPRESSORS[encoding]();
  // Errors surface through the result stream.
  pipeline(source, compressor, () => {});
  // The default high-water mark of some Node.js versions is 16,384 chunks: they count chunks
  // instead of bytes.
  const strategy = { highWaterMark: 1 };
  return Readable.toWeb(compressor, { strategy }) as ReadableStream<Uint8Array>;
}
