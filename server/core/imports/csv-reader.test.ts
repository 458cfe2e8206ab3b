import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type CsvRecord, createCsvReader } from "./csv-reader";

/** Reads a text in parts that end at the given places. */
function read(text: string, ends: readonly number[] = []): CsvRecord[] {
  const reader = createCsvReader({
    maxCharacters: 100,
    onEndless: (line) => {
      throw new Error(`endless: line ${line}`);
    },
  });
  const at = [0, ...ends.filter((end) => end < text.length).toSorted((a, b) => a - b), text.length];
  const parts = at.slice(1).map((end, index) => text.slice(at[index], end));
  return [...parts.flatMap((part) => reader.push(part)), ...reader.end()];
}

/** What the library reads that the command line used before. */
function expected(text: string): CsvRecord[] {
  const rows = parse(text, {
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    relax_quotes: true,
    record_delimiter: text.includes("\r") ? "\r\n" : "\n",
    skip_records_with_error: true,
  }) as unknown as { record: string[]; info: { lines: number } }[];
  return rows.map(({ record, info }) => ({ line: info.lines, cells: record }));
}

const Text = fc.string({
  unit: fc.constantFrom('"', '"', ",", "\n", " ", "a", "å"),
  maxLength: 60,
});

it("reads what csv-parse reads, wherever the parts of the text end", () => {
  fc.assert(
    fc.property(Text, fc.array(fc.nat(60), { maxLength: 6 }), (text, ends) => {
      const found = read(text, ends);
      const whole = found.filter((one) => "cells" in one);
      expect(whole).toEqual(expected(text));
      expect(read(text, [])).toEqual(found);
    }),
    { numRuns: 3_000 },
  );
});

it("reads CRLF as LF, also between quotation marks, and CR alone", () => {
  fc.assert(
    fc.property(Text, fc.array(fc.nat(90), { maxLength: 6 }), (text, ends) => {
      const back = (records: CsvRecord[], end: string) =>
        records.map((one) =>
          "cells" in one ? { ...one, cells: one.cells.map((c) => c.replaceAll(end, "\n")) } : one,
        );
      expect(back(read(text.replaceAll("\n", "\r\n"), ends), "\r\n")).toEqual(read(text));
      expect(back(read(text.replaceAll("\n", "\r"), ends), "\r")).toEqual(read(text));
    }),
    { numRuns: 1_000 },
  );
});

it.each([";", "\t"])("reads cells that %j separates as those that a comma separates", (mark) => {
  const swap = (text: string) =>
    text.replaceAll(/[,;\t]/g, (one) => (one === "," ? mark : one === mark ? "," : one));
  fc.assert(
    fc.property(Text, fc.array(fc.nat(90), { maxLength: 6 }), (text, ends) => {
      const [header, plain] = ["a,b\n", read(`a,b\n${text}`)];
      const swapped = plain.map((one) =>
        "cells" in one ? { ...one, cells: one.cells.map(swap) } : one,
      );
      expect(read(swap(header + text), ends)).toEqual(swapped);
    }),
    { numRuns: 1_000 },
  );
});

it.each([
  ["a quoted value that is not closed", 'a,b\n1,"2\n3', { line: 3, reason: expect.any(String) }],
  ["lines in a quoted value", '"a\nb\r\nc",d\n', { line: 3, cells: ["a\nb\r\nc", "d"] }],
  ["empty lines", "\n\n\na", { line: 4, cells: ["a"] }],
  ["an empty quoted value", '\n""\n', { line: 2, cells: [""] }],
  ["a comma after the first semicolon", 'a;"b,c"\n1;2,3', { line: 2, cells: ["1", "2,3"] }],
  ["a semicolon in the first value", '"a;""b",c\n1;2,3', { line: 2, cells: ["1;2", "3"] }],
  ["one column", "a\n1;2,3", { line: 2, cells: ["1;2", "3"] }],
  ["a quotation mark within a value", 'a"b,"c"d"\n', { line: 1, cells: ['a"b', '"c"d"'] }],
])("%s", (_what, text, last) => {
  expect(read(text).at(-1)).toEqual(last);
});

it.each([
  ["a long line", `a\n${"x".repeat(110)}\nb`],
  ["a quoted value that is not closed", `a\n"${"x\n".repeat(110)}`],
  ["a long line that is quoted", `a\n"${"x".repeat(110)}"\nb`],
])("stops at %s", (_what, text) => {
  for (const ends of [[], [50], [1, 60, 105]]) {
    expect(() => read(text, ends)).toThrow("endless: line 2");
  }
});
