import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DELETE, GET, PATCH, POST, PUT } from "../../app/api/v1/_mount";
import { dereferenced } from "../../docs/references";
import { ERRORS, type ErrorCode } from "../core/kernel/errors";
import type { KeyType } from "../core/keys/format";
import { saveProduct } from "../core/products/mutations";
import { platformForTests } from "../testing/platform";
import type { Endpoint } from "./endpoint";
import { openApiDocument } from "./openapi";
import { EVERY_ENDPOINT, STANDS, type Stand } from "./testing/stands";
import { exampleFor, PRODUCT, THINGS } from "./testing/things";

type Schema = z.core.JSONSchema.JSONSchema;
const documentOf = (type: KeyType) => dereferenced(openApiDocument(STANDS[type].api));
const DOCUMENTS = { partner: documentOf("partner"), platform: documentOf("platform") };
const ERROR_BODIES = DOCUMENTS.partner.components.schemas.ApiError.oneOf.map((schema) =>
  z.fromJSONSchema(schema as Schema),
);

const platform = await platformForTests({ hasOwnServer: true });
await saveProduct(platform.system, PRODUCT);

type Init = RequestInit & { key: string };
type Call = (stand: Stand, path: string, init: Init) => Promise<Response>;
const toApi: Call = (stand, path, init) => stand.call(platform, path, init);
/** The same API through Next's route files. */
const toAppRouter: Call = ({ api }, path, { key, ...init }) => {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${key}`);
  const request = new Request(`http://latchkey.test${api.basePath}${path}`, { ...init, headers });
  const handlers = { DELETE, GET, PATCH, POST, PUT };
  return handlers[init.method as keyof typeof handlers](request);
};

async function prepare(endpoint: Endpoint, stand: Stand) {
  // The platform has few webhook endpoints: a new thing may take an earlier one's place.
  latest = undefined;
  const partner = await platform.newPartner();
  const { plaintext } = await stand.newKey(platform, partner);
  const thing = THINGS[endpoint.keyType][endpoint.path];
  const own = (await thing?.own(platform, partner)) ?? "";
  const example = await exampleFor(endpoint, platform, partner);
  const body = example && JSON.stringify(example);
  const at = (id: string) => endpoint.path.replace(/\{\w+\}(.*\})?/, id);
  const init = (headers: Record<string, string> = {}, text = body) => ({
    method: endpoint.method,
    ...(text !== undefined && { body: text }),
    headers: { ...(text !== undefined && { "content-type": "application/json" }), ...headers },
  });
  type Sent = { id?: string; headers?: Record<string, string>; text?: string; key?: string };
  return {
    partner,
    own,
    example: example ?? {},
    /** Sends the documented example, to the partner's own thing; with what differs from it. */
    send: ({ id = own, headers, text, key = plaintext }: Sent = {}, call = toApi) =>
      call(stand, at(id), { ...init(headers, text), key }),
    /** Asks whether a page elsewhere may send it. */
    preflight: (headers: Record<string, string>) =>
      toApi(stand, at(own), { method: "OPTIONS", headers, key: plaintext }),
  };
}

let latest: { endpoint: Endpoint; prepared: ReturnType<typeof prepare> } | undefined;
/** Once for all tests in a row of one endpoint that change nothing: they read, or are refused. */
function prepareOnce(endpoint: Endpoint, stand: Stand): ReturnType<typeof prepare> {
  if (latest?.endpoint === endpoint) return latest.prepared;
  const prepared = prepare(endpoint, stand);
  latest = { endpoint, prepared };
  return prepared;
}

async function expectError(response: Response, code: ErrorCode) {
  const body = await response.json();
  expect([response.status, body.code]).toEqual([ERRORS[code].status, code]);
  const variants = ERROR_BODIES.filter((schema) => schema.safeParse(body).success);
  expect(variants).toHaveLength(1);
  return body;
}

// Reads only the document, as an integrator would.
type Content = { content?: Record<string, { schema: Schema }> };
type Operation = { requestBody?: Content; responses: Record<string, Content> };
function documented(endpoint: Endpoint, part: (of: Operation) => Content | undefined): z.ZodType {
  const paths = DOCUMENTS[endpoint.keyType].paths as Record<string, Record<string, Operation>>;
  const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  const schema = operation && part(operation)?.content?.["application/json"]?.schema;
  return schema ? z.fromJSONSchema(schema) : z.never();
}

describe.each(EVERY_ENDPOINT)("%s", (_name, endpoint, stand) => {
  const { method, path, keyType, hasEtag, isWrite } = endpoint;
  const thing = THINGS[keyType][path];
  // A request that creates what the parameter names is for nothing that exists.
  const isOfThing = path.includes("{") && !(method === "PUT" && thing?.isCreated);

  if (hasEtag && !isWrite)
    it("responds 304 to a matching If-None-Match", async () => {
      const { send } = await prepareOnce(endpoint, stand);
      const etagOf = (response: Response) => response.headers.get("etag") ?? "";
      /** The response to the ETag of now. What keys and deliveries do meanwhile changes some. */
      const revalidated = async (known: (etag: string) => string) => {
        let etag = etagOf(await send());
        for (let round = 0; ; round++) {
          const response = await send({ headers: { "if-none-match": known(etag) } });
          if (etagOf(response) === etag || round === 5) return { response, etag };
          etag = etagOf(response);
        }
      };
      for (const known of [
        (etag: string) => etag,
        (etag: string) => `W/${etag}`,
        (etag: string) => `"other", ${etag}`,
        () => "*",
      ]) {
        const { response, etag } = await revalidated(known);
        expect([response.status, await response.text()]).toEqual([304, ""]);
        expect(etagOf(response)).toBe(etag);
      }
      expect((await send({ headers: { "if-none-match": '"other"' } })).status).toBe(200);
    });

  if (isOfThing)
    it("responds 404 to unknown and to impossible IDs", async () => {
      const { send } = await prepareOnce(endpoint, stand);
      const impossible = ["x", "%00", "%F0%9F%92%A9", "a%2Fb", "..%2f", "'--", "%ff"];
      for (const id of [thing?.unknown ?? "", ...impossible]) {
        await expectError(await send({ id }), "not_found");
      }
    });

  if (isOfThing && keyType === "partner" && !thing?.isShared)
    it("answers another partner's id as an unknown one, byte for byte", async () => {
      const { send } = await prepareOnce(endpoint, stand);
      const other = (await prepare(endpoint, stand)).own;
      const seen = async (id: string) => {
        const response = await send({ id });
        const {
          "x-request-id": _,
          ratelimit: __,
          ...headers
        } = Object.fromEntries(response.headers);
        return { status: response.status, headers, text: await response.text() };
      };
      expect(await seen(other)).toEqual(await seen(thing?.unknown ?? ""));
    });

  if (endpoint.body)
    it("rejects bodies that are not JSON, have another media type, are compressed or too large", async () => {
      const { send } = await prepareOnce(endpoint, stand);
      const typed = (headers: Record<string, string>) => send({ text: "{}", headers });
      await expectError(await typed({ "content-type": "text/plain" }), "unsupported_media_type");
      for (const name of ["content-encoding", "transfer-encoding"]) {
        await expectError(await typed({ [name]: "gzip, chunked" }), "unsupported_media_type");
      }
      const { bytes, values } = endpoint.bodyLimits;
      await expectError(await send({ text: " ".repeat(bytes + 1) }), "payload_too_large");
      for (const text of [
        ...["", "{", "null", "[]", '"x"', "1", '{"a":1}}'],
        `${'{"a":'.repeat(9)}1${"}".repeat(9)}`,
        `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
        `{"a":[${"1,".repeat(2 * values)}1]}`,
        ...['{"a":1,"a":1}', '{"a":900.0000000000000001}', '{"a":1e400}', '{"a":9007199254740993}'],
      ]) {
        await expectError(await send({ text }), "invalid_request");
      }
    });

  if (endpoint.body)
    it("rejects unknown fields and values of another type", async () => {
      const { send, example } = await prepareOnce(endpoint, stand);
      const [first = ""] = Object.keys(example);
      const sendBody = (body: object) => send({ text: JSON.stringify(body) });
      const typo = `${first}s`;
      const { error } = await expectError(
        await sendBody({ ...example, [typo]: 1 }),
        "validation_failed",
      );
      expect(error).toBe(`Unknown field "${typo}". Did you mean ${first}?`);
      const proto = await send({ text: `{"metadata":{"__proto__":{"x":"y"}}}` });
      const refused = await expectError(proto, "validation_failed");
      expect(refused.details.issues[0].path).toBe("metadata.__proto__");
      expect(refused.error).toBe("metadata.__proto__: Not allowed as a name.");
      const allowed = documented(endpoint, ({ requestBody }) => requestBody);
      const values = [null, true, [], {}, 1.5, -1, "", "\u0000", "12"];
      for (const value of values) {
        const body = { ...example, [first]: value };
        // Some fields take any text, or nothing.
        const mayFit = typeof value === "string" || value === null || Array.isArray(value);
        if (mayFit && allowed.safeParse(body).success) continue;
        const { details } = await expectError(await sendBody(body), "validation_failed");
        expect(details.issues[0].path).toBe(first);
      }
    });

  if (isWrite)
    it.each([
      ["an empty", ""],
      ["a long", "k".repeat(256)],
      ["a non-ASCII", "clé"],
    ])("rejects %s Idempotency-Key", async (_what, key) => {
      const { send } = await prepareOnce(endpoint, stand);
      const response = await send({ headers: { "idempotency-key": key } });
      await expectError(response, "invalid_request");
    });

  if (isWrite)
    it("replays a repeated Idempotency-Key byte for byte, with any key of the same owner", async () => {
      const { partner, send } = await prepare(endpoint, stand);
      const headers = { "idempotency-key": "k 1" };
      const first = await send({ headers });
      expect(first.headers.get("idempotent-replayed")).toBeNull();
      const other = (await stand.newKey(platform, partner)).plaintext;
      const again = await send({ headers, key: other });
      expect(again.status).toBe(first.status);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      for (const name of ["location", "etag", "content-type"]) {
        expect(again.headers.get(name)).toBe(first.headers.get(name));
      }
      const text = await first.text();
      // A secret is shown once, so a replay leaves it out.
      const { shownOnce } = endpoint;
      const replayed = shownOnce
        ? JSON.stringify({ ...JSON.parse(text), [shownOnce]: null })
        : text;
      expect(await again.text()).toBe(replayed);
    });

  it.each([
    ["the API", toApi],
    ["the App Router", toAppRouter],
  ])("responds as documented, without CORS headers, through %s", async (_mount, call) => {
    const { send, preflight } = await prepare(endpoint, stand);
    const headers = {
      origin: "https://elsewhere.example",
      "access-control-request-method": "GET",
    };
    const response = await send({ headers }, call);
    const body = await response.json();
    expect([response.status, body.error]).toEqual([endpoint.status, undefined]);
    const schema = documented(endpoint, ({ responses }) => responses[response.status]);
    expect(schema.safeParse(body).error).toBeUndefined();
    // The request was the documented example, so the response matches the example too.
    expect(Object.keys(body)).toEqual(Object.keys(endpoint.example as object));
    expect(response.headers.get("cache-control")).toBe(endpoint.cacheControl ?? "no-store");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.has("etag")).toBe(endpoint.hasEtag);
    const location = endpoint.location ? stand.api.basePath + endpoint.location(body) : null;
    expect(response.headers.get("location")).toBe(location);
    for (const { headers: sent } of [response, await preflight(headers)]) {
      expect([...sent.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });
});
