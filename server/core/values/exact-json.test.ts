import fc from "fast-check";
import { expect, it } from "vitest";
import { inexactness } from "./exact-json";

it.each([
  ['{"a":1,"a":2}', 'The field "a" is repeated.'],
  ['{"a":1,"\\u0061":2}', 'The field "a" is repeated.'],
  ['{"":1,"":2}', 'The field "" is repeated.'],
  ['{"b":{"a":[{"c":1},{"d":1,"d":1}]}}', 'The field "d" is repeated.'],
  ['{"a":{"b":1},"a":null}', 'The field "a" is repeated.'],
  ['{"a":[1,2],"b":"x","a":true}', 'The field "a" is repeated.'],
  ['{"a":"\\"","a":"\\\\"}', 'The field "a" is repeated.'],
  ['{"__proto__":1,"__proto__":1}', 'The field "__proto__" is repeated.'],
])("detects a repeated name in %s", (text, fault) => {
  expect(inexactness(text)).toBe(fault);
});

it.each([
  ...["900.0000000000000001", "9007199254740993", "-9007199254740993", "1e400", "-1e400"],
  ...["1e-400", "0.30000000000000000000001", "123456789012345678901234567890", "1E+309"],
  ...["99999999999999999999", `1${"0".repeat(400)}`, `0.${"0".repeat(60_000)}1`],
])("rejects %s, which JavaScript can't represent exactly", (number) => {
  const fault = `The number "${number.slice(0, 40)}" can't be represented exactly.`;
  expect(inexactness(`{"a":[${number}]}`)).toBe(fault);
});

it.each([
  ...["0", "-0", "0.0", "-0e7", "0E99999999999", "1.0", "900.00", "1e2", "1E+2", "1.50e1"],
  ...["9007199254740992", "9007199254740991", "1000000000000", "1e21", "123456789012345680000"],
  ...["0.1", "1e-7", "0.000001", "5e-324", "1.7976931348623157e308", "100000000000000000000000"],
])("accepts %s", (number) => {
  expect(inexactness(`{"a":${number}}`)).toBeNull();
});

it("accepts equal names in different objects, and strings that look like faults", () => {
  const value = { a: { a: [{ a: 1 }, { a: 2 }] }, b: '{"a":1,"a":1e400}', c: ["a", "a"] };
  expect(inexactness(JSON.stringify(value))).toBeNull();
  expect(inexactness('{"a" : "a" , "b" : ["b", "b", {"c":"c"}, "c"] }')).toBeNull();
});

it("accepts any output of JSON.stringify with any spacing", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 1, "\t"), (value, space) => {
      expect(inexactness(JSON.stringify(value, null, space))).toBeNull();
    }),
    { numRuns: 3_000 },
  );
});

it("detects a repeated name at any position", () => {
  const name = fc.string({ maxLength: 6, unit: "binary" });
  const objects = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { minKeys: 1, maxKeys: 5 });
  fc.assert(
    fc.property(objects, fc.nat(), fc.boolean(), (object, at, isWithin) => {
      const fields = Object.entries(object).map((pair) => pair.map((one) => JSON.stringify(one)));
      const again = fields[at % fields.length] ?? [];
      const text = `{${[...fields, again].map((pair) => pair.join(":")).join(",")}}`;
      expect(inexactness(isWithin ? `[{"x":${text}}]` : text)).toContain("is repeated");
    }),
    { numRuns: 2_000 },
  );
});

it("agrees with exact arithmetic on which numbers can be represented", () => {
  const digits = fc.bigInt({ min: 0n, max: 10n ** 20n });
  fc.assert(
    fc.property(digits, (integer) => {
      const isKept = BigInt(Number(integer)) === integer || isShortest(integer);
      expect(inexactness(`[${integer}]`) === null).toBe(isKept);
    }),
    { numRuns: 5_000 },
  );
});

// Beyond 2^53 JavaScript writes integers with the fewest digits that identify them.
const isShortest = (integer: bigint) => BigInt(String(Number(integer))) === integer;

it("takes linear time on hostile bodies of the maximum size", () => {
  const bodies = [
    `{"a":"${"\\\\".repeat(30_000)}"}`,
    `{"a":${"[".repeat(30_000)}${"]".repeat(30_000)}}`,
    `{"a":1${"0".repeat(60_000)}1}`,
    `{"a":0.${"0".repeat(60_000)}}`,
    `{${Array.from({ length: 7_000 }, (_, n) => `"${n}":1`).join(",")}}`,
  ];
  const startedAt = performance.now();
  for (let turn = 0; turn < 10; turn++) for (const body of bodies) inexactness(body);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
