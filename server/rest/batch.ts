import { z } from "zod";
import { inWords } from "../core/kernel/checked";
import { type ErrorCode, type ErrorDetails, type Issue, sentenceOf } from "../core/kernel/errors";
import { schemaNames, snakeCase, wirePath } from "../core/kernel/wire";

/** The fields of an error body, for one item. */
export type ItemFailure = { error: string; code: ErrorCode; details: ErrorDetails };

/** An item of a batch that its schema refuses. The other items are taken nevertheless. */
export class InvalidItem {
  constructor(
    private readonly issues: readonly Issue[],
    private readonly read: (field: string) => unknown,
  ) {}

  /** The text of a field by its name in the schema; null if that field is missing or invalid. */
  valid(field: string): string | null {
    const value = this.read(field);
    return typeof value === "string" ? value : null;
  }

  /** As in the body of the error about a request with this item alone. */
  failure(): ItemFailure {
    const { issues } = this;
    return { error: sentenceOf(issues), code: "validation_failed", details: { issues } };
  }
}

/** An item in the names of its schema, or the issue of a name that the schema does not have. */
type Renamed = { named: unknown; unknown: Issue | null };
/** An item as it was sent, and what the schema has found in it. */
type Invalid = { input: unknown; error: { issues: readonly z.core.$ZodIssue[] } };

/**
 * An item of a batch, in wire names, that is checked by itself: an invalid one becomes an
 * InvalidItem. In the documentation it is the schema.
 */
export function batchItem<Item extends z.ZodObject>(
  schema: Item,
): z.ZodType<z.output<Item> | InvalidItem, z.input<Item>> {
  // An invalid item is renamed again for its issues: to keep what each item became would cost the
  // garbage collector several times what all else costs that reads a valid one.
  const rename = (wire: unknown): Renamed =>
    isObject(wire) ? schemaNames(schema, wire) : { named: wire, unknown: null };
  const issuesOf = ({ input, error }: Invalid): readonly Issue[] => {
    const { named, unknown } = rename(input);
    if (unknown !== null) return [unknown];
    return inWords(error.issues, named).map(({ path, message }) => ({
      path: wirePath(path, schema),
      message,
    }));
  };
  const reader = (wire: unknown) => (name: string) =>
    schema.shape[name]?.safeParse(isObject(wire) ? Object(wire)[snakeCase(name)] : undefined).data;
  // Undefined is not an object, so that the schema refuses an item with an unknown name.
  const named = (wire: unknown) => {
    const { named, unknown } = rename(wire);
    return unknown === null ? named : undefined;
  };
  // The documentation's generator calls it without a context.
  const invalid = (found?: Invalid) =>
    found && new InvalidItem(issuesOf(found), reader(found.input));
  const item: z.ZodType = z.preprocess(named, schema).catch(invalid as never);
  return item as z.ZodType<z.output<Item> | InvalidItem, z.input<Item>>;
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
