type Schema = {
  type?: string | string[];
  enum?: string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | false;
  description?: string;
};
type Content = { content: { "application/json": { schema: Schema } } };
type Operation = {
  operationId: string;
  parameters: { name?: string; in?: string; required?: boolean; schema?: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
type ErrorSchema = Schema & { allOf: Rule[] };
type Rule = {
  if: { properties: { code: { const: string } } };
  then: { properties: { details: Schema } };
};
type Document = {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Error: ErrorSchema } };
};

const WIDTH = 100;

/** What the client calls the things that operations send and answer with. */
const NAMES: Record<string, { answer?: string; query?: string; body?: string }> = {
  getMe: { answer: "Partner" },
  getAccounts: { query: "AccountQuery" },
  postAccounts: { body: "AccountCreate" },
  getAccountsId: { answer: "Account" },
  getMetrics: { answer: "Metrics", query: "MetricsQuery" },
  getPrices: { query: "PriceQuery" },
  getPricesProduct: { answer: "Price" },
  putPricesProduct: { body: "PriceSet" },
  getPayouts: { query: "PayoutQuery" },
  getPayoutsId: { answer: "Payout" },
};

/**
 * The generated part of the TypeScript client: its version, and its types from the OpenAPI document, formatted
 * as Biome would.
 */
export function clientTypes(document: object, version: string): string {
  const { servers, paths, components } = document as Document;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const { properties, allOf } = components.schemas.Error;
  const details = allOf.map((rule) => [rule.if.properties.code.const, detailsOf(rule)] as const);
  return [
    `/** The release of Latchkey that this file belongs to. */\nexport const VERSION = ${JSON.stringify(version)};`,
    `const BASE_PATH = ${JSON.stringify(servers[0]?.url)};`,
    ...operations.flatMap(typesOf),
    "/** One page of a list; `next_cursor` is null on the last. */\nexport type Page<T> = { data: T[]; next_cursor: string | null };",
    declare("ErrorCode", { enum: properties?.code?.enum ?? [] }),
    declare("ErrorDetails", { properties: Object.fromEntries(details), required: codes(details) }),
  ].join("\n\n");
}

const codes = (details: (readonly [string, Schema])[]) => details.map(([code]) => code);
const detailsOf = (rule: Rule) => rule.then.properties.details;

function typesOf(operation: Operation): string[] {
  const names = NAMES[operation.operationId];
  if (!names) throw new Error(`docs/client-types.ts has no names for ${operation.operationId}`);
  const query = operation.parameters.filter((parameter) => parameter.in === "query");
  const answer = operation.responses[200] ?? operation.responses[201];
  const shapes: [string | undefined, Schema | undefined][] = [
    [names.query, query.length > 0 ? querySchema(query) : undefined],
    [names.body, operation.requestBody?.content["application/json"].schema],
    [names.answer, answer?.content["application/json"].schema],
  ];
  return shapes.flatMap(([name, schema]) => (name && schema ? [declare(name, schema)] : []));
}

function querySchema(parameters: Operation["parameters"]): Schema {
  const named = parameters.map(({ name = "", schema = {} }) => [name, schema]);
  const required = parameters.flatMap(({ name, required }) => (required && name ? [name] : []));
  return { properties: Object.fromEntries(named), required };
}

function declare(name: string, schema: Schema): string {
  return `export type ${name} =${laidOut(schema, { indent: "", used: `export type ${name} =` })};`;
}

/** A type that follows what is `used` of its line already: a space and the type, or a union in lines. */
function laidOut(schema: Schema, { indent, used }: { indent: string; used: string }): string {
  const options = optionsOf(schema, indent);
  const line = ` ${options.join(" | ")}`;
  const [firstLine = ""] = line.split("\n");
  if (options.length === 1 || indent.length + used.length + firstLine.length < WIDTH) return line;
  return options.map((option) => `\n${indent}  | ${option}`).join("");
}

function optionsOf(schema: Schema, indent: string): string[] {
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
  const values = optionsOf(schema.additionalProperties || {}, indent);
  return `Record<string, ${values.join(" | ")}>`;
}

function objectType({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const field = `${name}${required.includes(name) ? "" : "?"}:`;
    const comment = schema.description ? `${inner}/** ${schema.description} */\n` : "";
    return `${comment}${inner}${field}${laidOut(schema, { indent: inner, used: field })};`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}
