import { expect, it } from "vitest";
import { z } from "zod";
import { checked } from "../core/kernel/checked";
import { PARTNER_API } from "./partner-api";
import { PLATFORM_API } from "./platform-api";

const LONG = "x".repeat(5_000);
const PROBES = [
  ...[null, true, -1, 0, 1.5, 1e15, 1e300, "", " ", "x", LONG, "2026-13-01", "-1", "rsk_x"],
  ...[[], [null], ["x"], Array(5_000).fill("x"), Array(5_000).fill({}), {}, { zz: 1 }],
  { [LONG]: "x" },
];

/** Zod's own messages, for which a schema or `checked()` should have others. */
const ZOD = /Too (small|big)|Invalid (input|string|option|key|number)|Unrecognized|expected/;

/** The value with each of its fields replaced by each probe, also one level below. */
function probesOf(schema: z.ZodType, depth = 2): unknown[] {
  const inner = unwrapped(schema);
  if (depth === 0) return PROBES;
  if (inner instanceof z.ZodArray) {
    const items = probesOf(inner.element as z.ZodType, depth - 1);
    return [...PROBES, ...items.map((item) => [item])];
  }
  if (!(inner instanceof z.ZodObject)) return PROBES;
  const fields = Object.entries(inner.shape as Record<string, z.ZodType>);
  const changed = fields.flatMap(([name, field]) =>
    probesOf(field, depth - 1).map((probe) => ({ [name]: probe })),
  );
  return [...PROBES, ...changed];
}

function unwrapped(schema: z.ZodType): z.ZodType {
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault;
  if (isWrapper) return unwrapped(schema.unwrap() as z.ZodType);
  if (!(schema instanceof z.ZodPipe)) return schema;
  return unwrapped((schema.out instanceof z.ZodTransform ? schema.in : schema.out) as z.ZodType);
}

const SCHEMAS = [...PARTNER_API.endpoints, ...PLATFORM_API.endpoints].flatMap((endpoint) =>
  [endpoint.query, endpoint.body].flatMap((schema) =>
    schema ? [[`${endpoint.method} ${endpoint.path}`, schema] as const] : [],
  ),
);

it.each(SCHEMAS)("%s refuses every value in words of its own", (_, schema) => {
  const said = probesOf(schema).flatMap((value) => {
    const result = checked(schema, value);
    return "issues" in result
      ? result.issues.map(({ path, message }) => `${path}: ${message}`)
      : [];
  });
  expect([...new Set(said)].filter((sentence) => ZOD.test(sentence))).toEqual([]);
});
