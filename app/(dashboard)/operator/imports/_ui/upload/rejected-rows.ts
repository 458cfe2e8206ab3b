import { createCsvReader } from "@/server/core/imports/csv-reader";
import {
  failEndless,
  formatOf,
  IGNORED_COLUMNS,
  MAX_RECORD_CHARACTERS,
} from "@/server/core/imports/record-reader";
import { BYTE_ORDER_MARK, csvLine } from "@/server/core/values/csv";
import { unescapeFormulas } from "@/server/core/values/formula-cells";
import { partsOf, type Sliced } from "./file-parts";

/**
 * The rejected rows of a file with their lines and reasons, as a CSV file that can be imported again
 * once it is corrected. Rows of a JSON file are one cell. Throws FileChanged.
 */
export async function rejectedRows(
  file: Sliced,
  reasons: ReadonlyMap<number, string>,
): Promise<Blob> {
  const isCsv = formatOf(file.name) === "csv";
  const reader = isCsv ? csvRows(reasons) : jsonRows(reasons);
  const decoder = new TextDecoder("utf-8");
  const parts: BlobPart[] = [BYTE_ORDER_MARK];
  for await (const bytes of partsOf(file)) {
    const text = reader.push(decoder.decode(bytes, { stream: true }));
    // Blobs may leave the memory for the disk, which one long text could not.
    if (text !== "") parts.push(new Blob([text]));
  }
  parts.push(reader.push(decoder.decode()) + reader.end());
  return new Blob(parts, { type: "text/csv" });
}

type Rows = { push(text: string): string; end(): string };

function csvRows(reasons: ReadonlyMap<number, string>): Rows {
  const reader = createCsvReader({ maxCharacters: MAX_RECORD_CHARACTERS, onEndless: failEndless });
  let header: readonly string[] | null = null;
  const read = (records: ReturnType<typeof reader.push>): string => {
    let text = "";
    for (const one of records) {
      const cells = "cells" in one ? one.cells : [];
      if (header === null) {
        header = cells.map((cell) => cell.trim());
        text += csvLine([...IGNORED_COLUMNS, ...header.filter(isOwn)]);
      } else if (reasons.has(one.line)) {
        const own = cells.filter((_, at) => isOwn(header?.[at] ?? ""));
        text += csvLine([one.line, reasons.get(one.line) ?? "", ...own.map(unescapeFormulas)]);
      }
    }
    return text;
  };
  return { push: (text) => read(reader.push(text)), end: () => read(reader.end()) };
}

const isOwn = (name: string) => !IGNORED_COLUMNS.includes(name);

function jsonRows(reasons: ReadonlyMap<number, string>): Rows {
  let rest = "";
  let line = 0;
  let isFirst = true;
  const rowOf = (text: string): string => {
    const reason = reasons.get(++line);
    return reason === undefined ? "" : csvLine([line, reason, text]);
  };
  return {
    push: (text) => {
      const texts = (rest + text).split("\n");
      rest = texts.pop() ?? "";
      const head = isFirst ? csvLine([...IGNORED_COLUMNS, "row"]) : "";
      isFirst = false;
      return head + texts.map(rowOf).join("");
    },
    end: () => rowOf(rest),
  };
}
