import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { committed } from "../../docs/generate";
import { dereferenced } from "../../docs/references";
import { ERRORS } from "../core/kernel/errors";
import type { Endpoint } from "./endpoint";
import { readBody } from "./input";
import { errorCodes } from "./openapi-operation";
import { PARTNER_API } from "./partner-api";
import { PLATFORM_API } from "./platform-api";

type Schema = Parameters<typeof z.fromJSONSchema>[0];
type Example = { $ref?: string; value?: { error: string; code: string; details: object } };
type Content = {
  "application/json": { schema: Schema; example?: unknown; examples?: Record<string, Example> };
};
type Response = { $ref?: string; description?: string; content?: Content };
type Operation = {
  operationId: string;
  responses: Record<string, Response>;
  requestBody?: { content: Content };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: {
    responses: Record<string, Response>;
    examples: Record<string, Example>;
    schemas: Record<string, object>;
  };
};

type Named = { $ref?: string; description?: string; anyOf?: Named[]; schema?: Named };

/** Every property, parameter and header of the document, by path. */
function named(node: object, path = ""): [string, Named][] {
  // Names within an example or a condition are not declarations.
  if (/\/(examples?|if)$/.test(path)) return [];
  // A field may have one of these names too.
  const isList = /(?<!\/properties)\/(properties|headers|parameters)$/.test(path);
  return Object.entries(node).flatMap(([name, inner]) => {
    if (typeof inner !== "object" || inner === null) return [];
    const own: [string, Named][] = isList ? [[`${path}/${name}`, inner]] : [];
    return [...own, ...named(inner, `${path}/${name}`)];
  });
}

type Node = { properties?: Record<string, Node>; items?: Node; anyOf?: Node[] };

/** For each property within a value, the smallest value that has it. */
function propertiesOf({ properties = {}, items, anyOf = [] }: Node): object[] {
  const own = Object.entries(properties).flatMap(([name, inner]) =>
    [null, ...propertiesOf(inner)].map((value) => ({ [name]: value })),
  );
  return [
    ...own,
    ...(items ? propertiesOf(items) : []).map((item) => [item]),
    ...anyOf.flatMap(propertiesOf),
  ];
}

/** All that the endpoint says against a body, or against the items of a batch. */
function refusal(endpoint: Endpoint, body: object): string {
  try {
    return JSON.stringify(readBody(endpoint, body));
  } catch (error) {
    return JSON.stringify(Object(error).details);
  }
}

it("the validator rejects an invalid document", async () => {
  const broken = JSON.parse(committed("openapi.json"));
  broken.paths["/me"].get.responses[200].content = "nothing";
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});

// Reads only the committed documents, as an integrator would.
describe.each([
  ["openapi.json", PARTNER_API],
  ["openapi-platform.json", PLATFORM_API],
] as const)("docs/%s", (name, api) => {
  const text = committed(name);
  const document = JSON.parse(text);
  const { paths, components } = document as Document;
  const operations = api.endpoints.map((endpoint) => {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    return [`${endpoint.method} ${endpoint.path}`, endpoint, operation] as const;
  });

  /** A parser for the schema, which may be a reference. */
  const parserOf = (schema: Schema = {}) =>
    z.fromJSONSchema(dereferenced(Object(schema), document));

  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  it("has exactly the listed operations, each with a unique ID", () => {
    const all = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(all).toHaveLength(api.endpoints.length);
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
      const { status } = ERRORS[code];
      const own = operation?.responses[status];
      const response = own?.$ref ? components.responses[own.$ref.split("/").at(-1) ?? ""] : own;
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

  it.each(operations.filter(([, { body }]) => body))(
    "%s accepts every name that its request body documents, at every depth",
    (_, endpoint, operation) => {
      const { schema } = operation?.requestBody?.content["application/json"] ?? {};
      const bodies = propertiesOf(dereferenced(Object(schema), document));
      expect(bodies.length).toBeGreaterThan(0);
      for (const body of bodies) expect(refusal(endpoint, body)).not.toContain("Unknown field");
    },
  );

  it("names the schema of every response, and each allows fields that a later version adds", () => {
    const seen = new Set<string>();
    const follow = (node: object) => {
      for (const [, ref = ""] of JSON.stringify(node).matchAll(
        /"#\/components\/schemas\/(\w+)"/g,
      )) {
        if (seen.has(ref)) continue;
        seen.add(ref);
        follow(components.schemas[ref] ?? {});
      }
    };
    for (const [, { status }, operation] of operations) {
      const { schema } = operation?.responses[status]?.content?.["application/json"] ?? {};
      expect(schema).toEqual({ $ref: expect.stringMatching(/^#\/components\/schemas\/\w+$/) });
      follow(operation?.responses ?? {});
    }
    expect([...seen]).toEqual(expect.arrayContaining(["ApiError", "AccountList", "Payout"]));
    for (const name of seen) {
      expect(JSON.stringify(components.schemas[name])).not.toContain(
        '"additionalProperties":false',
      );
    }
  });

  it("lists the schema of every error code", () => {
    const { ApiError } = components.schemas as Record<
      string,
      { discriminator?: { mapping: object } }
    >;
    expect(Object.keys(ApiError?.discriminator?.mapping ?? {})).toEqual(Object.keys(ERRORS));
  });

  it("describes every field, parameter and header", () => {
    const all = named(JSON.parse(text)).filter(([, { $ref }]) => !$ref);
    const isSaid = ({ description, anyOf = [], schema }: Named): boolean =>
      Boolean(description) || anyOf.some(isSaid) || (schema !== undefined && isSaid(schema));
    const silent = all.filter(([, node]) => !isSaid(node));
    expect(silent.map(([path]) => path)).toEqual([]);
    expect(all.length).toBeGreaterThan(20);
  });

  it.each(["responses", "examples"] as const)("has no unused %s", (part) => {
    const found = text.matchAll(new RegExp(`"#/components/${part}/(\\w+)"`, "g"));
    const referred = new Set(Array.from(found, ([, name]) => name));
    expect(new Set(Object.keys(components[part]))).toEqual(referred);
  });
});
