import { expect, it } from "vitest";
import { z } from "zod";
import { checked } from "./checked";
import { CustomerCreate } from "./customers/schema";
import { Amount } from "./money-schema";
import { PageQuery } from "./paging";

const Rated = z.strictObject({
  perDay: z.int(),
  kind: z.enum(["a", "b"]),
  isOn: z.boolean(),
  tags: z.array(z.string()),
});

it.each([
  [CustomerCreate, {}, "email: is required"],
  [CustomerCreate, { email: "x" }, "email: must be an email address"],
  [CustomerCreate, { email: "a@b.co", name: 3 }, "name: must be a string"],
  [CustomerCreate, { email: "a@b.co", metadata: [] }, "metadata: must be an object"],
  [CustomerCreate, { email: "a@b.co", metadata: { a: 1 } }, "metadata.a: must be a string"],
  [
    CustomerCreate,
    { email: "a@b.co", metadata: { "": "x" } },
    "metadata.: its name: must not be empty",
  ],
  [
    CustomerCreate,
    { email: "a@b.co", metadata: JSON.parse('{"__proto__":"x","a":"b"}') },
    "metadata.__proto__: is not allowed as a key",
  ],
  [Rated, { kind: "a", isOn: true, tags: [] }, "perDay: is required"],
  [Rated, { perDay: 1, kind: "c", isOn: true, tags: [] }, "kind: must be one of a, b"],
  [Rated, { perDay: 1, kind: "a", isOn: 1, tags: [] }, "isOn: must be true or false"],
  [Rated, { perDay: 1, kind: "a", isOn: true, tags: "x" }, "tags: must be a list"],
  [Rated, { perDay: 1, kind: "a", isOn: true, tags: ["x", 2] }, "tags.1: must be a string"],
  [z.object(PageQuery), { limit: "101" }, "limit: must be a whole number from 1 to 100"],
  [z.object({ amount: Amount }), {}, "amount: is required"],
  [z.object({ amount: Amount }), { amount: "5" }, "amount: must be a whole number of minor units"],
])("says in plain words what is wrong with a value (%#)", (schema, value, words) => {
  const result = checked(schema as z.ZodType, value);
  const issues = "issues" in result ? result.issues : [];
  expect(issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([words]);
});

it("names everything that is wrong, and repeats no name at full length", () => {
  const result = checked(Rated, { perDay: "1", kind: "a", tags: null });
  expect("issues" in result && result.issues.map(({ path }) => path)).toEqual([
    ...["perDay", "isOn", "tags"],
  ]);
  const long = checked(CustomerCreate, { email: "a@b.co", metadata: { ["k".repeat(5_000)]: "v" } });
  expect(JSON.stringify(long).length).toBeLessThan(300);
});
