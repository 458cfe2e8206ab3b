import { createParts, type Part } from "../../core/imports/parts";
import type { Found } from "../../core/imports/record-reader";
import { MAX_BATCH } from "../../core/imports/schema";

/** A batch is sent as one message, and the socket accepts up to 1 MiB. */
const MAX_BATCH_BYTES = 300_000;

export type Batch = Part;

/** The records after a line, in batches that fit into one message. */
export async function* batchesOf(
  records: AsyncIterable<Found>,
  afterLine: number,
): AsyncIterable<Batch> {
  const parts = createParts(afterLine, {
    maxLines: MAX_BATCH,
    maxBytes: MAX_BATCH_BYTES,
    measure: () => (found) => Buffer.byteLength(JSON.stringify(found)),
  });
  for await (const found of records) {
    const full = parts.add(found);
    if (full) yield full;
  }
  const last = parts.end();
  if (last) yield last;
}
