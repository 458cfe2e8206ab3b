import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Cell, csvLine } from "./csv";

const read = (line: string): string[] => parse(line, { relax_column_count: true })[0] ?? [];

describe("a line of CSV", () => {
  it.each<[Cell, string]>([
    ["=1+1", "'=1+1"],
    ["+4912345", "'+4912345"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", "'\r=1"],
    ["  =1", "'  =1"],
    ["＝1", "'＝1"],
    ['=HYPERLINK("http://evil.example","x")', `'=HYPERLINK("http://evil.example","x")`],
    ["plain", "plain"],
    ["a, b", "a, b"],
    ['say "hi"', 'say "hi"'],
    ["two\nlines", "two\nlines"],
    [null, ""],
    [0, "0"],
    [-1999, "-1999"],
    ["-19.99", "-19.99"],
    ["acc_1", "acc_1"],
  ])("%j is read back as %j", (cell, text) => {
    expect(read(csvLine([cell, "end"]))).toEqual([text, "end"]);
  });

  it("whatever the text, it comes back whole, in its own cell, and never as a formula", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 2 }), (cells) => {
        const back = read(csvLine(cells));
        expect(back.length).toBe(cells.length);
        for (const [index, cell] of cells.entries()) {
          expect([cell, `'${cell}`]).toContain(back[index]);
          expect(back[index]).not.toMatch(/^\s*[=+@]/);
        }
      }),
    );
  });
});
