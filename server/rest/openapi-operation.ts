import { z } from "zod";
import { ERRORS, type ErrorCode } from "../core/kernel/errors";
import { PageQuery } from "../core/kernel/paging";
import { snakeCase } from "../core/kernel/wire";
import type { Endpoint } from "./endpoint";
import { commonFailure, exampleFailure } from "./failures";
import { toJsonSchema, toReference } from "./openapi-schema";

/** Failures that every endpoint with a key may return. */
export const SHARED_ERRORS: readonly ErrorCode[] = [
  "missing_api_key",
  "malformed_api_key",
  "wrong_key_type",
  "invalid_api_key",
  "revoked_api_key",
  "expired_api_key",
  "address_not_allowed",
  "invalid_request",
  "uri_too_long",
  "rate_limited",
  "headers_too_large",
  "internal_error",
  "unavailable",
];

/** And those of every endpoint with a body. */
export const BODY_ERRORS: readonly ErrorCode[] = ["payload_too_large", "unsupported_media_type"];

/** Response headers; operations refer to them by name. */
export const HEADERS = {
  "X-Request-Id": header("Unique request ID. Include it when contacting support.", {
    type: "string",
  }),
  RateLimit: header("Requests remaining (`r`) and seconds until the bucket is full (`t`).", {
    type: "string",
  }),
  "RateLimit-Policy": header(
    "Burst size (`q`) and seconds to refill it (`w`), then requests per minute.",
    {
      type: "string",
    },
  ),
  "Preference-Applied": header("`wait` if the request was held until its slot.", {
    type: "string",
  }),
  "Retry-After": header("Seconds to wait.", { type: "integer", minimum: 1 }),
  ETag: header("Version identifier of the resource.", { type: "string" }),
  Location: header("URL of the created resource.", { type: "string" }),
  Link: header('URL of the next page, as `rel="next"`. Absent on the last page.', {
    type: "string",
  }),
  "Idempotent-Replayed": header("`true` if this response was replayed from an earlier request.", {
    type: "string",
    enum: ["true"],
  }),
};
type HeaderName = keyof typeof HEADERS;
const ON_EVERY_ANSWER: readonly HeaderName[] = ["X-Request-Id", "RateLimit", "RateLimit-Policy"];

/** Request headers, and the parameters of all lists; operations refer to them by name. */
export const PARAMETERS = {
  Cursor: queryParameter("cursor", PageQuery.cursor),
  Limit: queryParameter("limit", PageQuery.limit),
  ClientId: headerParameter(
    "X-Client-Id",
    "Identifies a worker when several share a key. See Rate limits.",
  ),
  Prefer: headerParameter(
    "Prefer",
    "`wait=30`: wait up to 30 seconds for a slot instead of getting a 429. See Rate limits.",
  ),
  IdempotencyKey: headerParameter(
    "Idempotency-Key",
    "Unique key that makes retries safe. See Idempotency.",
    {
      minLength: 1,
      maxLength: 255,
    },
  ),
  IfMatch: headerParameter("If-Match", "Only write if the resource still has this ETag."),
  IfNoneMatch: headerParameter("If-None-Match", "Returns 304 if the resource still has this ETag."),
};

/** One operation of the document. */
export function operation(endpoint: Endpoint) {
  const scope = endpoint.scope ? `\n\nRequired scope: \`${endpoint.scope}\`.` : "";
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag.name],
    summary: endpoint.summary,
    description: `${endpoint.description}${scope}`.trim(),
    // Not in `security`: many tools refuse scopes of a scheme that is not OAuth.
    ...(endpoint.scope && { "x-required-scope": endpoint.scope }),
    parameters: parameters(endpoint),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: json(toReference(endpoint.body, "input"), endpoint.bodyExample),
      },
    }),
    responses: {
      [endpoint.status]: {
        description: "Success",
        headers: headers(successHeaders(endpoint)),
        content: {
          ...json(toReference(endpoint.returns, "output"), endpoint.example),
          ...fileContent(endpoint),
        },
      },
      ...(isConditional(endpoint) && {
        304: {
          description: "Not modified.",
          headers: headers([...ON_EVERY_ANSWER, "Preference-Applied", "ETag"]),
        },
      }),
      ...errorResponses(endpoint),
    },
  };
}

function isConditional(endpoint: Endpoint): boolean {
  return endpoint.hasEtag && !endpoint.isWrite;
}

function parameters(endpoint: Endpoint) {
  const path = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: endpoint.params[name],
    schema: { type: "string" },
  }));
  const query = Object.entries(endpoint.query?.shape ?? {}).map(([name, schema]) => {
    if (schema === PageQuery.cursor) return reference("Cursor");
    return schema === PageQuery.limit ? reference("Limit") : queryParameter(name, schema);
  });
  const names: (keyof typeof PARAMETERS)[] = ["ClientId", "Prefer"];
  if (endpoint.isWrite) names.push("IdempotencyKey");
  if (endpoint.takesIfMatch) names.push("IfMatch");
  if (isConditional(endpoint)) names.push("IfNoneMatch");
  return [...path, ...query, ...names.map(reference)];
}

function reference(name: keyof typeof PARAMETERS) {
  return { $ref: `#/components/parameters/${name}` };
}

function queryParameter(name: string, schema: z.core.$ZodType) {
  return {
    name: snakeCase(name),
    in: "query",
    required: !z.safeParse(schema, undefined).success,
    schema: toJsonSchema(schema as z.ZodType, "input"),
  };
}

function successHeaders(endpoint: Endpoint): HeaderName[] {
  const names: HeaderName[] = [...ON_EVERY_ANSWER, "Preference-Applied"];
  if (endpoint.hasEtag) names.push("ETag");
  if (endpoint.location) names.push("Location");
  if (endpoint.isPaged) names.push("Link");
  if (endpoint.asksAgain) names.push("Retry-After");
  if (endpoint.isWrite) names.push("Idempotent-Replayed");
  return names;
}

/** Every failure that the endpoint may return. */
export function errorCodes(endpoint: Endpoint): Set<ErrorCode> {
  const codes = new Set<ErrorCode>([
    ...SHARED_ERRORS,
    ...(Object.keys(endpoint.failures) as ErrorCode[]),
  ]);
  if (endpoint.scope) codes.add("insufficient_scope");
  if (endpoint.isWrite) {
    if (endpoint.keyType === "partner") codes.add("partner_suspended");
    codes.add("idempotency_key_in_use");
    // Without a body, the input of a repeat cannot differ.
    if (endpoint.body) codes.add("idempotency_key_reused");
  }
  if (endpoint.takesIfMatch) codes.add("precondition_failed");
  if (endpoint.query || endpoint.body) codes.add("validation_failed");
  if (endpoint.body) for (const code of BODY_ERRORS) codes.add(code);
  return codes;
}

function errorResponses(endpoint: Endpoint) {
  const codes = [...errorCodes(endpoint)];
  const responses: Record<number, unknown> = {};
  for (const status of new Set(codes.map((code) => ERRORS[code].status))) {
    const own = codes.filter((code) => ERRORS[code].status === status);
    responses[status] = errorResponse(status, endpoint, own);
  }
  return responses;
}

function errorResponse(status: number, endpoint: Endpoint, codes: readonly ErrorCode[]) {
  const names = [...ON_EVERY_ANSWER];
  if (status === 429 || status === 503) names.push("Retry-After");
  const schema = { $ref: "#/components/schemas/ApiError" };
  const examples = Object.fromEntries(codes.map((code) => [code, failureExample(endpoint, code)]));
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].when}`).join("\n\n"),
    headers: headers(names),
    content: { "application/json": { schema, examples } },
  };
}

// An example that is the same at every endpoint appears once in the document.
function failureExample(endpoint: Endpoint, code: ErrorCode) {
  const value = exampleFailure(endpoint, code);
  const isCommon = JSON.stringify(value) === JSON.stringify(commonFailure(code));
  return isCommon ? { $ref: `#/components/examples/${code}` } : { value };
}

/** The failures that operations refer to by their code. */
export function commonExamples(endpoints: readonly Endpoint[]) {
  const common = endpoints.flatMap((endpoint) =>
    [...errorCodes(endpoint)].filter((code) => "$ref" in failureExample(endpoint, code)),
  );
  return Object.fromEntries(common.map((code) => [code, { value: commonFailure(code) }]));
}

function headers(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function json(schema: unknown, example?: unknown) {
  return { "application/json": { schema, ...(example !== undefined && { example }) } };
}

function fileContent({ files }: Endpoint) {
  const schema = (isText: boolean) => ({ type: "string", ...(!isText && { format: "binary" }) });
  return Object.fromEntries(
    files.map(({ mediaType, isText }) => [mediaType, { schema: schema(isText) }]),
  );
}

function header(description: string, schema: object) {
  return { description, schema };
}

function headerParameter(name: string, description: string, limits: object = {}) {
  return {
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string", ...limits },
  };
}
