import type { ApiDefinition } from "./definition";
import type { Endpoint } from "./endpoint";
import { errorSchemas } from "./openapi-errors";
import { commonExamples, HEADERS, operation, PARAMETERS } from "./openapi-operation";
import { namedSchemas } from "./openapi-schema";
import { shareResponses } from "./openapi-shared";
import { eventSchemas, WEBHOOK_PARAMETERS, WEBHOOKS_TAG, webhooks } from "./openapi-webhooks";

/** The document's own path, below the base; no key is needed. */
export const OPENAPI_PATH = "/openapi.json";

/** The OpenAPI 3.1 document of an API. */
export function openApiDocument(definition: ApiDefinition) {
  const { endpoints, scopes, hasWebhooks } = definition;
  const { operations, responses } = shareResponses(endpoints.map(operation));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [index, { path, method }] of endpoints.entries()) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operations[index] };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: definition.title,
      version: "1",
      // Linters require both. This deployment's contact address is not known here.
      contact: { name: "The platform team" },
      license: { name: "MIT", identifier: "MIT" },
      description: definition.about,
    },
    servers: [{ url: definition.basePath }],
    security: [{ apiKey: [] }],
    tags: [...tagsOf(endpoints), ...(hasWebhooks ? [WEBHOOKS_TAG] : [])],
    paths,
    ...(hasWebhooks && { webhooks: webhooks() }),
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: scopeTable(scopes) },
      },
      headers: HEADERS,
      parameters: { ...PARAMETERS, ...(hasWebhooks && WEBHOOK_PARAMETERS) },
      schemas: {
        ...schemasOf(endpoints),
        ...(hasWebhooks && eventSchemas()),
        ...errorSchemas(Object.keys(scopes)),
      },
      responses,
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

function scopeTable(scopes: ApiDefinition["scopes"]): string {
  const rows = Object.entries(scopes).map(([name, grants]) => `- \`${name}\`: ${grants}`);
  return `Scopes control what a key can access:\n${rows.join("\n")}`;
}
