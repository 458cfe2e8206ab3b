import fc from "fast-check";
import { expect, it } from "vitest";
import { escapeFormulas, unescapeFormulas } from "./formula-cells";

const nasty = fc.constantFrom(..."=+-@;\t\r\n\"' \u200b\u00ad\u3164a1");
const texts = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: nasty }));

it("every text is the same after it was escaped and unescaped, also with apostrophes of its own", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(unescapeFormulas(escapeFormulas(text))).toBe(text);
    }),
    { numRuns: 5_000 },
  );
});

it.each([
  ["=1+1", "'=1+1"],
  ["'=1+1", "''=1+1"],
  ["O'Neill", "O'Neill"],
  ["-5", "-5"],
])("%j is escaped as %j", (text, escaped) => {
  expect(escapeFormulas(text)).toBe(escaped);
  expect(unescapeFormulas(escaped)).toBe(text);
});
