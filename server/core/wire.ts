import { z } from "zod";

/**
 * The one place where camelCase meets the wire's snake_case. Only the fields that a schema declares are
 * renamed, never the keys of a record such as metadata or branding.
 */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** An issue's path on the wire: the field in snake_case, and below it the keys of a record as they were sent. */
export function wirePath(path: string): string {
  const [field = "", ...below] = path.split(".");
  return [snakeCase(field), ...below].join(".");
}

/**
 * A function that takes a value through `schema` and renames its fields: what the schema does not
 * declare cannot leak. Throws a ZodError where the value does not fit: a fault of ours.
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
