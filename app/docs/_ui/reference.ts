import { ERRORS, type ErrorCode } from "@/server/core/kernel/errors";
import type { Endpoint } from "@/server/rest/endpoint";
import { errorCodes, HEADERS, operation, PARAMETERS } from "@/server/rest/openapi-operation";
import { toJsonSchema } from "@/server/rest/openapi-schema";
import { type Field, fieldOf, fieldsOf, type Schema } from "./fields";

type Parameter = Field & { in: string };

/** An endpoint as its section of the page shows it. */
export type Section = {
  /** The operation ID in the OpenAPI document, which is also the anchor. */
  id: string;
  endpoint: Endpoint;
  parameters: Parameter[];
  body: Field[];
  status: number;
  returns: Field[];
  /** Response headers, beyond those of every response. */
  headers: { name: string; description: string }[];
  errors: { code: ErrorCode; status: number }[];
};

type Ref = { $ref: string };
type ParameterObject = {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
};

/** Converts the OpenAPI description of an endpoint for display. */
export function sectionOf(endpoint: Endpoint): Section {
  const { operationId, parameters, responses } = operation(endpoint);
  const success = (responses as Record<number, { headers: object }>)[endpoint.status];
  return {
    id: operationId,
    endpoint,
    parameters: (parameters as (Ref | ParameterObject)[]).map(resolve).map(parameterOf),
    body: endpoint.body ? fieldsOf(toJsonSchema(endpoint.body, "input") as Schema) : [],
    status: endpoint.status,
    returns: fieldsOf(toJsonSchema(endpoint.returns, "output") as Schema),
    headers: Object.keys(success?.headers ?? {})
      .filter((name) => !ON_EVERY_RESPONSE.has(name))
      .map((name) => ({ name, description: HEADERS[name as keyof typeof HEADERS].description })),
    errors: [...errorCodes(endpoint)]
      .map((code) => ({ code, status: ERRORS[code].status }))
      .sort((a, b) => a.status - b.status),
  };
}

const ON_EVERY_RESPONSE = new Set(["X-Request-Id", "RateLimit", "RateLimit-Policy"]);

function resolve(parameter: Ref | ParameterObject): ParameterObject {
  if (!("$ref" in parameter)) return parameter;
  const name = parameter.$ref.slice("#/components/parameters/".length);
  return PARAMETERS[name as keyof typeof PARAMETERS] as ParameterObject;
}

function parameterOf({ name, in: place, required, description, schema }: ParameterObject) {
  const described = { ...schema, description: description ?? schema.description ?? "" };
  return { ...fieldOf(described, required), name, in: place };
}
