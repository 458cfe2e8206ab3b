import { SCOPES } from "../core/kernel/scopes";
import type { Endpoint } from "./endpoint";
import { ABOUT } from "./openapi-about";
import { errorSchemas } from "./openapi-errors";
import { commonExamples, HEADER_PARAMETERS, HEADERS, operation } from "./openapi-operation";
import { namedSchemas } from "./openapi-schema";
import { eventSchemas, WEBHOOK_PARAMETERS, WEBHOOKS_TAG, webhooks } from "./openapi-webhooks";
import { BASE_PATH } from "./route";

/** The document's own path, below the base; no key is needed. */
export const OPENAPI_PATH = "/openapi.json";

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
      // Linters require both. This deployment's contact address is not known here.
      contact: { name: "The platform team" },
      license: { name: "MIT", identifier: "MIT" },
      description: ABOUT,
    },
    servers: [{ url: BASE_PATH }],
    security: [{ apiKey: [] }],
    tags: [...tagsOf(endpoints), WEBHOOKS_TAG],
    paths,
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: scopeTable() },
      },
      headers: HEADERS,
      parameters: { ...HEADER_PARAMETERS, ...WEBHOOK_PARAMETERS },
      schemas: { ...schemasOf(endpoints), ...eventSchemas(), ...errorSchemas() },
      examples: commonExamples(endpoints),
    },
  };
}

function tagsOf(endpoints: readonly Endpoint[]) {
  const tags = new Map(endpoints.map(({ tag }) => [tag.name, tag]));
  return [...tags.values()];
}

/** Every named schema of the endpoints, by name. */
function schemasOf(endpoints: readonly Endpoint[]): Record<string, unknown> {
  const found = endpoints.flatMap(({ body, returns }) => [
    ...(body ? Object.entries(namedSchemas(body, "input")) : []),
    ...Object.entries(namedSchemas(returns, "output")),
  ]);
  return Object.fromEntries(found);
}

function scopeTable(): string {
  const rows = Object.entries(SCOPES).map(([name, grants]) => `- \`${name}\`: ${grants}`);
  return `Scopes control what a key can access:\n${rows.join("\n")}`;
}
