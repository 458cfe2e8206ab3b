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

/** An object with the names of its schema, or the issue of the first name that it does not have. */
export function schemaNames(
  schema: z.ZodObject,
  wire: object,
): { named: Record<string, unknown>; unknown: Issue | null } {
  const byWireName = wireNames(schema);
  const named: Record<string, unknown> = {};
  for (const wireName of Object.keys(wire)) {
    const name = byWireName.get(wireName);
    if (!name) return { named: {}, unknown: unknownField(wireName, [...byWireName.keys()]) };
    named[name] = (wire as Record<string, unknown>)[wireName];
  }
  return { named, unknown: null };
}

const namesOf = new WeakMap<z.ZodObject, Map<string, string>>();

/** The names of a schema by their names on the wire; made once, for batches of a thousand items. */
export function wireNames(schema: z.ZodObject): ReadonlyMap<string, string> {
  const known = namesOf.get(schema);
  if (known) return known;
  const names = new Map(Object.keys(schema.shape).map((name) => [snakeCase(name), name]));
  namesOf.set(schema, names);
  return names;
}

/** An issue's path on the wire: the field in snake_case, followed by record keys as sent. */
export function wirePath(path: string): string {
  const [field = "", ...below] = path.split(".");
  return [snakeCase(field), ...below].join(".");
}

/**
 * Returns a function that parses a value with `schema` and renames its fields: undeclared fields
 * can't leak. Throws a ZodError if the value does not match: a bug on our side.
 */
export function wireEncoder(schema: z.ZodType): (value: unknown) => unknown {
  const rename = renamer(schema);
  return (value) => rename(schema.parse(value));
}

type Rename = (value: unknown) => unknown;
const asIs: Rename = (value) => value;

function renamer(schema: unknown): Rename {
  if (schema instanceof z.ZodObject) return objectRenamer(schema);
  if (schema instanceof z.ZodArray) {
    const item = renamer(schema.element);
    return (value) => (Array.isArray(value) ? value.map(item) : value);
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = renamer(schema.unwrap());
    return (value) => (value === null || value === undefined ? value : inner(value));
  }
  return asIs;
}

function objectRenamer(schema: z.ZodObject): Rename {
  const fields = Object.entries(schema.shape).map(([name, field]) => ({
    name,
    wireName: snakeCase(name),
    rename: renamer(field),
  }));
  return (value) => {
    const source = value as Record<string, unknown>;
    const renamed: Record<string, unknown> = {};
    for (const { name, wireName, rename } of fields) {
      if (source[name] !== undefined) renamed[wireName] = rename(source[name]);
    }
    return renamed;
  };
}
