import { z } from "zod";
import { ERRORS, type ErrorCode } from "../core/errors";
import { SCOPES } from "../core/keys/scopes";
import { snakeCase } from "../core/wire";
import type { Endpoint } from "./endpoint";
import { BASE_PATH } from "./route";

/** Where the document itself is served, below the base; no key is needed. */
export const OPENAPI_PATH = "/openapi.json";

const ABOUT = `Every request carries \`Authorization: Bearer rsk_...\`.

## Rate limits

Each key has its own limit: 300 requests a minute unless agreed otherwise, of which ten seconds' worth may come back to back. \`RateLimit-Policy: "burst";q=50;w=10\` says how many may come at once and how many seconds it takes to get them back; \`RateLimit: "burst";r=12;t=8\` says how many are left and in how many seconds all are back. After a 429, wait \`Retry-After\` seconds: the next request is then served, because its place is kept for you.

Places are kept by caller. Several workers that poll the same URL with the same key from one address look like one caller: have each send its own \`X-Client-Id\`, any text that stays the same for that worker:

    curl -H "Authorization: Bearer $KEY" -H "X-Client-Id: worker-3" $BASE/me`;

/** Failures that every endpoint with a key may answer with. */
const SHARED_ERRORS: readonly ErrorCode[] = [
  "missing_api_key",
  "malformed_api_key",
  "invalid_api_key",
  "revoked_api_key",
  "expired_api_key",
  "invalid_request",
  "rate_limited",
  "internal_error",
  "unavailable",
];

const RESPONSE_HEADERS = {
  "X-Request-Id": header("Our id of this request; quote it to support.", { type: "string" }),
  RateLimit: header("Requests left and seconds until the bucket is full.", { type: "string" }),
  "RateLimit-Policy": header("Size of the bucket and seconds to refill it.", { type: "string" }),
};
const RETRY_AFTER = {
  "Retry-After": header("Seconds to wait.", { type: "integer", minimum: 1 }),
};

const CLIENT_ID = {
  name: "X-Client-Id",
  in: "header",
  required: false,
  description: "Tells workers that share a key apart; see Rate limits.",
  schema: { type: "string" },
};

/** The OpenAPI 3.1 document of a list of endpoints. */
export function openApiDocument(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = operation(endpoint);
    paths[endpoint.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Reseller Partner API",
      version: "1",
      description: ABOUT,
    },
    servers: [{ url: BASE_PATH }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: scopeTable() },
      },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

const ERROR_SCHEMA = {
  type: "object",
  required: ["error", "code", "details"],
  properties: {
    error: { type: "string", description: "Human-readable message" },
    code: { type: "string", enum: Object.keys(ERRORS), description: "Machine-readable error code" },
    details: { type: "object", description: "Code-specific data" },
  },
};

function operation(endpoint: Endpoint) {
  const scope = endpoint.scope ? `\n\nRequired scope: \`${endpoint.scope}\`.` : "";
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[/{}]+(.)?/g, (_, c: string = "") => c.toUpperCase())}`,
    summary: endpoint.summary,
    description: `${endpoint.description}${scope}`.trim(),
    parameters: parameters(endpoint),
    ...(endpoint.body && {
      requestBody: { required: true, content: json(toJsonSchema(endpoint.body, "input")) },
    }),
    responses: {
      [endpoint.status]: {
        description: "Success",
        headers: RESPONSE_HEADERS,
        content: json(toJsonSchema(endpoint.returns, "output"), endpoint.example),
      },
      ...errorResponses(endpoint),
    },
  };
}

function parameters(endpoint: Endpoint) {
  const path = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const query = Object.entries(endpoint.query?.shape ?? {}).map(([name, schema]) => ({
    name: snakeCase(name),
    in: "query",
    required: !z.safeParse(schema, undefined).success,
    schema: toJsonSchema(schema as z.ZodType, "input"),
  }));
  return [...path, ...query, CLIENT_ID];
}

function errorResponses(endpoint: Endpoint) {
  const codes = new Set<ErrorCode>([...SHARED_ERRORS, ...endpoint.errors]);
  if (endpoint.scope) codes.add("insufficient_scope");
  if (endpoint.isWrite) codes.add("partner_suspended");
  if (endpoint.query || endpoint.body) codes.add("validation_failed");
  if (endpoint.body) codes.add("payload_too_large").add("unsupported_media_type");

  const responses: Record<string, unknown> = {};
  for (const status of new Set([...codes].map((code) => ERRORS[code].status))) {
    const own = [...codes].filter((code) => ERRORS[code].status === status);
    responses[status] = {
      description: own.map((code) => `\`${code}\`: ${ERRORS[code].when}`).join("\n\n"),
      headers:
        status === 429 || status === 503
          ? { ...RESPONSE_HEADERS, ...RETRY_AFTER }
          : RESPONSE_HEADERS,
      content: json({ $ref: "#/components/schemas/Error" }),
    };
  }
  return responses;
}

function json(schema: unknown, example?: unknown) {
  return { "application/json": { schema, ...(example !== undefined && { example }) } };
}

function header(description: string, schema: object) {
  return { description, schema };
}

function scopeTable(): string {
  const rows = Object.entries(SCOPES).map(([name, grants]) => `- \`${name}\`: ${grants}`);
  return `The scopes of a key say what it may do:\n${rows.join("\n")}`;
}

function toJsonSchema(schema: z.ZodType, io: "input" | "output"): unknown {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
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
