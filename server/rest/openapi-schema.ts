import { z } from "zod";
import { snakeCase } from "../core/kernel/wire";

type Io = "input" | "output";
type Json = Record<string, unknown>;

/** The document's location for named schemas. */
const COMPONENTS = "#/components/schemas/";

/** A schema in OpenAPI 3.1 with wire names, for input or output, with all references inlined. */
export function toJsonSchema(schema: z.ZodType, io: Io): unknown {
  const { root, named } = generate(schema, io);
  return inlined(root, named);
}

/** Like toJsonSchema(), but with references to named schemas. */
export function toReference(schema: z.ZodType, io: Io): unknown {
  return generate(schema, io).root;
}

/** The named schemas within this one, including itself, by name. */
export function namedSchemas(schema: z.ZodType, io: Io): Json {
  return generate(schema, io).named;
}

function generate(schema: z.ZodType, io: Io): { root: unknown; named: Json } {
  const { $schema, $defs, ...root } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // Remove zod's pattern where a format says the same in a readable way.
      if (jsonSchema.format) delete jsonSchema.pattern;
      // Responses may get new fields at any time.
      if (io === "output" && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
    },
  });
  return { root: onWire(root), named: onWire($defs ?? {}) as Json };
}

// Renames declared properties only; a record's keys are under additionalProperties.
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
