import fc from "fast-check";
import { expect, it } from "vitest";
import { escapeFormulas, unescapeFormulas } from "./formula-cells";

const nasty = fc.constantFrom(..."=+-@;\t\r\n\"' \u200b\u00ad\u3164a1");
const texts = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: nasty }));

it("escaping and unescaping returns the original text, including leading apostrophes", () => {
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

it.each(["\t", "\t'", "'\n", ";'", "\t="])("a long text of %j is read once", (part) => {
  const text = part.repeat(200_000);
  expect(unescapeFormulas(escapeFormulas(text))).toBe(text);
});
