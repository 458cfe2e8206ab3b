import type { Readable } from "node:stream";
import { createRecordReader, type Format, type Found } from "../../core/imports/record-reader";
import { columnsOf } from "../../core/imports/rows";
import type { ImportKind } from "../../core/imports/schema";

/** The records of a file, one at a time. Throws as createRecordReader() does. */
export async function* readRecords(
  kind: ImportKind,
  format: Format,
  stream: Readable,
): AsyncIterable<Found> {
  const reader = createRecordReader(format, columnsOf(kind));
  for await (const bytes of stream as AsyncIterable<Uint8Array>) yield* reader.push(bytes);
  yield* reader.end();
}
