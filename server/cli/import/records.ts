import type { Readable } from "node:stream";
import { createRecordReader, type Format, type Found } from "../../core/imports/record-reader";
import { columnsOf } from "../../core/imports/rows";
import type { ImportKind } from "../../core/imports/schema";
import { fail } from "../../core/kernel/errors";

/**
 * The records of a file, one at a time. Throws as createRecordReader() does, and for a CSV file
 * without a header. One without rows is valid: a nightly export may have none.
 */
export async function* readRecords(
  kind: ImportKind,
  format: Format,
  stream: Readable,
): AsyncIterable<Found> {
  const reader = createRecordReader(format, columnsOf(kind));
  for await (const bytes of stream as AsyncIterable<Uint8Array>) yield* reader.push(bytes);
  yield* reader.end();
  if (format === "csv" && reader.columns() === null) {
    fail("validation_failed", { message: "The file has no header." });
  }
}
