import type { ApiDefinition } from "../server/rest/definition";
import type { Endpoint } from "../server/rest/endpoint";
import { openApiDocument } from "../server/rest/openapi";
import { clientTypes } from "./client-types";

const WIDTH = 100;

/**
 * The client of the platform API, all of it: its types and its methods are from the endpoints, and
 * what sends requests is that of `latchkey.ts`, without what that has for partners only.
 */
export function platformClient(latchkey: string, api: ApiDefinition, version: string): string {
  const [, transport = ""] = latchkey.split(/^\/\/ <\/types>\n/m);
  const [beforeMethods, afterMethods] = withoutPartners(transport);
  const schemas = openApiDocument(api).components.schemas as Record<string, Listed>;
  const methods = api.endpoints.flatMap((endpoint) => methodsOf(endpoint, schemas));
  const text = [
    HEADER,
    clientTypes(api, version),
    "",
    ...[beforeMethods, methods.join("\n\n"), "", afterMethods.replace(/^\n+/, "")],
  ].join("\n");
  return (
    text
      .replaceAll("Latchkey({", "LatchkeyPlatform({")
      .replace("export class Latchkey {", "export class LatchkeyPlatform {")
      .replace("`rsk_...`, with", "`psk_...`, with")
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code of the client.
      .replace("latchkey-ts/${VERSION}", "latchkey-platform-ts/${VERSION}")
      .replace(/\n{3,}/g, "\n\n")
  );
}

const HEADER = `/**
 * Latchkey: a client of the platform API, for the company's own systems, in one file without
 * dependencies. Copy it into your project; it runs on Node 20.3 or later and on other platforms with
 * \`fetch\`.
 *
 *     const latchkey = new LatchkeyPlatform({
 *       key: process.env.LATCHKEY_PLATFORM_KEY ?? "",
 *       baseUrl: "https://...",
 *     });
 *     for await (const key of latchkey.allKeys({ partner: "acme" })) { ... }
 *
 * Requests that fail with 408, 429, 500, 502, 503 or 504, or without a response, are retried after
 * \`Retry-After\` or with exponential backoff. Every write carries an Idempotency-Key, so a retry has
 * no further effect. Responses to reads are cached and revalidated with If-None-Match.
 *
 * This file is generated: its methods are the operations of the OpenAPI document, by their IDs.
 */
`;

/** The text before the place of the methods, which are the partners' in \`latchkey.ts\`, and after it. */
function withoutPartners(text: string): [string, string] {
  const parts = text.split(/^ *\/\/ <partners>.*\n(?:.*\n)*? *\/\/ <\/partners>\n/m);
  if (parts.length !== PARTS_FOR_PARTNERS + 1) throw new Error("latchkey.ts has other marks");
  return [parts.slice(0, PLACE).join(""), parts.slice(PLACE).join("")];
}

const PARTS_FOR_PARTNERS = 4;
/** The methods come in place of the third part. */
const PLACE = 3;

/** The part of a list's schema that names its rows. */
type Listed = { properties?: { data?: { items?: { $ref?: string } } } };

function methodsOf(endpoint: Endpoint, schemas: Record<string, Listed>): string[] {
  const { id, isPaged, names } = endpoint;
  const returns = returnedBy(endpoint, schemas);
  const one = method(endpoint, returns);
  if (endpoint.files.length > 0) return [one, fileMethod(endpoint)];
  if (!isPaged) return [one];
  const row = returns.replace(/^Page<(.*)>$/, "$1");
  const all = `all${id.replace(/^list/, "")}`;
  const given = [...paramsOf(endpoint), "{ limit: 100, ...query, ...cursor }", "options"];
  const call = `this.${id}(${given.join(", ")})`;
  const type = row === names.returns ? `${names.returns}["data"][number]` : row;
  const short = `    return new Rows((cursor) => ${call});`;
  const long = `    return new Rows((cursor) =>\n      ${call},\n    );`;
  const head = signature(all, parameters(endpoint), `Rows<${type}>`);
  const about = `  /** ${endpoint.summary}, all pages: \`for await (const row of rows) { ... }\`. */`;
  return [one, [about, head, short.length > WIDTH ? long : short, "  }"].join("\n")];
}

/** A list of rows with a name is a Page of these. */
function returnedBy({ names, isPaged }: Endpoint, schemas: Record<string, Listed>): string {
  if (!isPaged) return names.returns;
  const row = schemas[names.returns]?.properties?.data?.items?.$ref;
  return row ? `Page<${row.split("/").at(-1)}>` : names.returns;
}

/** The other representations of what an endpoint returns. */
function fileMethod(endpoint: Endpoint): string {
  const [options = "", ...params] = parameters(endpoint).reverse();
  const type = `${endpoint.names.returns}FileType`;
  const parts = [`route: ${routeOf(endpoint)}`, "accept: type", "options"];
  return [
    "  /** The same as a file, to be saved or passed on. */",
    signature(
      `${endpoint.id}File`,
      [...params.reverse(), `type: ${type}`, options],
      "Promise<Uint8Array>",
    ),
    `    return this.#send({\n${parts.map((part) => `      ${part},`).join("\n")}\n    });`,
    "  }",
  ].join("\n");
}

function routeOf({ method, path }: Endpoint): string {
  if (!path.includes("{")) return `"${method} ${path}"`;
  const named = (_: string, name: string) => `\${encodeURIComponent(${camel(name)})}`;
  return `\`${method} ${path.replace(/\{(\w+)\}/g, named)}\``;
}

function method(endpoint: Endpoint, returns: string): string {
  const { id, summary, scope, body, query } = endpoint;
  const parts = [
    `route: ${routeOf(endpoint)}`,
    ...(query ? ["query"] : []),
    ...(body ? ["body"] : []),
    "options",
  ];
  const short = `    return this.#send({ ${parts.join(", ")} });`;
  const long = `    return this.#send({\n${parts.map((part) => `      ${part},`).join("\n")}\n    });`;
  const needs = scope === null ? "" : ` Scope: \`${scope}\`.`;
  return [
    `  /** ${summary}.${needs} */`,
    signature(id, parameters(endpoint), `Promise<${returns}>`),
    short.length > WIDTH ? long : short,
    "  }",
  ].join("\n");
}

const camel = (name: string) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const paramsOf = ({ path }: Endpoint) =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => camel(name));

function parameters(endpoint: Endpoint): string[] {
  const { names, method: verb, takesIfMatch } = endpoint;
  const options = verb === "GET" ? "CallOptions" : "WriteOptions";
  const basedOn = takesIfMatch ? ` & { basedOn?: ${names.returns} }` : "";
  return [
    ...paramsOf(endpoint).map((name) => `${name}: string`),
    ...(endpoint.query ? [`query: ${names.query} = {}`] : []),
    ...(endpoint.body ? [`body: ${names.body}`] : []),
    `options: ${options}${basedOn} = {}`,
  ];
}

function signature(name: string, given: string[], returns: string): string {
  const short = `  ${name}(${given.join(", ")}): ${returns} {`;
  if (short.length <= WIDTH) return short;
  return [`  ${name}(`, ...given.map((one) => `    ${one},`), `  ): ${returns} {`].join("\n");
}
