import type { ApiDefinition } from "../server/rest/definition";
import type { Endpoint } from "../server/rest/endpoint";
import { openApiDocument } from "../server/rest/openapi";
import { dereferenced } from "./references";

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  description?: string;
};
type Content = { content: { "application/json": { schema: Schema } } };
type Operation = {
  parameters: { name?: string; in?: string; required?: boolean; schema?: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
type Document = {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
  webhooks: Record<string, { post: Operation & { description: string } }>;
};

const WIDTH = 100;
/** The union of all events, which the client declares by hand. */
const EVENT = "#/components/schemas/Event";

/**
 * The generated part of the TypeScript client: its version, and its types from the OpenAPI
 * document, formatted as Biome would.
 */
export function clientTypes(api: ApiDefinition, version: string): string {
  const { endpoints } = api;
  const document = openApiDocument(api) as unknown as Document;
  const { schemas } = document.components;
  const variants = Object.values(schemas).filter(({ properties }) => codeOf(properties));
  const details = variants.flatMap(({ properties }) =>
    properties?.details?.properties ? [[codeOf(properties), properties.details] as const] : [],
  );
  const returned = endpoints.flatMap(({ names, isPaged }) => (isPaged ? [] : [names.returns]));
  return [
    versionConstant(version),
    `const BASE_PATH = ${JSON.stringify(document.servers[0]?.url)};`,
    ...new Set(endpoints.flatMap((endpoint) => typesOf(endpoint, document, returned))),
    ...(schemas.EventSubject ? [declare("EventSubject", schemas.EventSubject)] : []),
    ...(api.hasWebhooks ? eventTypes(document) : []),
    "/** One page of a list; `next_cursor` is null on the last. */\nexport type Page<T> = { data: T[]; next_cursor: string | null };",
    declare("ErrorCode", { enum: variants.map(({ properties }) => codeOf(properties)) }),
    declare("ErrorDetails", {
      properties: Object.fromEntries(details),
      required: details.map(([code]) => code),
    }),
  ].join("\n\n");
}

export function versionConstant(version: string): string {
  return `/** The release of Latchkey that this file belongs to. */\nexport const VERSION = ${JSON.stringify(version)};`;
}

function eventTypes(document: Document): string[] {
  return [
    declare("EventFields", eventFields(document)),
    `/** The data of each type of event. A newer server may send further types and fields. */\n${declare("EventData", eventData(document))}`,
  ];
}

/** An object with the data of each type of event. */
function eventData({ webhooks, components: { schemas } }: Document): Schema {
  const types = Object.entries(webhooks).map(([type, { post }]) => {
    const [description] = post.description.split("\n");
    const schema = post.requestBody?.content["application/json"].schema.$ref?.split("/").at(-1);
    const data = schemas[schema ?? ""]?.properties?.data;
    if (!data) throw new Error(`the OpenAPI document has no data of ${type}`);
    // The other option is the object itself, for endpoints that want snapshots.
    const thin = data.anyOf?.[0] ?? data;
    const name = /^\w+$/.test(type) ? type : `"${type}"`;
    return [name, { ...thin, description }] as const;
  });
  return { properties: Object.fromEntries(types), required: types.map(([name]) => name) };
}

/** The fields that all events have in common. */
function eventFields({ components: { schemas } }: Document): Schema {
  const { type, data, ...properties } = schemas.PingEvent?.properties ?? {};
  return { properties, required: Object.keys(properties) };
}

/** The code of an error's schema; "" where it is of something else. */
function codeOf(properties: Schema["properties"]): string {
  const [code = "", ...more] = properties?.code?.enum ?? [];
  return more.length === 0 ? code : "";
}

/**
 * The types of an endpoint that have a name of their own: a list's is `Page` if its items have a
 * name. One that extends another of `returned` refers to it.
 */
function typesOf(endpoint: Endpoint, document: Document, returned: readonly string[]): string[] {
  const { schemas } = document.components;
  const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  const parameters = dereferenced(operation?.parameters ?? [], document);
  const query = parameters.filter((parameter) => parameter.in === "query");
  const { names, isPaged } = endpoint;
  const isPageOfNamed = isPaged && schemas[names.returns]?.properties?.data?.items?.$ref;
  const bodies = [names.body, isPageOfNamed ? undefined : names.returns].filter(
    (name) => name !== undefined,
  );
  return [
    ...(names.query ? [declare(names.query, querySchema(query))] : []),
    ...bodies.map((name) => {
      const schema = schemas[name] ?? {};
      const base = returned.find((other) => isExtension(schema, schemas[other] ?? {}));
      return declare(name, base ? withoutFields(schema, schemas[base] ?? {}) : schema, base);
    }),
  ];
}

/** Whether a schema has all fields of `base`, exactly as there, and others. */
function isExtension(schema: Schema, base: Schema): boolean {
  const fields = Object.entries(base.properties ?? {});
  const isSame = ([name, field]: [string, Schema]) =>
    JSON.stringify(schema.properties?.[name]) === JSON.stringify(field) &&
    schema.required?.includes(name) === base.required?.includes(name);
  const isLarger = Object.keys(schema.properties ?? {}).length > fields.length;
  return fields.length > 0 && isLarger && fields.every(isSame);
}

function withoutFields({ properties = {}, ...schema }: Schema, base: Schema): Schema {
  const rest = Object.entries(properties).filter(([name]) => !base.properties?.[name]);
  return { ...schema, properties: Object.fromEntries(rest) };
}

function querySchema(parameters: Operation["parameters"]): Schema {
  const named = parameters.map(({ name = "", schema = {} }) => [name, schema]);
  const required = parameters.flatMap(({ name, required }) => (required && name ? [name] : []));
  return { properties: Object.fromEntries(named), required };
}

function declare(name: string, schema: Schema, base?: string): string {
  const start = `export type ${name} =${base ? ` ${base} &` : ""}`;
  return `${start}${laidOut(schema, { indent: "", used: start })};`;
}

/** A type that follows what is `used` of its line already: a space and the type, or a union in lines. */
function laidOut(schema: Schema, { indent, used }: { indent: string; used: string }): string {
  const options = optionsOf(schema, indent);
  const line = ` ${options.join(" | ")}`;
  const [firstLine = ""] = line.split("\n");
  if (indent.length + used.length + firstLine.length < WIDTH) return line;
  if (options.length === 1) return longArray(schema, indent) ?? line;
  return options.map((option) => `\n${indent}  | ${option}`).join("");
}

/** An array of a union, in lines; null for anything else. */
function longArray(schema: Schema, indent: string): string | null {
  const items = schema.type === "array" ? optionsOf(schema.items ?? {}, indent) : [];
  if (items.length < 2) return null;
  return ` (${items.map((item) => `\n${indent}  | ${item}`).join("")}\n${indent})[]`;
}

function optionsOf(schema: Schema, indent: string): string[] {
  if (schema.$ref === EVENT) return ["LatchkeyEvent"];
  if (schema.$ref) return [schema.$ref.split("/").at(-1) ?? ""];
  if (schema.anyOf) return schema.anyOf.flatMap((option) => optionsOf(option, indent));
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value));
  const types = [schema.type ?? (schema.properties ? "object" : "unknown")].flat();
  return types.map((type) => typeOf(type, schema, indent));
}

function typeOf(type: string, schema: Schema, indent: string): string {
  if (type === "integer") return "number";
  if (type === "array") {
    const options = optionsOf(schema.items ?? {}, indent);
    return options.length > 1 ? `(${options.join(" | ")})[]` : `${options}[]`;
  }
  if (type !== "object") return type;
  if (schema.properties) return objectType(schema, indent);
  const { additionalProperties: of } = schema;
  const values = optionsOf(typeof of === "object" ? of : {}, indent);
  return `Record<string, ${values.join(" | ")}>`;
}

function objectType({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  if (Object.keys(properties).length === 0) return "Record<string, never>";
  const lines = Object.entries(properties).map(([name, schema]) => {
    const field = `${name}${required.includes(name) ? "" : "?"}:`;
    const comment = schema.description ? `${inner}/** ${schema.description} */\n` : "";
    return `${comment}${inner}${field}${laidOut(schema, { indent: inner, used: field })};`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}
