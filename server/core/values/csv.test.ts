import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Cell, csvLine } from "./csv";

const read = (line: string): string[] => parse(line, { relax_column_count: true })[0] ?? [];

describe("formats a CSV line", () => {
  it.each<[Cell, string]>([
    ["=1+1", "'=1+1"],
    ["+4912345", "'+4912345"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t'=1"],
    ["\r=1", "'\r'=1"],
    ["a;=1", "a;'=1"],
    ["a;b; =1;c", "a;b;' =1;c"],
    [";;@SUM(A1)", ";;'@SUM(A1)"],
    ["a\t+1", "a\t'+1"],
    ["two\n-1", "two\n'-1"],
    ['a;"=1"', `a;'"=1"`],
    ["\u200b=1", "'\u200b=1"],
    ["\u00ad=1", "'\u00ad=1"],
    ["\u2060\ufe0f=1", "'\u2060\ufe0f=1"],
    ["\u202e=1", "'\u202e=1"],
    ["\u3164=1", "'\u3164=1"],
    ["a;\u200b=1", "a;'\u200b=1"],
    ["a; b", "a; b"],
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
    // The largest sums of a partner, in JPY and KWD.
    ["-9007199254740991", "-9007199254740991"],
    ["-9007199254740.991", "-9007199254740.991"],
    ["acc_1", "acc_1"],
  ])("%j is read back as %j", (cell, text) => {
    expect(read(csvLine([cell, "end"]))).toEqual([text, "end"]);
  });

  // Splits like software that ends a cell at a semicolon, a tab or any line end.
  const pieces = (line: string) => line.split(/[;\t\r\n]/).slice(1);
  const FORMULA_AFTER_BLANKS = /^[\s"\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@]/u;
  const nasty = fc.constantFrom(..."=+-@;\t\r\n\"' \u200b\u00ad\u2060\ufe0f\u3164a");
  const texts = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: nasty }));

  it("any text is read back unchanged from a single cell and is never a formula", () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 2 }), (cells) => {
        const line = csvLine(["id", ...cells]);
        const [, ...back] = read(line);
        expect(back.length).toBe(cells.length);
        const plain = (text = "") => text.replaceAll("'", "");
        expect(back.map(plain)).toEqual(cells.map(plain));
        const number = /^-?\d{1,16}(\.\d+)?$/;
        for (const piece of [...back.filter((cell) => !number.test(cell)), ...pieces(line)]) {
          expect(piece).not.toMatch(FORMULA_AFTER_BLANKS);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
