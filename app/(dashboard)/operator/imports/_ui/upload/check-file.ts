import { createRecordReader, type Found, formatOf } from "@/server/core/imports/record-reader";
import { partsOf, type Sliced } from "./file-parts";
import { createSha256 } from "./sha256";

/** So many rows of a file are shown and checked by the server before it is imported. */
const PREVIEWED = 100;

export type CheckedFile = {
  /** The hex SHA-256, as the command line computes it. */
  hash: string;
  /** The columns of a CSV file; those of the first rows otherwise. */
  columns: readonly string[];
  rows: number;
  /** The rows that can't be read, and the first of them. */
  unreadable: number;
  firstUnreadable: readonly { line: number; reason: string }[];
  /** The first rows. */
  sample: readonly Extract<Found, { record: unknown }>[];
};

type Options = {
  /** The columns that the file may have. */
  known: readonly string[];
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** Reads the whole file once. Throws DomainError if it can't be imported, and FileChanged. */
export async function checkFile(file: Sliced, options: Options): Promise<CheckedFile> {
  const { known, onProgress, signal } = options;
  const hash = createSha256();
  const reader = createRecordReader(formatOf(file.name), known);
  const firstUnreadable: { line: number; reason: string }[] = [];
  const sample: Extract<Found, { record: unknown }>[] = [];
  const counts = { rows: 0, unreadable: 0 };
  const count = (found: readonly Found[]) => {
    for (const one of found) {
      counts.rows++;
      if ("record" in one) {
        if (sample.length < PREVIEWED) sample.push(one);
        continue;
      }
      counts.unreadable++;
      if (firstUnreadable.length < PREVIEWED) firstUnreadable.push(one);
    }
  };
  let read = 0;
  for await (const bytes of partsOf(file)) {
    signal.throwIfAborted();
    hash.add(bytes);
    count(reader.push(bytes));
    read += bytes.length;
    onProgress(read / file.size);
  }
  count(reader.end());
  const columns = reader.columns() ?? namesIn(sample);
  return { hash: hash.digest(), columns, ...counts, firstUnreadable, sample };
}

function namesIn(sample: readonly { record: unknown }[]): string[] {
  const names = sample.flatMap(({ record }) => Object.keys(Object(record)));
  return [...new Set(names)];
}
