import { pipeline, Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { ContentEncoding } from "../core/content-encoding";

/** As quick as gzip, and a little smaller. Brotli's best would take a hundred times as long. */
const BROTLI_QUALITY = 4;
/** A window of 512 KiB: memory for each export that runs. */
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
 * The stream, compressed as fast as it is taken. What fails before its end fails here too: half a file
 * must not look whole. If the result is cancelled, so is the stream.
 */
export function compressed(
  body: ReadableStream<Uint8Array>,
  encoding: ContentEncoding,
): ReadableStream<Uint8Array> {
  const source = Readable.fromWeb(body as NodeStream<Uint8Array>);
  const compressor = COMPRESSORS[encoding]();
  // The error reaches whoever reads the result.
  pipeline(source, compressor, () => {});
  // By default some versions of Node hold 16,384 chunks: they count chunks where they mean bytes.
  const strategy = { highWaterMark: 1 };
  return Readable.toWeb(compressor, { strategy }) as ReadableStream<Uint8Array>;
}
