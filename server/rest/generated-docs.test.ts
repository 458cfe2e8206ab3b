import { expect, it } from "vitest";
import { committed, GENERATED } from "../../docs/generate";
import { PARTNER_API } from "./partner-api";
import { PLATFORM_API } from "./platform-api";

const ENDPOINTS = [PARTNER_API, PLATFORM_API].flatMap(({ endpoints }) => endpoints);

it.each(Object.keys(GENERATED) as (keyof typeof GENERATED)[])(
  "docs/%s is up to date (npm run docs)",
  (name) => {
    expect(committed(name)).toBe(GENERATED[name]());
  },
);

it("a type of the client that extends another refers to it", () => {
  const client = committed("../public/latchkey.ts");
  const extended = /^export type WebhookEndpointWithSecret = WebhookEndpoint & \{([^}]*)\}/m;
  expect(extended.exec(client)?.[1]?.match(/^ {2}\w+/gm)).toEqual(["  secret"]);
});

it.each(ENDPOINTS)(
  "the example of $method $path matches its schema",
  ({ example, represent, returns }) => {
    const value = inSchemaNames(example);
    expect(returns.safeParse(value).success).toBe(true);
    expect(JSON.parse(represent(value).body)).toEqual(example);
  },
);

// Examples use wire names; encoding the decoded example must reproduce it.
function inSchemaNames(example: unknown): unknown {
  if (Array.isArray(example)) return example.map(inSchemaNames);
  if (typeof example !== "object" || example === null) return example;
  const camel = (name: string) =>
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [camel(name), inSchemaNames(value)]),
  );
}
