import { z } from "zod";
import { unknownField } from "./closest-match";
import type { Issue } from "./errors";

/**
 * The one place that converts between camelCase and the wire's snake_case. Only fields declared by
 * a schema are renamed, never the keys of a record such as metadata or branding.
 */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The fields of a stored event in camelCase; those within them stay as on the wire. */
export function camelCased(wire: object): Record<string, unknown> {
  const inner = (name: string) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(wire).map(([name, value]) => [inner(name), value]));
}

/** The fields to rename within a value: those of an object, those of each item of a list, or none. */
type Names = FieldNames | { item: Names } | null;
type FieldNames = { fields: readonly Field[]; byWireName: ReadonlyMap<string, Field> };
/** A declared field, and what is renamed within it. */
type Field = { name: string; wireName: string; within: Names };

const known = new WeakMap<z.ZodObject, FieldNames>();

/** Made once for each schema, for batches of a thousand items. */
function fieldNames(schema: z.ZodObject): FieldNames {
  const before = known.get(schema);
  if (before) return before;
  const fields = Object.entries(schema.shape).map(([name, inner]) => ({
    name,
    wireName: snakeCase(name),
    within: namesIn(inner),
  }));
  const made = { fields, byWireName: new Map(fields.map((field) => [field.wireName, field])) };
  known.set(schema, made);
  return made;
}

function namesIn(schema: unknown): Names {
  if (schema instanceof z.ZodObject) return fieldNames(schema);
  if (schema instanceof z.ZodArray) {
    const item = namesIn(schema.element);
    return item && { item };
  }
  const isWrapped = schema instanceof z.ZodNullable || schema instanceof z.ZodOptional;
  return isWrapped ? namesIn(schema.unwrap()) : null;
}

/** The fields of a schema by their names on the wire. */
export function wireNames(schema: z.ZodObject): ReadonlyMap<string, { name: string }> {
  return fieldNames(schema).byWireName;
}

/**
 * An object with the names of its schema, also in what it contains, or the issue of the first name
 * that the schema does not have.
 */
export function schemaNames(
  schema: z.ZodObject,
  wire: object,
): { named: unknown; unknown: Issue | null } {
  const unknown: Issue[] = [];
  const named = fromWire(fieldNames(schema), wire, { at: [], unknown });
  return { named, unknown: unknown[0] ?? null };
}

/** `at` is the value's path on the wire. Ends at the first name that is unknown. */
type Reading = { at: readonly string[]; unknown: Issue[] };

function fromWire(names: Names, wire: unknown, { at, unknown }: Reading): unknown {
  if (names === null || typeof wire !== "object" || wire === null) return wire;
  if (unknown.length > 0) return wire;
  if ("item" in names) {
    if (!Array.isArray(wire)) return wire;
    return wire.map((item, index) =>
      fromWire(names.item, item, { at: [...at, String(index)], unknown }),
    );
  }
  if (Array.isArray(wire)) return wire;
  const named: Record<string, unknown> = {};
  for (const wireName of Object.keys(wire)) {
    const field = names.byWireName.get(wireName);
    if (!field) {
      const { path, message } = unknownField(wireName, [...names.byWireName.keys()]);
      unknown.push({ path: [...at, path].filter(Boolean).join("."), message });
      return named;
    }
    const value = (wire as Record<string, unknown>)[wireName];
    // A batch has many values with nothing to rename.
    named[field.name] =
      field.within === null
        ? value
        : fromWire(field.within, value, { at: [...at, wireName], unknown });
  }
  return named;
}

/** An issue's path on the wire: declared fields in snake_case, keys of records as sent. */
export function wirePath(path: string, schema?: z.ZodType): string {
  const [first = "", ...below] = path.split(".");
  let names = within(namesIn(schema), first);
  const parts = below.map((part) => {
    const isField = names !== null && "fields" in names && names.fields.some(isNamed(part));
    names = within(names, part);
    return isField ? snakeCase(part) : part;
  });
  return [snakeCase(first), ...parts].join(".");
}

const isNamed = (name: string) => (field: Field) => field.name === name;

function within(names: Names, part: string): Names {
  if (names === null) return null;
  return "item" in names ? names.item : (names.fields.find(isNamed(part))?.within ?? null);
}

/**
 * Returns a function that parses a value with `schema` and renames its fields: undeclared fields
 * can't leak. Throws a ZodError if the value does not match: a bug on our side.
 */
export function wireEncoder(schema: z.ZodType): (value: unknown) => unknown {
  const names = namesIn(schema);
  return (value) => toWire(names, schema.parse(value));
}

function toWire(names: Names, value: unknown): unknown {
  if (names === null || value === null || value === undefined) return value;
  if ("item" in names) {
    return Array.isArray(value) ? value.map((item) => toWire(names.item, item)) : value;
  }
  const source = value as Record<string, unknown>;
  const renamed: Record<string, unknown> = {};
  for (const { name, wireName, within } of names.fields) {
    const field = source[name];
    if (field !== undefined) renamed[wireName] = toWire(within, field);
  }
  return renamed;
}
