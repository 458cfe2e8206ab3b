import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { z } from "zod";
import { committed } from "../../docs/generate";
import { ERRORS } from "../core/errors";
import { ENDPOINTS } from "./endpoints";
import { errorCodes } from "./openapi-operation";

// What is committed and handed out, read as by one who has nothing else.
const text = committed("openapi.json");
type Schema = Parameters<typeof z.fromJSONSchema>[0];
type Content = { "application/json": { schema: Schema; example?: unknown } };
type Operation = {
  operationId: string;
  responses: Record<string, { description: string; content?: Content }>;
  requestBody?: { content: Content };
};
const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
const operations = ENDPOINTS.map((endpoint) => {
  const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  return [`${endpoint.method} ${endpoint.path}`, endpoint, operation] as const;
});

it("docs/openapi.json is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

it("the validator would notice", async () => {
  const broken = JSON.parse(text);
  broken.paths["/me"].get.responses[200].content = "nothing";
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
});

it("has no operation but those of the list, each under an id of its own", () => {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(all).toHaveLength(ENDPOINTS.length);
  expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
});

it.each(operations)("%s declares its success with an example of it", (_, endpoint, operation) => {
  const json = operation?.responses[endpoint.status]?.content?.["application/json"];
  expect(json?.example).toBeDefined();
  expect(z.fromJSONSchema(json?.schema ?? {}).safeParse(json?.example).error).toBeUndefined();
});

it.each(operations)("%s declares each failure under its status", (_, endpoint, operation) => {
  const codes = [...errorCodes(endpoint)];
  for (const code of codes) {
    const response = operation?.responses[ERRORS[code].status];
    expect(response?.description).toContain(`\`${code}\``);
    const schema = response?.content?.["application/json"].schema;
    expect(schema).toEqual({ $ref: "#/components/schemas/Error" });
  }
  const declared = Object.keys(operation?.responses ?? {}).map(Number);
  const statuses = new Set(codes.map((code) => ERRORS[code].status as number));
  expect(new Set(declared.filter((status) => status >= 400))).toEqual(statuses);
});

it.each(operations.filter(([, { isWrite }]) => isWrite))(
  "%s shows a body that its own schema takes",
  (_, __, operation) => {
    const json = operation?.requestBody?.content["application/json"];
    expect(json?.example).toBeDefined();
    expect(z.fromJSONSchema(json?.schema ?? {}).safeParse(json?.example).error).toBeUndefined();
  },
);
