import { z } from "zod";
import { snakeCase } from "../core/wire";

type Io = "input" | "output";
type Json = Record<string, unknown>;

/** Where the document holds the schemas that have a name. */
const COMPONENTS = "#/components/schemas/";

/** A schema as OpenAPI 3.1 has it, in wire names: what goes in, or what comes out. All of it in one piece. */
export function toJsonSchema(schema: z.ZodType, io: Io): unknown {
  const { root, named } = generate(schema, io);
  return inlined(root, named);
}

/** The same, with references to the schemas that have a name. */
export function toReference(schema: z.ZodType, io: Io): unknown {
  return generate(schema, io).root;
}

/** The schemas with a name within this one, itself included, by their names. */
export function namedSchemas(schema: z.ZodType, io: Io): Json {
  return generate(schema, io).named;
}

function generate(schema: z.ZodType, io: Io): { root: unknown; named: Json } {
  const { $schema, $defs, ...root } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // The format says it to people and to generators; zod's pattern for it only to machines.
      if (jsonSchema.format) delete jsonSchema.pattern;
      // Responses may get new fields at any time.
      if (io === "output" && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
    },
  });
  return { root: onWire(root), named: onWire($defs ?? {}) as Json };
}

// Only declared properties are renamed: a record's keys stand under additionalProperties.
function onWire(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(onWire);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      if (name === "properties") {
        const fields = Object.entries(value as object);
        return [name, Object.fromEntries(fields.map(([f, s]) => [snakeCase(f), onWire(s)]))];
      }
      if (name === "required" && Array.isArray(value)) return [name, value.map(snakeCase)];
      if (name === "$ref") return [name, String(value).replace("#/$defs/", COMPONENTS)];
      return [name, onWire(value)];
    }),
  );
}

function inlined(node: unknown, named: Json): unknown {
  if (Array.isArray(node)) return node.map((item) => inlined(item, named));
  if (typeof node !== "object" || node === null) return node;
  if ("$ref" in node) {
    const { $ref, ...more } = node;
    const target = named[String($ref).slice(COMPONENTS.length)];
    return { ...(inlined(target, named) as Json), ...more };
  }
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, inlined(value, named)]),
  );
}
