import { expect, it } from "vitest";
import type { z } from "zod";
import { toJsonSchema } from "./openapi-schema";
import { EVERY_ENDPOINT } from "./testing/stands";

const FIELDS = EVERY_ENDPOINT.flatMap(([endpointName, { query, body }]) =>
  [query, body].flatMap((schema) =>
    Object.entries(
      ((schema as z.ZodObject | undefined)?.shape ?? {}) as Record<string, z.ZodType>,
    ).map(([name, field]) => [`${endpointName} ${name}`, field] as const),
  ),
);

const SAYS = {
  trimmed: /whitespace is removed/,
  kept: /exactly as given/,
  refused: /leading or trailing whitespace is rejected/i,
};

/** Texts that at least one field accepts. */
const TEXTS = ["ada@example.com", "x"];

/** How the schema treats whitespace around a text; null if it accepts no free text. */
function treatmentOf(field: z.ZodType): keyof typeof SAYS | null {
  const text = TEXTS.find((one) => field.safeParse(one).success);
  if (text === undefined) return null;
  const read = field.safeParse(` ${text} `);
  if (!read.success) return "refused";
  return read.data === text ? "trimmed" : "kept";
}

const TEXT_FIELDS = FIELDS.flatMap(([name, field]) => {
  const treatment = treatmentOf(field);
  const documented = JSON.stringify(toJsonSchema(field, "input"));
  return treatment ? [[name, documented, treatment] as const] : [];
});

it.each(TEXT_FIELDS)(
  "%s documents whether it keeps leading and trailing whitespace",
  (_name, text, treatment) => {
    for (const [other, words] of Object.entries(SAYS)) {
      expect([other, words.test(text)]).toEqual([other, other === treatment]);
    }
  },
);

it("finds the text fields", () => {
  const names = TEXT_FIELDS.map(([name]) => name);
  expect(names).toContain("POST /api/v1/reseller/accounts name");
  expect(names).toContain("GET /api/v1/reseller/accounts email");
  expect(names).not.toContain("GET /api/v1/reseller/accounts status");
});
