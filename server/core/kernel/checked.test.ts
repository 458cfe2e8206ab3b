import { expect, it } from "vitest";
import { z } from "zod";
import { CustomerCreate } from "../customers/schema";
import { Amount } from "../values/money-schema";
import { checked } from "./checked";
import { PageQuery } from "./paging";

const Rated = z.strictObject({
  perDay: z.int(),
  kind: z.enum(["a", "b"]),
  isOn: z.boolean(),
  tags: z.array(z.string()),
});

it.each([
  [CustomerCreate, {}, "email: Required."],
  [CustomerCreate, { email: "x" }, "email: Must be an email address."],
  [CustomerCreate, { email: "a@b.co", name: 3 }, "name: Must be a string."],
  [
    CustomerCreate,
    { email: "a@b.co", metadata: [] },
    "metadata: Must be an object. PHP encodes an empty array as []: send (object) [] instead.",
  ],
  [CustomerCreate, { email: "a@b.co", metadata: "x" }, "metadata: Must be an object."],
  [CustomerCreate, { email: "a@b.co", metadata: { a: 1 } }, "metadata.a: Must be a string."],
  [
    CustomerCreate,
    { email: "a@b.co", metadata: { "": "x" } },
    "metadata.: Invalid name. Must not be empty.",
  ],
  [
    CustomerCreate,
    { email: "a@b.co", metadata: JSON.parse('{"__proto__":"x","a":"b"}') },
    "metadata.__proto__: Not allowed as a key.",
  ],
  [Rated, { kind: "a", isOn: true, tags: [] }, "perDay: Required."],
  [Rated, { perDay: 1, kind: "c", isOn: true, tags: [] }, "kind: Must be one of a, b."],
  [Rated, { perDay: 1, kind: "a", isOn: 1, tags: [] }, "isOn: Must be true or false."],
  [Rated, { perDay: 1, kind: "a", isOn: true, tags: "x" }, "tags: Must be an array."],
  [Rated, { perDay: 1, kind: "a", isOn: true, tags: ["x", 2] }, "tags.1: Must be a string."],
  [z.object(PageQuery), { limit: "101" }, "limit: Must be an integer from 1 to 100."],
  [z.object({ amount: Amount }), {}, "amount: Required."],
  [
    z.object({ amount: Amount }),
    { amount: "5" },
    "amount: Must be an integer in the currency's minor unit.",
  ],
])("describes each validation error in plain words (%#)", (schema, value, words) => {
  const result = checked(schema as z.ZodType, value);
  const issues = "issues" in result ? result.issues : [];
  expect(issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([words]);
});

it("reports all validation errors and truncates long field names", () => {
  const result = checked(Rated, { perDay: "1", kind: "a", tags: null });
  expect("issues" in result && result.issues.map(({ path }) => path)).toEqual([
    ...["perDay", "isOn", "tags"],
  ]);
  const long = checked(CustomerCreate, { email: "a@b.co", metadata: { ["k".repeat(5_000)]: "v" } });
  expect(JSON.stringify(long).length).toBeLessThan(300);
});
