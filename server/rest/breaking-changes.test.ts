import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { additions, breakingChanges } from "../../docs/breaking-changes";
import { committed, GENERATED, writeDocuments } from "../../docs/generate";
import { dereferenced } from "../../docs/references";
import { temporaryFolder } from "../testing/processes";

// biome-ignore lint/suspicious/noExplicitAny: a document that is changed at will has no better type.
type Any = any;
const COMMITTED = JSON.parse(committed("openapi.json"));
const BEFORE = partOf(dereferenced(COMMITTED));

/**
 * What the changes below are made to: comparing all of the document takes a second each time. Each use
 * has a copy of its schemas, so that it can be changed alone.
 */
function partOf({ paths, webhooks, ...rest }: Any): Any {
  const pick = (of: Any, names: string[]) => Object.fromEntries(names.map((n) => [n, of[n]]));
  const part = {
    ...rest,
    paths: pick(paths, ["/me", "/accounts", "/accounts/{id}", "/metrics"]),
    webhooks: pick(webhooks, ["payout.paid"]),
  };
  return JSON.parse(JSON.stringify(part));
}

/** The changes that break integrations if the committed document is changed like this. */
function after(change: (document: Any) => void): string[] {
  const document = structuredClone(BEFORE);
  change(document);
  return breakingChanges(BEFORE, document);
}
const query = (document: Any, name: string) =>
  document.paths["/accounts"].get.parameters.find((one: Any) => one.name === name);
const sent = (document: Any) =>
  document.paths["/accounts"].post.requestBody.content["application/json"].schema;
const received = (document: Any) =>
  document.paths["/accounts/{id}"].get.responses[200].content["application/json"].schema;
const page = (document: Any) =>
  document.paths["/accounts"].get.responses[200].content["application/json"].schema;
const errors = (document: Any) => document.components.schemas.ApiError;
const variant = (document: Any, code: string) =>
  errors(document).oneOf.find((one: Any) => one.properties.code.enum.includes(code));
const leaveOut = (list: unknown[], value: unknown) => list.splice(list.indexOf(value), 1);

it("the API is compatible with the committed docs/openapi.json", () => {
  expect(breakingChanges(COMMITTED, JSON.parse(GENERATED["openapi.json"]()))).toEqual([]);
});

it.each<[string, (document: Any) => void, string]>([
  ["a type of event", (d) => delete d.webhooks["payout.paid"], "webhook payout.paid: is gone"],
  [
    "a field of an event",
    (d) =>
      delete d.webhooks["payout.paid"].post.requestBody.content["application/json"].schema
        .properties.sequence,
    "webhook payout.paid: body.sequence is gone",
  ],
  ["a path", (d) => delete d.paths["/me"], "GET /me: is gone"],
  ["a method", (d) => delete d.paths["/accounts"].post, "POST /accounts: is gone"],
  [
    "a parameter",
    (d) => leaveOut(d.paths["/accounts"].get.parameters, query(d, "email")),
    "GET /accounts: parameter query email is gone",
  ],
  [
    "a shared parameter",
    (d) => d.paths["/me"].get.parameters.pop(),
    "GET /me: parameter header If-None-Match is gone",
  ],
  [
    "a value of a parameter",
    (d) => leaveOut(query(d, "status").schema.enum, "closed"),
    "GET /accounts: parameter query status lost the value closed",
  ],
  [
    "the body",
    (d) => delete d.paths["/accounts"].post.requestBody,
    "POST /accounts: the body is gone",
  ],
  ["a request field", (d) => delete sent(d).properties.name, "POST /accounts: body.name is gone"],
  [
    "a response field",
    (d) => delete received(d).properties.name,
    "GET /accounts/{id}: 200.name is gone",
  ],
  [
    "a field within a list",
    (d) => delete page(d).properties.data.items.properties.email,
    "GET /accounts: 200.data[].email is gone",
  ],
  [
    "a status",
    (d) => delete d.paths["/accounts"].post.responses[409],
    "POST /accounts: status 409 is gone",
  ],
  [
    "a response header",
    (d) => delete d.paths["/accounts"].get.responses[200].headers.Link,
    "GET /accounts: 200 header Link is gone",
  ],
  [
    "an error code",
    (d) => leaveOut(errors(d).oneOf, variant(d, "conflict")),
    "error body.code lost the value conflict",
  ],
  [
    "a detail of an error",
    (d) => delete variant(d, "price_below_floor").properties.details.properties.floor,
    "error body price_below_floor.details.floor is gone",
  ],
  ["a schema's name", (d) => delete d.components.schemas.Payout, "the schema Payout is gone"],
])("detects that %s is removed", (_what, change, line) => {
  expect(after(change)).toEqual([line]);
});

it.each<[string, (document: Any) => void, string]>([
  [
    "another operation id",
    (d) => Object.assign(d.paths["/me"].get, { operationId: "me" }),
    "GET /me: the operation id was getMe and is me",
  ],
  [
    "a new required parameter",
    (d) =>
      d.paths["/me"].get.parameters.push({
        name: "as_of",
        in: "query",
        required: true,
        schema: { type: "string" },
      }),
    "GET /me: parameter query as_of is new and required",
  ],
  [
    "a parameter that is now required",
    (d) => Object.assign(query(d, "email"), { required: true }),
    "GET /accounts: parameter query email is now required",
  ],
  [
    "a new required field",
    (d) => {
      sent(d).properties.country = { type: "string" };
      sent(d).required.push("country");
    },
    "POST /accounts: body.country is new and required",
  ],
  [
    "a field that is now required",
    (d) => sent(d).required.push("name"),
    "POST /accounts: body.name is now required",
  ],
  [
    "null that is no longer accepted",
    (d) => Object.assign(sent(d).properties, { name: { type: "string", maxLength: 200 } }),
    "POST /accounts: body.name was null or string and is string",
  ],
  [
    "a smaller upper bound",
    (d) => Object.assign(query(d, "limit").schema, { maximum: 50 }),
    "GET /accounts: parameter query limit has maximum 50 instead of 100",
  ],
  [
    "a larger lower bound",
    (d) => Object.assign(query(d, "limit").schema, { minimum: 10 }),
    "GET /accounts: parameter query limit has minimum 10 instead of 1",
  ],
  [
    "a new bound",
    (d) => Object.assign(sent(d).properties.metadata.additionalProperties, { minLength: 1 }),
    "POST /accounts: body.metadata.* has minLength 1 instead of none",
  ],
  [
    "a pattern",
    (d) => Object.assign(sent(d).properties.email, { pattern: "^[a-z]" }),
    "POST /accounts: body.email has pattern ^[a-z] instead of none",
  ],
  [
    "an enum instead of any string",
    (d) => Object.assign(query(d, "external_id").schema, { enum: ["a", "b"] }),
    "GET /accounts: parameter query external_id takes only a, b",
  ],
  [
    "a new required body",
    (d) => {
      const { requestBody } = d.paths["/accounts"].post;
      Object.assign(d.paths["/me"].get, { requestBody });
    },
    "GET /me: a body is required",
  ],
  [
    "another type in a response",
    (d) => Object.assign(received(d).properties, { email: { type: "integer" } }),
    "GET /accounts/{id}: 200.email was string and is integer",
  ],
  [
    "a new null in a response",
    (d) => Object.assign(received(d).properties, { email: { type: ["string", "null"] } }),
    "GET /accounts/{id}: 200.email was string and is null or string",
  ],
  [
    "a response field that is now optional",
    (d) => leaveOut(received(d).required, "email"),
    "GET /accounts/{id}: 200.email may be absent",
  ],
  [
    "another required scope",
    (d) => Object.assign(d.paths["/metrics"].get, { "x-required-scope": "metrics:all" }),
    "GET /metrics: needs the scope metrics:all",
  ],
])("detects %s", (_what, change, line) => {
  expect(after(change)).toEqual([line]);
});

it("allows additions, more permissive input and better descriptions", () => {
  const changes = after((document) => {
    document.paths["/invoices"] = { get: document.paths["/me"].get };
    errors(document).oneOf.push({ properties: { code: { enum: ["new"] } } });
    document.paths["/me"].get.responses[418] = { description: "new" };
    document.paths["/me"].get.summary = "new";
    query(document, "limit").schema.maximum = 1000;
    query(document, "status").schema.enum.push("paused");
    delete query(document, "email").schema.format;
    const more = { name: "sort", in: "query", required: false, schema: { type: "string" } };
    document.paths["/accounts"].get.parameters.push(more);
    sent(document).properties.country = { type: "string" };
    sent(document).required = [];
    received(document).properties.country = { type: "string" };
    received(document).properties.status.enum.push("paused");
    received(document).properties.name = { type: "string" };
  });
  expect(changes).toEqual([]);
});

const NOTHING = { broken: [], added: [], missing: [] };

/** A docs folder next to copies of everything that `npm run docs` reads and writes. */
function copyOfDocs() {
  const root = temporaryFolder("docs");
  const folder = join(root, "docs");
  mkdirSync(folder);
  cpSync("public", join(root, "public"), { recursive: true });
  writeFileSync(join(folder, "openapi.json"), committed("openapi.json"));
  return { folder };
}

it("`npm run docs` rejects breaking changes unless --breaking is given", () => {
  const { folder } = copyOfDocs();
  const promised = structuredClone(COMMITTED);
  promised.paths["/promised"] = promised.paths["/me"];
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(promised));

  const broken = ["GET /promised: is gone"];
  expect(writeDocuments({ folder })).toEqual({ broken, added: [], missing: [] });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(promised);

  expect(writeDocuments({ folder, mayBreak: true })).toEqual({ broken, added: [], missing: [] });
  expect(readFileSync(file, "utf8")).toBe(committed("openapi.json"));
  expect(writeDocuments({ folder })).toEqual(NOTHING);
});

it("`npm run docs` returns each addition once, and writes none that the changelog lacks", () => {
  const { folder } = copyOfDocs();
  expect(writeDocuments({ folder })).toEqual(NOTHING);
  const poorer = structuredClone(COMMITTED);
  delete poorer.paths["/charges/{id}"];
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(poorer));
  const added = ["GET /charges/{id}: is new"];
  const missing = ["GET /charges/{id}"];
  expect(writeDocuments({ folder, changelog: "[]" })).toEqual({ broken: [], added, missing });
  expect(writeDocuments({ folder })).toEqual({ broken: [], added, missing: [] });
  expect(writeDocuments({ folder })).toEqual(NOTHING);
});

it("lists additions", () => {
  const document = structuredClone(BEFORE);
  document.paths["/invoices"] = { get: document.paths["/me"].get };
  document.paths["/me"].get.responses[418] = { description: "new" };
  query(document, "status").schema.enum.push("paused");
  query(document, "limit").schema.maximum = 1000;
  sent(document).properties.country = { type: "string" };
  received(document).properties.country = { type: "string" };
  errors(document).oneOf.push({ properties: { code: { enum: ["new"] } } });
  expect(additions(BEFORE, document)).toEqual([
    "GET /me: status 418 is new",
    "GET /accounts: parameter query status has the new value paused",
    "POST /accounts: body.country is new",
    "GET /accounts/{id}: 200.country is new",
    "GET /invoices: is new",
    "error body.code has the new value new",
  ]);
});
