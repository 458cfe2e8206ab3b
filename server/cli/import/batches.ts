import { type ImportBatch, MAX_BATCH } from "../../core/imports/schema";
import type { Found } from "./records";

/** A batch is sent as one message, and the socket accepts up to 1 MiB. */
const MAX_BATCH_BYTES = 300_000;

export type Batch = Pick<ImportBatch, "afterLine" | "throughLine" | "lines" | "unreadable">;

/** The records after a line, in batches that fit into one message. */
export async function* batchesOf(
  records: AsyncIterable<Found>,
  afterLine: number,
): AsyncIterable<Batch> {
  let batch = newBatch(afterLine);
  let bytes = 0;
  for await (const found of records) {
    if (found.line <= afterLine) continue;
    const size = Buffer.byteLength(JSON.stringify(found));
    const count = batch.lines.length + batch.unreadable.length;
    if (count === MAX_BATCH || (count > 0 && bytes + size > MAX_BATCH_BYTES)) {
      yield batch;
      batch = newBatch(batch.throughLine);
      bytes = 0;
    }
    if ("reason" in found) batch.unreadable.push(found);
    else batch.lines.push(found);
    batch.throughLine = found.line;
    bytes += size;
  }
  if (batch.throughLine > batch.afterLine) yield batch;
}

function newBatch(afterLine: number): Batch {
  return { afterLine, throughLine: afterLine, lines: [], unreadable: [] };
}
