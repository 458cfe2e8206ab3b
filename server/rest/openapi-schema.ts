import { z } from "zod";
import { snakeCase } from "../core/wire";

/** A schema as OpenAPI 3.1 has it, in wire names: what goes in, or what comes out. */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output"): unknown {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // The format says it to people and to generators; zod's pattern for it only to machines.
      if (jsonSchema.format) delete jsonSchema.pattern;
    },
  });
  return renameProperties(rest);
}

// Only declared properties are renamed: a record's keys stand under additionalProperties.
function renameProperties(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(renameProperties);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      if (name === "properties") {
        const fields = Object.entries(value as object);
        return [
          name,
          Object.fromEntries(fields.map(([f, s]) => [snakeCase(f), renameProperties(s)])),
        ];
      }
      if (name === "required" && Array.isArray(value)) return [name, value.map(snakeCase)];
      return [name, renameProperties(value)];
    }),
  );
}
