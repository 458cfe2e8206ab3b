import { dereferenced } from "./references";

type Json = Record<string, unknown>;
type Side = "sent" | "received";
type Found = (what: string) => void;
type Operation = {
  id: string;
  scopes: string[];
  parameters: Map<string, Json>;
  body: Json | null;
  responses: Map<string, Json>;
};

/**
 * What an integration written against the OpenAPI document `before` may find broken in `after`, each in
 * a line that says where. What is sent must not be narrowed, what is received must not be taken away.
 * Meant for documents of `server/rest/openapi.ts`: of JSON Schema it knows what those use.
 */
export function breakingChanges(before: object, after: object): string[] {
  const broken: string[] = [];
  const [whole, wholeNow] = [dereferenced(before as Json), dereferenced(after as Json)];
  const [old, now] = [operationsOf(whole), operationsOf(wholeNow)];
  for (const [name, operation] of old) {
    const found: Found = (what) => broken.push(`${name}: ${what}`);
    const other = now.get(name);
    if (other) compareOperations(operation, other, found);
    else found("is gone");
  }
  const [oldEvents, events] = [eventsOf(whole), eventsOf(wholeNow)];
  for (const [name, event] of oldEvents) {
    const found: Found = (what) => broken.push(`webhook ${name}: ${what}`);
    if (events.has(name)) {
      compareSchemas(event, events.get(name), { where: "body", side: "received", found });
    } else found("is gone");
  }
  const schemas = (document: Json) => at(document, "components", "schemas");
  for (const name of keys(schemas(whole))) {
    if (!keys(schemas(wholeNow)).includes(name)) broken.push(`the schema ${name} is gone`);
  }
  const errors = (document: Json) => at(schemas(document), "ApiError");
  compareSchemas(errors(whole), errors(wholeNow), {
    where: "error body",
    side: "received",
    found: (what) => broken.push(what),
  });
  return broken;
}

/** Lists what `after` has and `before` lacks, one line each. */
export function additions(before: object, after: object): string[] {
  // The same comparison in the other direction: what would be gone is new.
  return breakingChanges(after, before).flatMap((line) => {
    if (line.endsWith(" is gone")) return [line.replace(/ is gone$/, " is new")];
    return line.includes(" lost the value ") ? [line.replace(" lost the ", " has the new ")] : [];
  });
}

function compareOperations(old: Operation, now: Operation, found: Found): void {
  if (old.id !== now.id) found(`the operation id was ${old.id} and is ${now.id}`);
  for (const scope of now.scopes) {
    if (!old.scopes.includes(scope)) found(`needs the scope ${scope}`);
  }
  for (const [name, parameter] of old.parameters) {
    const other = now.parameters.get(name);
    if (!other) found(`parameter ${name} is gone`);
    else compareFields({ name: `parameter ${name}`, old: parameter, now: other }, found);
  }
  for (const [name, parameter] of now.parameters) {
    const isNew = !old.parameters.has(name);
    if (isNew && parameter.required) found(`parameter ${name} is new and required`);
  }
  if (!old.body && now.body) found("a body is required");
  if (old.body && !now.body) found("the body is gone");
  if (now.body) compareSchemas(old.body, now.body, { where: "body", side: "sent", found });
  for (const [status, response] of old.responses) {
    const other = now.responses.get(status);
    if (!other) found(`status ${status} is gone`);
    else compareResponses({ status, old: response, now: other }, found);
  }
}

function compareFields({ name, old, now }: { name: string; old: Json; now: Json }, found: Found) {
  if (!old.required && now.required) found(`${name} is now required`);
  compareSchemas(old.schema, now.schema, { where: name, side: "sent", found });
}

function compareResponses(of: { status: string; old: Json; now: Json }, found: Found): void {
  const { status } = of;
  for (const name of keys(of.old.headers)) {
    if (!keys(of.now.headers).includes(name)) found(`${status} header ${name} is gone`);
  }
  // Errors all have the same body, which is compared once for all.
  if (Number(status) >= 400) return;
  const schema = (response: Json) => at(response, "content", "application/json", "schema");
  compareSchemas(schema(of.old), schema(of.now), { where: status, side: "received", found });
}

type Place = { where: string; side: Side; found: Found };

function compareSchemas(before: unknown, after: unknown, place: Place): void {
  if (!isObject(before)) return;
  const { where, side, found } = place;
  if (!isObject(after)) {
    found(`${where} is gone`);
    return;
  }
  const [old, now] = [flatten(before), flatten(after)];
  // What was accepted must stay accepted; what comes must stay within what could come.
  const [wide, narrow] = side === "sent" ? [old.types, now.types] : [now.types, old.types];
  const missing = wide.filter((type) => !admits(narrow, type));
  if (missing.length > 0) {
    found(`${where} was ${old.types.join(" or ")} and is ${now.types.join(" or ")}`);
    return;
  }
  compareVariants(old.schema, now.schema, place);
  compareValues(old.schema, now.schema, place);
  compareObjects(old.schema, now.schema, place);
  for (const part of ["items", "additionalProperties"]) {
    const inner = { ...place, where: part === "items" ? `${where}[]` : `${where}.*` };
    if (isObject(now.schema[part])) compareSchemas(old.schema[part], now.schema[part], inner);
  }
}

/** Of a choice by `code` or `type`: each of the old ones must still be there. */
function compareVariants(old: Json, now: Json, place: Place): void {
  for (const field of ["code", "type"]) {
    const variants = variantsOf(now, field);
    for (const [value, variant] of variantsOf(old, field)) {
      const other = variants.get(value);
      if (other === undefined) place.found(`${place.where}.${field} lost the value ${value}`);
      else compareSchemas(variant, other, { ...place, where: `${place.where} ${value}` });
    }
  }
}

function variantsOf({ oneOf }: Json, field: string): Map<string, unknown> {
  const all = Array.isArray(oneOf) ? (oneOf as Json[]) : [];
  const values = (variant: Json) => {
    const schema = at(variant, "properties", field);
    return isObject(schema) ? (valuesOf(schema) ?? []) : [];
  };
  return new Map(all.flatMap((one) => values(one).map((value) => [value, one] as const)));
}

const LOWER = ["minimum", "minLength", "minItems"];
const UPPER = ["maximum", "maxLength", "maxItems"];

function compareValues(old: Json, now: Json, { where, side, found }: Place): void {
  const [before, after] = [valuesOf(old), valuesOf(now)];
  const gone = before?.filter((value) => after && !after.includes(value)) ?? [];
  // A reader must expect new values; a value that never comes again may be what it waits for.
  for (const value of gone) found(`${where} lost the value ${value}`);
  if (side === "received") return;
  if (!before && after) found(`${where} takes only ${after.join(", ")}`);
  for (const bound of [...LOWER, ...UPPER]) {
    const [from, to] = [old[bound] as number | undefined, now[bound] as number | undefined];
    if (to === undefined) continue;
    const isUpper = UPPER.includes(bound);
    const isNarrower = from === undefined || (isUpper ? to < from : to > from);
    if (isNarrower) found(`${where} has ${bound} ${to} instead of ${from ?? "none"}`);
  }
  for (const rule of ["pattern", "format"]) {
    const isOther = now[rule] !== undefined && now[rule] !== old[rule];
    if (isOther) found(`${where} has ${rule} ${now[rule]} instead of ${old[rule] ?? "none"}`);
  }
  if (old.additionalProperties !== false && now.additionalProperties === false) {
    found(`${where} refuses further fields`);
  }
}

function compareObjects(old: Json, now: Json, place: Place): void {
  const { where, side, found } = place;
  const isRequired = (schema: Json, name: string) => list(schema.required).includes(name);
  for (const name of keys(old.properties)) {
    const inner = `${where}.${name}`;
    const field = at(now, "properties", name);
    if (field === undefined) {
      found(`${inner} is gone`);
      continue;
    }
    const isLost = side === "received" && isRequired(old, name) && !isRequired(now, name);
    if (isLost) found(`${inner} may be absent`);
    const isAsked = side === "sent" && !isRequired(old, name) && isRequired(now, name);
    if (isAsked) found(`${inner} is now required`);
    compareSchemas(at(old, "properties", name), field, { ...place, where: inner });
  }
  for (const name of keys(now.properties)) {
    const isNew = !keys(old.properties).includes(name);
    if (side === "sent" && isNew && isRequired(now, name)) {
      found(`${where}.${name} is new and required`);
    }
  }
}

/** The types of a schema, and all else that is said of the one that is not null. */
function flatten(schema: Json): { types: string[]; schema: Json } {
  const options = Array.isArray(schema.anyOf) ? (schema.anyOf as Json[]) : [schema];
  const types = options.flatMap(({ type }) => (type === undefined ? ["anything"] : list(type)));
  const main = options.find(({ type }) => type !== "null") ?? schema;
  return { types: types.sort(), schema: main };
}

const admits = (types: string[], type: string) =>
  types.includes(type) ||
  types.includes("anything") ||
  (type === "integer" && types.includes("number"));

function valuesOf(schema: Json): string[] | null {
  return Array.isArray(schema.enum) ? schema.enum.map(String) : null;
}

/** The operations by method and path. */
function operationsOf(document: Json): Map<string, Operation> {
  const named = Object.entries((document.paths ?? {}) as Record<string, Json>);
  const all = named.flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Json>).map(([method, operation]) => {
      const parameters = (operation.parameters ?? []) as Json[];
      const responses = Object.entries((operation.responses ?? {}) as Record<string, Json>);
      const body = at(operation, "requestBody", "content", "application/json", "schema");
      const read: Operation = {
        id: String(operation.operationId),
        scopes: list(operation["x-required-scope"]),
        parameters: new Map(parameters.map((one) => [`${one.in} ${one.name}`, one])),
        body: isObject(body) ? body : null,
        responses: new Map(responses),
      };
      return [`${method.toUpperCase()} ${path}`, read] as const;
    }),
  );
  return new Map(all);
}

/** The bodies of the webhooks by the type of event. */
function eventsOf({ webhooks }: Json): Map<string, unknown> {
  const named = keys(webhooks).map((name) => {
    const post = at(webhooks, name, "post");
    return [name, at(post, "requestBody", "content", "application/json", "schema")] as const;
  });
  return new Map(named);
}

function at(node: unknown, ...path: string[]): unknown {
  return path.reduce((inner, name) => (isObject(inner) ? inner[name] : undefined), node);
}

const isObject = (node: unknown): node is Json =>
  typeof node === "object" && node !== null && !Array.isArray(node);
const keys = (node: unknown): string[] => (isObject(node) ? Object.keys(node) : []);
const list = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];
