import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { z } from "zod";
import { committed } from "../../docs/generate";
import { dereferenced } from "../../docs/references";
import { ERRORS } from "../core/kernel/errors";
import { EVENT_TYPE_NAMES, EVENT_TYPES } from "../core/registry";
import { ENDPOINTS } from "./endpoints";
import { errorCodes } from "./openapi-operation";

// Reads only the committed document, as an integrator would.
const text = committed("openapi.json");
type Schema = Parameters<typeof z.fromJSONSchema>[0];
type Example = { $ref?: string; value?: { error: string; code: string; details: object } };
type Content = {
  "application/json": { schema: Schema; example?: unknown; examples?: Record<string, Example> };
};
type Operation = {
  operationId: string;
  responses: Record<string, { description: string; content?: Content }>;
  requestBody?: { content: Content };
};
const { paths, webhooks, components } = JSON.parse(text) as {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { examples: Record<string, Example> };
};
const operations = ENDPOINTS.map((endpoint) => {
  const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  return [`${endpoint.method} ${endpoint.path}`, endpoint, operation] as const;
});

/** A parser for the schema, which may be a reference. */
const parserOf = (schema: Schema = {}) =>
  z.fromJSONSchema(dereferenced({ ...JSON.parse(text), schema }).schema);

it("docs/openapi.json is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

it("the validator rejects an invalid document", async () => {
  const broken = JSON.parse(text);
  broken.paths["/me"].get.responses[200].content = "nothing";
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});

it("has exactly the listed operations, each with a unique ID", () => {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(all).toHaveLength(ENDPOINTS.length);
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
});

it.each(operations)(
  "%s documents its success response with an example",
  (_, endpoint, operation) => {
    const json = operation?.responses[endpoint.status]?.content?.["application/json"];
    expect(json?.example).toBeDefined();
    expect(parserOf(json?.schema).safeParse(json?.example).error).toBeUndefined();
  },
);

it.each(operations)("%s documents each error under its status", (_, endpoint, operation) => {
  const codes = [...errorCodes(endpoint)];
  for (const code of codes) {
    const response = operation?.responses[ERRORS[code].status];
    expect(response?.description).toContain(`\`${code}\``);
    const { schema, examples } = response?.content?.["application/json"] ?? {};
    expect(schema).toEqual({ $ref: "#/components/schemas/ApiError" });
    const { $ref, value } = examples?.[code] ?? {};
    const isShared = $ref === `#/components/examples/${code}`;
    const shown = isShared ? components.examples[code]?.value : value;
    expect(shown).toMatchObject({ code, error: expect.stringMatching(/./) });
  }
  const declared = Object.keys(operation?.responses ?? {}).map(Number);
  const statuses = new Set(codes.map((code) => ERRORS[code].status as number));
  expect(new Set(declared.filter((status) => status >= 400))).toEqual(statuses);
});

it.each(operations.filter(([, { body }]) => body))(
  "the request body example of %s matches its schema",
  (_, __, operation) => {
    const json = operation?.requestBody?.content["application/json"];
    expect(json?.example).toBeDefined();
    expect(parserOf(json?.schema).safeParse(json?.example).error).toBeUndefined();
  },
);

it.each(EVENT_TYPE_NAMES)("documents the webhook of %s, with an example of it", (type) => {
  const { post } = webhooks[type] ?? {};
  const json = post?.requestBody?.content["application/json"];
  expect(json?.example).toMatchObject({ type, data: EVENT_TYPES[type].example.data });
  expect(parserOf(json?.schema).safeParse(json?.example).error).toBeUndefined();
  const renamed = { ...Object(json?.example), type: "other" };
  expect(parserOf(json?.schema).safeParse(renamed).success).toBe(false);
  expect(Object.keys(post?.responses ?? {})).toEqual(["410", "2XX", "default"]);
});

it("sequences of the feed begin at 1, and only a webhook may have 0, that of a test event", () => {
  const { Event, AccountCreatedFeedEvent, AccountCreatedEvent } = JSON.parse(text).components
    .schemas as Record<string, { properties: { sequence: { minimum: number } } }>;
  const smallest = [Event, AccountCreatedFeedEvent, AccountCreatedEvent].map(
    (schema) => schema?.properties.sequence.minimum,
  );
  expect(smallest).toEqual([1, 1, 0]);
});

it("documents a webhook for each type of event, and no other", () => {
  expect(Object.keys(webhooks)).toEqual(EVENT_TYPE_NAMES);
  const ids = Object.values(webhooks).map(({ post }) => post.operationId);
  const others = Object.values(paths).flatMap((methods) => Object.values(methods));
  const all = [...ids, ...others.map(({ operationId }) => operationId)];
  expect(new Set(all).size).toBe(all.length);
});

type Named = { $ref?: string; description?: string; anyOf?: Named[]; schema?: Named };

/** Every property, parameter and header of the document, by path. */
function named(node: object, path = ""): [string, Named][] {
  // Names within an example or a condition are not declarations.
  if (/\/(examples?|if)$/.test(path)) return [];
  const isList = /\/(properties|headers|parameters)$/.test(path);
  return Object.entries(node).flatMap(([name, inner]) => {
    if (typeof inner !== "object" || inner === null) return [];
    const own: [string, Named][] = isList ? [[`${path}/${name}`, inner]] : [];
    return [...own, ...named(inner, `${path}/${name}`)];
  });
}

it("describes every field, parameter and header", () => {
  const all = named(JSON.parse(text)).filter(([, { $ref }]) => !$ref);
  const isSaid = ({ description, anyOf = [], schema }: Named): boolean =>
    Boolean(description) || anyOf.some(isSaid) || (schema !== undefined && isSaid(schema));
  const silent = all.filter(([, node]) => !isSaid(node));
  expect(silent.map(([path]) => path)).toEqual([]);
  expect(all.length).toBeGreaterThan(100);
});

it("names the schema of every resource, list and error, and allows additional fields in responses", () => {
  const { schemas } = JSON.parse(text).components;
  const named = ["Partner", "Account", "Metrics", "Price", "Payout"];
  const lists = ["AccountList", "PriceList", "PayoutList"];
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining([...named, ...lists, "ApiError"]));
  expect(Object.keys(schemas.ApiError.discriminator.mapping)).toEqual(Object.keys(ERRORS));
  for (const [, { status }, operation] of operations) {
    const { schema } = operation?.responses[status]?.content?.["application/json"] ?? {};
    expect(schema).toEqual({ $ref: expect.stringMatching(/^#\/components\/schemas\/\w+$/) });
  }
  const received = Object.entries(schemas).filter(
    ([name]) => !/(Batch|Create|Set|Update|Test)$/.test(name),
  );
  expect(JSON.stringify(received)).not.toContain('"additionalProperties":false');
});

it("has no unused example", () => {
  const referred = new Set(
    [...text.matchAll(/"#\/components\/examples\/(\w+)"/g)].map(([, c]) => c),
  );
  expect(new Set(Object.keys(components.examples))).toEqual(referred);
});
