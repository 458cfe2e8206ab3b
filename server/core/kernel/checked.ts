import type { z } from "zod";
import { unknownName } from "./closest-match";
import type { Issue } from "./errors";

/**
 * zod adds `async` to a copy of what it is given. If it is there already, V8 has one hidden class for
 * all of these copies, and not a new one for each: docs/decisions/0009.
 */
const HOW = { error: wording, async: false };

/** The parsed value, or all of its issues in plain words. */
export function checked<T>(
  schema: z.ZodType<T>,
  value: unknown,
): { value: T } | { issues: [Issue, ...Issue[]] } {
  const parsed = schema.safeParse(value, HOW);
  if (parsed.success) return { value: parsed.data };
  return { issues: inWords(parsed.error.issues, value) };
}

/** The issues that a schema has found in a value, in plain words. */
export function inWords(issues: readonly z.core.$ZodIssue[], value: unknown): [Issue, ...Issue[]] {
  const [first, ...others] = issues.map((issue) => ({
    path: issue.path.map((part) => String(part).slice(0, 80)).join("."),
    message: isMissing(issue, value) ? "Required." : issue.message,
  }));
  return [first ?? { path: "", message: "Invalid." }, ...others];
}

/** Whether the value is missing, whatever the schema's own message says. */
function isMissing({ code, path }: z.core.$ZodIssue, value: unknown): boolean {
  if (code !== "invalid_type") return false;
  const given = path.reduce<unknown>((node, part) => (node as Fields | undefined)?.[part], value);
  return given === undefined;
}
type Fields = Record<PropertyKey, unknown>;

const TYPES: { [expected: string]: string } = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

/** Explains an empty array in place of an object; "" for anything else. */
export function emptyArrayHint(expected: string, input: unknown): string {
  const isEmptyArray = Array.isArray(input) && input.length === 0;
  return isEmptyArray && expected === "an object"
    ? " PHP encodes an empty array as []: send (object) [] instead."
    : "";
}

const UNITS: { [origin: string]: string } = { string: " characters", array: " items" };

function ofBound(origin: string, which: "least" | "most", bound: number | bigint): string {
  const verb = origin === "array" ? "have" : "be";
  return `Must ${verb} at ${which} ${bound}${UNITS[origin] ?? ""}.`;
}

/** Messages for issues where the schema has none of its own. */
function wording(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") {
    const expected = TYPES[issue.expected];
    return expected && `Must be ${expected}.${emptyArrayHint(expected, issue.input)}`;
  }
  if (issue.code === "invalid_value") return `Must be one of ${issue.values.join(", ")}.`;
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((name) => unknownName("field", name, [])).join(" ");
  }
  if (issue.code === "too_small") return ofBound(issue.origin, "least", issue.minimum);
  if (issue.code === "too_big") return ofBound(issue.origin, "most", issue.maximum);
  // Of several kinds of values, the first is the usual one.
  if (issue.code === "invalid_union") return issue.errors[0]?.[0]?.message;
  if (issue.code !== "invalid_key") return undefined;
  return `Invalid name. ${issue.issues.map(({ message }) => message).join(" ")}`;
}
