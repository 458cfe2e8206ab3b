import type { Found } from "./record-reader";
import type { ImportBatch } from "./schema";

// No server-side imports: browsers send files with it too.

/** What a batch says about the file. */
export type Part = Pick<ImportBatch, "afterLine" | "throughLine" | "lines" | "unreadable">;

type Limits = {
  maxLines: number;
  maxBytes: number;
  /** Begins to measure a part: how many bytes its next record takes in a message. */
  measure: () => (found: Found) => number;
};

/** Collects the records after a line into parts, in order. */
export function createParts(afterLine: number, { maxLines, maxBytes, measure }: Limits) {
  let part = newPart(afterLine);
  let sizeOf = measure();
  let bytes = 0;
  return {
    /** The part that is complete because this record doesn't fit into it any more. */
    add(found: Found): Part | null {
      if (found.line <= afterLine) return null;
      let size = sizeOf(found);
      const count = part.lines.length + part.unreadable.length;
      const isFull = count === maxLines || (count > 0 && bytes + size > maxBytes);
      const full = isFull ? part : null;
      if (full) {
        part = newPart(full.throughLine);
        sizeOf = measure();
        size = sizeOf(found);
        bytes = 0;
      }
      if ("reason" in found) part.unreadable.push(found);
      else part.lines.push(found);
      part.throughLine = found.line;
      bytes += size;
      return full;
    },
    /** The last part; null if there is nothing left. */
    end: (): Part | null => (part.throughLine > part.afterLine ? part : null),
  };
}

function newPart(afterLine: number): Part {
  return { afterLine, throughLine: afterLine, lines: [], unreadable: [] };
}

/** Lines with the names of their fields written once: a row is the line, its shape and the values. */
export type PackedLines = { shapes: string[][]; rows: [number, number, ...unknown[]][] };

/** The shape of a record that is not an object. */
const BARE = -1;

export function packLines(lines: Part["lines"]): PackedLines {
  const shapes: string[][] = [];
  const known = new Map<string, number>();
  const rows = lines.map(({ line, record }): PackedLines["rows"][number] => {
    if (typeof record !== "object" || record === null || Array.isArray(record)) {
      return [line, BARE, record];
    }
    const names = Object.keys(record);
    const key = JSON.stringify(names);
    const shape = known.get(key) ?? shapes.push(names) - 1;
    known.set(key, shape);
    return [line, shape, ...Object.values(record)];
  });
  return { shapes, rows };
}

export function unpackLines({ shapes, rows }: PackedLines): Part["lines"] {
  return rows.map(([line, shape, ...values]) => {
    const names = shapes[shape];
    if (names === undefined) return { line, record: values[0] };
    return { line, record: Object.fromEntries(names.map((name, at) => [name, values[at]])) };
  });
}

/** The most that a browser sends at once: a request's body has at most 64 KiB. */
export const UPLOAD_BYTES = 60_000;

const encoder = new TextEncoder();

/** Measures the records of a packed part, which names the fields of each shape once. */
export function measurePacked(): (found: Found) => number {
  const seen = new Set<string>();
  return (found) => {
    if ("reason" in found) return sizeOf(found);
    const { shapes, rows } = packLines([found]);
    const shape = JSON.stringify(shapes);
    const names = seen.has(shape) ? 0 : encoder.encode(shape).length;
    seen.add(shape);
    return sizeOf(rows[0]) + names;
  };
}

const sizeOf = (value: unknown) => encoder.encode(JSON.stringify(value)).length + 1;
