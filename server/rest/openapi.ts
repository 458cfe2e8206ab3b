import { SCOPES } from "../core/keys/scopes";
import type { Endpoint } from "./endpoint";
import { errorSchemas } from "./openapi-errors";
import { commonExamples, HEADER_PARAMETERS, HEADERS, operation } from "./openapi-operation";
import { namedSchemas } from "./openapi-schema";
import { BASE_PATH } from "./route";

/** Where the document itself is served, below the base; no key is needed. */
export const OPENAPI_PATH = "/openapi.json";

const ABOUT = `Every request carries \`Authorization: Bearer rsk_...\`.

## Rate limits

Each key has its own limit: 300 requests a minute unless agreed otherwise, of which ten seconds' worth may come back to back. \`RateLimit-Policy: "burst";q=50;w=10\` says how many may come at once and how many seconds it takes to get them back; \`RateLimit: "burst";r=12;t=8\` says how many are left and in how many seconds all are back. After a 429, wait \`Retry-After\` seconds: the next request is then served, because its place is kept for you.

Places are kept by caller. Several workers that poll the same URL with the same key from one address look like one caller, and are served in turns: each waits about twice as long as it need, and beyond some fifty of them a wait may end in another 429. Have each send its own \`X-Client-Id\`, any text that stays the same for that worker:

    curl -H "Authorization: Bearer $KEY" -H "X-Client-Id: worker-3" $BASE/me

## Idempotency

Send an \`Idempotency-Key\` of your own (1 to 255 printable ASCII characters, say a UUID) with each write, and send the same one again when you retry it. For 24 hours the repeat gets the answer of the first, byte for byte, with \`Idempotent-Replayed: true\`, and nothing is done twice. The key counts per partner, method and path, so that a retry may also come with another of your API keys. Failures are not kept: they had no effect and may be tried again.

## Lists

A list answers with \`{ "data": [...], "next_cursor": "..." }\` and, where there is more, with \`Link: <...>; rel="next"\`. Give \`next_cursor\` back as \`cursor\`, with the same filters, until it is null. A cursor has no meaning but that.

## Values

Times are RFC 3339 in UTC. Money is a whole number of the currency's minor units. Fields and parameters that an endpoint does not have are refused, with the nearest name that it has.`;

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
      // Linters ask for both. Whoever runs the platform is the contact, by no address that is known here.
      contact: { name: "The platform team" },
      license: { name: "MIT", identifier: "MIT" },
      description: ABOUT,
    },
    servers: [{ url: BASE_PATH }],
    security: [{ apiKey: [] }],
    tags: tagsOf(endpoints),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: scopeTable() },
      },
      headers: HEADERS,
      parameters: HEADER_PARAMETERS,
      schemas: { ...schemasOf(endpoints), ...errorSchemas() },
      examples: commonExamples(endpoints),
    },
  };
}

function tagsOf(endpoints: readonly Endpoint[]) {
  const tags = new Map(endpoints.map(({ tag }) => [tag.name, tag]));
  return [...tags.values()];
}

/** Every schema that the endpoints name, by its name. */
function schemasOf(endpoints: readonly Endpoint[]): Record<string, unknown> {
  const found = endpoints.flatMap(({ body, returns }) => [
    ...(body ? Object.entries(namedSchemas(body, "input")) : []),
    ...Object.entries(namedSchemas(returns, "output")),
  ]);
  return Object.fromEntries(found);
}

function scopeTable(): string {
  const rows = Object.entries(SCOPES).map(([name, grants]) => `- \`${name}\`: ${grants}`);
  return `The scopes of a key say what it may do:\n${rows.join("\n")}`;
}
