import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { DELETE, GET, PATCH, POST, PUT } from "../../app/api/v1/_mount";
import { dereferenced } from "../../docs/references";
import { createCustomer } from "../core/customers/mutations";
import { ERRORS, type ErrorCode } from "../core/kernel/errors";
import { newId } from "../core/kernel/ids";
import type { Partner } from "../core/partners/schema";
import { saveProduct } from "../core/products/mutations";
import { createEndpoint } from "../core/webhooks/mutations";
import { openPlatform, type Platform } from "../testing/platform";
import { newTransfer } from "../trpc/testing/scene";
import type { Endpoint } from "./endpoint";
import { ENDPOINTS } from "./endpoints";
import { openApiDocument } from "./openapi";
import { PARTNER_API } from "./partner-api";
import { BASE_PATH } from "./route";

type Schema = z.core.JSONSchema.JSONSchema;
const DOCUMENT = dereferenced(openApiDocument(PARTNER_API));
const ERROR_BODIES = DOCUMENT.components.schemas.ApiError.oneOf.map((schema) =>
  z.fromJSONSchema(schema as Schema),
);

let platform: Platform;
let productId: string;
beforeAll(async () => {
  platform = await openPlatform({ hasOwnServer: true });
  const basic = { code: "basic", name: "Basic", currency: "EUR", floor: 500, defaultRetail: 900 };
  productId = (await saveProduct(platform.system, basic)).id;
});
afterAll(() => platform.close());

async function newPayout({ id: partnerId }: Partner): Promise<string> {
  const sums = { currency: "EUR", gross: 100, revsharePct: 20, amount: 20 };
  const own = { id: newId("payout"), partnerId, period: "2020-01", createdAt: new Date() };
  const data = { ...own, ...sums };
  return (await platform.wiring.core.transact((tx) => tx.payout.create({ data }))).id;
}

async function newCharge(partner: Partner): Promise<string> {
  const customerId = await ACCOUNT.own(partner);
  const of = { partnerId: partner.id, customerId, productId, amount: 50, currency: "EUR" };
  const data = { id: newId("charge"), externalId: "c-1", ...of, occurredAt: new Date() };
  return (await platform.wiring.core.transact((tx) => tx.charge.create({ data }))).id;
}

const WEBHOOK_ENDPOINT = {
  own: async ({ id: partnerId }: Partner) => {
    const url = "https://partner.example/webhooks";
    const rest = { types: ["*"], payload: "thin" as const, perSecond: 50 };
    return (await createEndpoint(platform.system, { partnerId, url, ...rest })).id;
  },
  unknown: newId("webhookEndpoint"),
};

/** The path from its first parameter to its last: the endpoint and the event. */
const DELIVERY = {
  own: async (partner: Partner) => {
    const endpointId = await WEBHOOK_ENDPOINT.own(partner);
    const { db, transact } = platform.system;
    const ping = await db.webhookDelivery.findFirst({ where: { endpointId } });
    // Otherwise an attempt, at any time, changes it and its ETag.
    const over = { status: "delivered", nextAttemptAt: null } as const;
    await transact((tx) => tx.webhookDelivery.updateMany({ where: { endpointId }, data: over }));
    return `${endpointId}/deliveries/${ping?.eventId}`;
  },
  unknown: `${newId("webhookEndpoint")}/deliveries/${newId("event")}`,
};

const ACCOUNT = {
  own: async ({ id }: Partner) =>
    (await createCustomer(platform.system, { partnerId: id, ...CUSTOMER })).id,
  unknown: newId("customer"),
};

const TRANSFER = {
  own: (partner: Partner) => newTransfer(platform, partner),
  unknown: newId("transfer"),
};

/** For each path with a parameter: an object of the partner's, and an ID that does not exist. */
const THINGS: Record<string, { own(partner: Partner): Promise<string>; unknown: string }> = {
  "/accounts/{id}": ACCOUNT,
  "/accounts/{id}/suspend": ACCOUNT,
  "/accounts/{id}/resume": ACCOUNT,
  "/accounts/{id}/close": ACCOUNT,
  "/accounts/{id}/reopen": ACCOUNT,
  "/accounts/{id}/anonymize": ACCOUNT,
  "/charges/{id}": { own: newCharge, unknown: newId("charge") },
  "/transfers/{id}": TRANSFER,
  "/transfers/{id}/statement": TRANSFER,
  "/payouts/{id}": { own: newPayout, unknown: newId("payout") },
  "/payouts/{id}/lines": { own: newPayout, unknown: newId("payout") },
  "/payouts/{id}/charges": { own: newPayout, unknown: newId("payout") },
  "/prices/{product}": { own: async () => "basic", unknown: "no-such-product" },
  "/webhook_endpoints/{id}": WEBHOOK_ENDPOINT,
  "/webhook_endpoints/{id}/rotate": WEBHOOK_ENDPOINT,
  "/webhook_endpoints/{id}/test": WEBHOOK_ENDPOINT,
  "/webhook_endpoints/{id}/deliveries": WEBHOOK_ENDPOINT,
  "/webhook_endpoints/{id}/deliveries/{event_id}": DELIVERY,
  "/webhook_endpoints/{id}/deliveries/{event_id}/resend": DELIVERY,
};
/** Objects of the platform, of which each partner has its own view. */
const SHARED = ["/prices/{product}"];
const CUSTOMER = { email: "known@example.com", metadata: {} };

type Init = RequestInit & { key: string };
const toApi = (path: string, init: Init) => platform.call(path, init);
/** The same API through Next's route files. */
const toAppRouter = (path: string, { key, ...init }: Init) => {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${key}`);
  const request = new Request(`http://latchkey.test${BASE_PATH}${path}`, { ...init, headers });
  const handlers = { DELETE, GET, PATCH, POST, PUT };
  return handlers[init.method as keyof typeof handlers](request);
};

async function prepare(endpoint: Endpoint) {
  const partner = await platform.newPartner();
  const { plaintext: key } = await platform.newKey(partner);
  const own = (await THINGS[endpoint.path]?.own(partner)) ?? "";
  const at = (id: string) => endpoint.path.replace(/\{\w+\}(.*\})?/, id);
  const body = endpoint.bodyExample && JSON.stringify(endpoint.bodyExample);
  const init = (headers: Record<string, string> = {}, text = body): Init => ({
    method: endpoint.method,
    key,
    ...(text !== undefined && { body: text }),
    headers: { ...(text !== undefined && { "content-type": "application/json" }), ...headers },
  });
  return { partner, key, own, at, init };
}

async function expectError(response: Response, code: ErrorCode) {
  const body = await response.json();
  expect([response.status, body.code]).toEqual([ERRORS[code].status, code]);
  const variants = ERROR_BODIES.filter((schema) => schema.safeParse(body).success);
  expect(variants).toHaveLength(1);
  return body;
}

// Reads only the document, as an integrator would.
type Answers = Record<string, { content?: Record<string, { schema: Schema }> }>;
const operations = DOCUMENT.paths as Record<string, Record<string, { responses: Answers }>>;
function documented(endpoint: Endpoint, status: number): z.ZodType {
  const { responses } = operations[endpoint.path]?.[endpoint.method.toLowerCase()] ?? {};
  const schema = responses?.[status]?.content?.["application/json"]?.schema;
  return schema ? z.fromJSONSchema(schema) : z.never();
}

const ALL = ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe.each([
  ["the API", toApi],
  ["the App Router", toAppRouter],
])("through %s", (_mount, call) => {
  it.each(ALL)("%s responds as documented", async (_name, endpoint) => {
    const { own, at, init } = await prepare(endpoint);
    const response = await call(at(own), init());
    const body = await response.json();
    expect(response.status).toBe(endpoint.status);
    expect(documented(endpoint, response.status).safeParse(body).error).toBeUndefined();
    // The request was the documented example, so the response matches the example too.
    expect(Object.keys(body)).toEqual(Object.keys(endpoint.example as object));
    expect(response.headers.get("cache-control")).toBe(endpoint.cacheControl ?? "no-store");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.has("etag")).toBe(endpoint.hasEtag);
    const location = endpoint.location ? BASE_PATH + endpoint.location(body) : null;
    expect(response.headers.get("location")).toBe(location);
  });
});

it.each(ALL)("%s sends no CORS headers", async (_name, endpoint) => {
  const { own, at, init } = await prepare(endpoint);
  const asked = { origin: "https://elsewhere.example", "access-control-request-method": "GET" };
  for (const method of [endpoint.method, "OPTIONS"]) {
    const { body: _, ...plain } = init(asked);
    const { headers } = await toApi(at(own), { ...plain, method });
    const names = [...headers.keys()].filter((name) => name.startsWith("access-control-"));
    expect(names).toEqual([]);
  }
});

const CONDITIONAL = ALL.filter(([, { hasEtag, isWrite }]) => hasEtag && !isWrite);
it.each(CONDITIONAL)("%s responds 304 to a matching If-None-Match", async (_name, endpoint) => {
  const { own, at, init } = await prepare(endpoint);
  const etag = (await toApi(at(own), init())).headers.get("etag") ?? "";
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const response = await toApi(at(own), init({ "if-none-match": known }));
    expect([response.status, await response.text()]).toEqual([304, ""]);
    expect(response.headers.get("etag")).toBe(etag);
  }
  expect((await toApi(at(own), init({ "if-none-match": '"other"' }))).status).toBe(200);
});

const WITH_PARAMETER = ALL.filter(([, { path }]) => path.includes("{"));
describe.each(WITH_PARAMETER)("%s", (_name, endpoint) => {
  it("responds 404 to unknown and to impossible IDs", async () => {
    const { at, init } = await prepare(endpoint);
    const unknown = THINGS[endpoint.path]?.unknown ?? "";
    for (const id of [unknown, "x", "%00", "%F0%9F%92%A9", "a%2Fb", "..%2f", "'--", "%ff"]) {
      await expectError(await toApi(at(id), init()), "not_found");
    }
  });

  const otherPartnerTest = "answers another partner's id as an unknown one, byte for byte";
  if (!SHARED.includes(endpoint.path))
    it(otherPartnerTest, async () => {
      const { at, init } = await prepare(endpoint);
      const otherPartners = (await prepare(endpoint)).own;
      const seen = async (id: string) => {
        const response = await toApi(at(id), init());
        const {
          "x-request-id": _,
          ratelimit: __,
          ...headers
        } = Object.fromEntries(response.headers);
        return { status: response.status, headers, text: await response.text() };
      };
      expect(await seen(otherPartners)).toEqual(await seen(THINGS[endpoint.path]?.unknown ?? ""));
    });
});

const WITH_BODY = ALL.filter(([, { body }]) => body);
describe.each(WITH_BODY)("%s", (_name, endpoint) => {
  it("rejects bodies that are not JSON, have another media type, are compressed or too large", async () => {
    const { own, at, init } = await prepare(endpoint);
    const send = (text: string, headers = {}) => toApi(at(own), init(headers, text));
    const plain = { "content-type": "text/plain" };
    await expectError(await send("{}", plain), "unsupported_media_type");
    await expectError(await send("{}", { "content-encoding": "gzip" }), "unsupported_media_type");
    await expectError(await send(" ".repeat(65_537)), "payload_too_large");
    for (const text of [
      ...["", "{", "null", "[]", '"x"', "1", '{"a":1}}'],
      `${'{"a":'.repeat(9)}1${"}".repeat(9)}`,
      `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
      `{"a":[${"1,".repeat(2_000)}1]}`,
      ...['{"a":1,"a":1}', '{"a":900.0000000000000001}', '{"a":1e400}', '{"a":9007199254740993}'],
    ]) {
      await expectError(await send(text), "invalid_request");
    }
  });

  it("rejects unknown fields and values of another type", async () => {
    const { own, at, init } = await prepare(endpoint);
    const { bodyExample = {} } = endpoint;
    const [first = ""] = Object.keys(bodyExample);
    const send = (body: object) => toApi(at(own), init({}, JSON.stringify(body)));
    const typo = `${first}s`;
    const { error } = await expectError(
      await send({ ...bodyExample, [typo]: 1 }),
      "validation_failed",
    );
    expect(error).toBe(`Unknown field "${typo}". Did you mean ${first}?`);
    const proto = await toApi(at(own), init({}, `{"metadata":{"__proto__":{"x":"y"}}}`));
    const refused = await expectError(proto, "validation_failed");
    expect(refused.details.issues[0].path).toBe("metadata.__proto__");
    for (const value of [null, true, [], {}, "", "\u0000", "12", 1.5, -1]) {
      const { details } = await expectError(
        await send({ ...bodyExample, [first]: value }),
        "validation_failed",
      );
      expect(details.issues[0].path).toBe(first);
    }
  });
});

const WRITES = ALL.filter(([, { isWrite }]) => isWrite);
describe.each(WRITES)("%s", (_name, endpoint) => {
  it("replays a repeated Idempotency-Key byte for byte, with any key of the partner", async () => {
    const { partner, own, at, init } = await prepare(endpoint);
    const first = await toApi(at(own), init({ "idempotency-key": "k 1" }));
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    const other = (await platform.newKey(partner)).plaintext;
    const again = await toApi(at(own), { ...init({ "idempotency-key": "k 1" }), key: other });
    expect(again.status).toBe(first.status);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    for (const name of ["location", "etag", "content-type"]) {
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
    const text = await first.text();
    // A secret is shown once, so a replay leaves it out.
    const { shownOnce } = endpoint;
    const replayed = shownOnce ? JSON.stringify({ ...JSON.parse(text), [shownOnce]: null }) : text;
    expect(await again.text()).toBe(replayed);
  });

  it.each([
    ["an empty", ""],
    ["a long", "k".repeat(256)],
    ["a non-ASCII", "clé"],
  ])("rejects %s Idempotency-Key", async (_what, key) => {
    const { own, at, init } = await prepare(endpoint);
    await expectError(await toApi(at(own), init({ "idempotency-key": key })), "invalid_request");
  });
});
