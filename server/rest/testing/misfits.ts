import fc from "fast-check";

/** The part of JSON Schema that the document uses. */
export type Schema = {
  type?: string;
  anyOf?: Schema[];
  enum?: string[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  propertyNames?: Schema;
  additionalProperties?: Schema | false;
  required?: string[];
};

const UNSTORABLE = ["\u0000", "a\u0000", "\ud800", "x\udfff", "\ud800\ud800"];
const NOT_TIMES = ["", "now", "2026-02-30", "2026-13-01T00:00:00Z", "1e3", "20261121", "Z"];
const NOT_COUNTS = ["", "x", "0x1", "1e1", " 1", "1.0", "+1", "-1", "١", "99999999999999999999"];

const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const scalars = { string: fc.string(), boolean: fc.boolean(), null: fc.constant(null) };

/** JSON values that the schema must refuse. */
export function misfits(schema: Schema): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? [schema];
  const main = options.find(({ type }) => type !== "null") ?? {};
  const isNullable = options.some(({ type }) => type === "null");
  const nothing = isNullable ? [] : [scalars.null];
  if (main.type === "integer") {
    return fc.oneof(...nothing, scalars.string, scalars.boolean, arrays, notWhole(main), digits);
  }
  if (main.type === "object") {
    return fc.oneof(...nothing, scalars.string, scalars.boolean, number, arrays, badFields(main));
  }
  // The items of a batch are refused one by one.
  if (main.items?.type === "object") {
    return fc.oneof(...nothing, scalars.string, scalars.boolean, number, fc.constantFrom({}, []));
  }
  if (main.type === "array") {
    const wrong = arrays.filter((items) => items.some((item) => item !== "x"));
    return fc.oneof(...nothing, scalars.string, scalars.boolean, number, wrong, fc.constant({}));
  }
  return fc.oneof(...nothing, scalars.boolean, number, arrays, fc.constant({}), badTexts(main));
}

const arrays = fc.array(fc.constantFrom<unknown>(1, "x", null), { maxLength: 3 });
const digits = fc.nat().map(String);

function notWhole({ minimum = 0, maximum = 0 }: Schema): fc.Arbitrary<number> {
  const cents = fc.constantFrom(0.01, 0.5, 0.999);
  return fc.oneof(
    fc.tuple(fc.nat(100_000), cents).map(([whole, fraction]) => whole + fraction),
    fc.integer({ max: minimum - 1 }),
    fc.double({ min: maximum + 1, noDefaultInfinity: true, noNaN: true }),
  );
}

function badFields({ propertyNames, additionalProperties }: Schema): fc.Arbitrary<object> {
  const values = misfits(additionalProperties || {});
  const tooLong = "k".repeat((propertyNames?.maxLength ?? 0) + 1);
  const tooMany = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, "v"]));
  return fc.oneof(
    values.map((value) => ({ k: value })),
    fc.constantFrom({ [tooLong]: "v" }, { "": "v" }, { "\u0000": "v" }, tooMany),
  );
}

/** Texts that the schema must refuse, also as query values. */
export function badTexts(schema: Schema): fc.Arbitrary<string> {
  if (schema.type === "integer") {
    const { minimum = 1, maximum = 100 } = schema;
    return fc.constantFrom(...NOT_COUNTS, String(minimum - 1), String(maximum + 1));
  }
  if (schema.enum) return fc.string().filter((text) => !schema.enum?.includes(text));
  if (schema.format?.startsWith("date")) return fc.constantFrom(...NOT_TIMES);
  const { pattern } = schema;
  if (pattern !== undefined) {
    // Of all characters: some patterns allow everything that is printable ASCII.
    const text = fc.string({ unit: "binary" });
    const others = text.filter((one) => !new RegExp(pattern).test(one));
    return fc.oneof(others, fc.constantFrom(...UNSTORABLE));
  }
  const tooLong = fc.constantFrom(1, 50).map((n) => "x".repeat((schema.maxLength ?? 0) + n));
  const own = [...(schema.minLength ? [""] : []), ...UNSTORABLE];
  if (schema.format === "email") own.push("", "ada", "@", "a@b", "a b@c.de", "ä@example.com");
  return fc.oneof(tooLong, fc.constantFrom(...own));
}
