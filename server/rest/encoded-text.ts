import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { ContentEncoding } from "./content-encoding";

const COMPRESS = { br: promisify(brotliCompress), gzip: promisify(gzip) };

export type EncodedText = (
  encoding: ContentEncoding | null,
) => string | Promise<Uint8Array<ArrayBuffer>>;

/** A constant text, compressed at zlib's highest level once for each encoding requested. */
export function encodedText(text: string): EncodedText {
  const cache = new Map<ContentEncoding, Promise<Uint8Array<ArrayBuffer>>>();
  return (encoding) => {
    if (encoding === null) return text;
    const found = cache.get(encoding) ?? COMPRESS[encoding](text);
    cache.set(encoding, found);
    return found;
  };
}
