import fc from "fast-check";
import { expect, it } from "vitest";
import { createParts, measurePacked, type Part, packLines, unpackLines } from "./parts";
import type { Found } from "./record-reader";

const Field = fc.constantFrom("email", "name", "åäö", "__proto__", "metadata");
const Record = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.dictionary(Field, fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true }),
  },
  fc.jsonValue({ maxDepth: 1 }),
);

it("packed lines are the same after unpacking, through JSON", () => {
  fc.assert(
    fc.property(fc.array(Record, { maxLength: 20 }), (records) => {
      const lines = JSON.parse(JSON.stringify(records.map((record, line) => ({ line, record }))));
      const sent = JSON.parse(JSON.stringify(packLines(lines)));
      expect(JSON.stringify(unpackLines(sent))).toBe(JSON.stringify(lines));
    }),
  );
});

it("parts have each record once, in order, and at most so many bytes and lines", () => {
  const maxBytes = 400;
  fc.assert(
    fc.property(fc.array(Record, { maxLength: 60 }), fc.nat(70), (records, afterLine) => {
      const parts = createParts(afterLine, { maxLines: 7, maxBytes, measure: measurePacked });
      const found = records.map(
        (record, at): Found =>
          at % 5 === 4 ? { line: at + 1, reason: "bad" } : { line: at + 1, record },
      );
      const sent = [...found.map((one) => parts.add(one)), parts.end()].filter(
        (part): part is Part => part !== null,
      );
      let last = afterLine;
      const seen: number[] = [];
      for (const { lines, unreadable, ...part } of sent) {
        expect(part.afterLine).toBe(last);
        last = part.throughLine;
        const count = lines.length + unreadable.length;
        seen.push(...[...lines, ...unreadable].map(({ line }) => line).toSorted((a, b) => a - b));
        expect(count).toBeLessThanOrEqual(7);
        const bytes = Buffer.byteLength(JSON.stringify({ ...packLines(lines), unreadable }));
        if (count > 1) expect(bytes).toBeLessThanOrEqual(maxBytes + 60);
      }
      expect(seen).toEqual(found.map(({ line }) => line).filter((line) => line > afterLine));
    }),
  );
});
