import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { committed } from "../../docs/generate";
import { createCustomer } from "../core/customers/mutations";
import type { ErrorCode, FailureBody } from "../core/kernel/errors";
import { once } from "../core/kernel/idempotency";
import { snakeCase } from "../core/kernel/wire";
import { newPlaintext } from "../core/keys/format";
import { revokeKey, setKeyLimit } from "../core/keys/mutations";
import { setPartnerStatus } from "../core/partners/mutations";
import { saveProduct } from "../core/products/mutations";
import { createEndpoint, updateEndpoint } from "../core/webhooks/mutations";
import { readEnv } from "../env";
import { openPostgres } from "../stores/postgres";
import { openPlatform, type Platform, steppingClock } from "../testing/platform";
import { deleteEventsBefore } from "../usage/sweeps";
import { openWiring } from "../wiring";
import type { Api } from "./api";
import type { Endpoint } from "./endpoint";
import { ENDPOINTS } from "./endpoints";
import { commonFailure } from "./failures";
import { answerFetch } from "./fetch";
import { errorCodes } from "./openapi-operation";
import { BASE_PATH } from "./route";
import { disallow, whileArchived } from "./testing/disallow";

// Provokes every failure in the document and compares it with the documented example.
type Examples = Record<string, { $ref?: string; value?: FailureBody }>;
type Responses = Record<string, { content?: { "application/json": { examples?: Examples } } }>;
const { paths, components } = JSON.parse(committed("openapi.json")) as {
  paths: Record<string, Record<string, { responses: Responses }>>;
  components: { examples: Examples };
};

function shown({ path, method }: Endpoint, code: ErrorCode): FailureBody | undefined {
  const responses = Object.values(paths[path]?.[method.toLowerCase()]?.responses ?? {});
  const examples = responses.map((one) => one.content?.["application/json"].examples ?? {});
  const example = examples.find((one) => code in one)?.[code];
  return example?.$ref ? components.examples[code]?.value : example?.value;
}

const clock = steppingClock();
let platform: Platform;
/** Another process of the same deployment, with connections of its own. */
let other: Platform;
let withoutDatabase: Api;
let misdirected: Api;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  platform = await openPlatform({ clock });
  other = await openPlatform({ clock, beside: platform });
  const basic = { code: "basic", name: "Basic", currency: "EUR", floor: 500, defaultRetail: 900 };
  await saveProduct(platform.system, basic);
  withoutDatabase = await apiOn("postgresql://postgres@127.0.0.1:1/none");
  const elsewhere = new URL(platform.databaseUrl);
  elsewhere.pathname = "/of_another_name";
  misdirected = await apiOn(elsewhere.href);
});
afterAll(async () => {
  for (const close of closing) await close();
  await other.close();
  await platform.close();
});

/** The API over another database. */
async function apiOn(connectionString: string): Promise<Api> {
  const wiring = await openWiring({
    env: readEnv({ LOG_LEVEL: "silent" }),
    postgres: openPostgres({ connectionString }),
    secret: "a secret of the tests, long enough to sign with",
    hasOwnServer: false,
  });
  closing.push(() => wiring.close());
  return wiring.api;
}

type Scene = Awaited<ReturnType<typeof newScene>>;
async function newScene(endpoint: Endpoint) {
  const partner = await platform.newPartner();
  const { key, plaintext } = await platform.newKey(partner);
  const customer = { email: "known@example.com", metadata: {} };
  const account = await createCustomer(platform.system, { partnerId: partner.id, ...customer });
  const isOfWebhook = endpoint.path.startsWith("/webhook_endpoints/");
  const endpointId = isOfWebhook ? await newWebhookEndpoint(partner.id) : null;
  const values: Record<string, string> = {
    id: endpointId ?? (endpoint.path.startsWith("/accounts") ? account.id : "unknown"),
    product: "basic",
    event_id: endpointId ? await pingOf(endpointId) : "unknown",
  };
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, values[name] ?? "unknown"]));
  const path = pathWith(endpoint, params);
  const body = endpoint.bodyExample && JSON.stringify(endpoint.bodyExample);
  const init = (headers: Record<string, string>, text = body) => ({
    method: endpoint.method,
    ...(text !== undefined && { body: text }),
    headers: {
      authorization: `Bearer ${plaintext}`,
      ...(text !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
  });
  return {
    endpoint,
    endpointId,
    partner,
    key,
    params,
    plaintext,
    send: (headers: Record<string, string> = {}, text?: string) =>
      platform.call(path, init(headers, text)),
    ask: (query: string) => platform.call(`${path}?${query}`, init({})),
    through: (api: Api) =>
      answerFetch(api, new Request(`http://latchkey.test${BASE_PATH}${path}`, init({})), {
        address: null,
      }),
  };
}

async function newWebhookEndpoint(partnerId: string): Promise<string> {
  const url = "https://partner.example/webhooks";
  const rest = { types: ["*"], payload: "thin" as const, perSecond: 50 };
  return (await createEndpoint(platform.system, { partnerId, url, ...rest })).id;
}

/** The ID of the event with which a new endpoint begins. */
async function pingOf(endpointId: string): Promise<string> {
  const { db } = platform.system;
  return (await db.webhookDelivery.findFirst({ where: { endpointId } }))?.eventId ?? "unknown";
}

function pathWith({ path }: Endpoint, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "unknown");
}

const withKey = (key: string) => ({ authorization: `Bearer ${key}` });

const MADE: { [Code in ErrorCode]?: (scene: Scene) => Promise<Response> } = {
  missing_api_key: ({ send }) => send({ authorization: "Basic x" }),
  malformed_api_key: ({ send }) => send(withKey("rsk_x")),
  wrong_key_type: ({ send }) => send(withKey(newPlaintext("platform"))),
  invalid_api_key: ({ send }) => send(withKey(newPlaintext())),
  revoked_api_key: async ({ key, send }) => {
    await revokeKey(platform.system, { keyId: key.id, after: "now" });
    return send();
  },
  expired_api_key: async ({ partner, send }) => {
    const expiresAt = new Date(clock.now().getTime() + 60_000);
    const { plaintext } = await platform.newKey(partner, { expiresAt });
    clock.advance(60_000);
    return send(withKey(plaintext));
  },
  address_not_allowed: async ({ partner, send }) =>
    send(withKey((await platform.newKey(partner, { allowedNetworks: ["::/0"] })).plaintext)),
  insufficient_scope: async ({ partner, send }) =>
    send(withKey((await platform.newKey(partner, { scopes: [] })).plaintext)),
  partner_suspended: async ({ partner, send }) => {
    await setPartnerStatus(platform.system, { partnerId: partner.id, status: "suspended" });
    return send();
  },
  invalid_request: ({ endpoint, send, ask }) => {
    if (endpoint.body) return send({}, "{");
    const [first = "verbose"] = Object.keys(endpoint.query?.shape ?? {});
    return ask(`${snakeCase(first).slice(0, -1)}=x`);
  },
  validation_failed: async ({ endpoint, send, ask }) => {
    if (endpoint.body) return send({}, "{}");
    for (const name of Object.keys(endpoint.query?.shape ?? {})) {
      const response = await ask(`${snakeCase(name)}=%3F`);
      if (response.status === 422) return response;
    }
    throw new Error("no parameter refuses a question mark");
  },
  price_below_floor: ({ send }) => send({}, '{"amount":499}'),
  not_found: ({ endpoint, params, plaintext }) => {
    const [last = ""] = Object.keys(params).reverse();
    const path = pathWith(endpoint, { ...params, [last]: "nobodys" });
    const body = endpoint.bodyExample && JSON.stringify(endpoint.bodyExample);
    const type = body && { "content-type": "application/json" };
    const init = { method: endpoint.method, key: plaintext, headers: { ...type } };
    return platform.call(path, { ...init, ...(body && { body }) });
  },
  conflict: async ({ endpoint, partner, params, send, endpointId }) => {
    if (endpoint.scope === "accounts:manage")
      await disallow(platform, endpoint, partner.id, params.id);
    if (endpoint.id === "setPrice") return whileArchived(platform, "basic", () => send());
    if (endpointId) await updateEndpoint(platform.system, { endpointId, status: "disabled" });
    // Webhook endpoints conflict only at their cap.
    let last = "";
    for (let n = 0; n < 25; n++) {
      const response = await send();
      if (response.status === 409) return response;
      last = await response.text();
    }
    throw new Error(`never in conflict, but ${last}`);
  },
  idempotency_key_in_use: async (scene) => {
    const { endpoint, partner, params, send } = scene;
    const operation = JSON.stringify([endpoint.method, endpoint.path, params]);
    const write = { partnerId: partner.id, operation, key: "k", input: [] };
    let second: Response | undefined;
    await once(other.system, write, async () => {
      second = await send({ "idempotency-key": "k" });
      return { status: 200, body: "{}", headers: {} };
    });
    if (!second) throw new Error("the first has not run");
    return second;
  },
  idempotency_key_reused: async ({ endpoint, send }) => {
    await send({ "idempotency-key": "k" });
    const other = { ...endpoint.bodyExample, ...OTHER_VALUES };
    const own = Object.keys(endpoint.bodyExample ?? {});
    const fields = Object.entries(other).filter(([name]) => own.includes(name));
    return send({ "idempotency-key": "k" }, JSON.stringify(Object.fromEntries(fields)));
  },
  events_expired: async ({ ask }) => {
    // The only events are those of the key and the customer.
    clock.advance(1_000);
    await deleteEventsBefore(platform.wiring.core.transact, clock.now());
    return ask("after=0");
  },
  precondition_failed: ({ send }) => send({ "if-match": '"another"' }),
  payload_too_large: ({ send }) => send({}, " ".repeat(65_537)),
  uri_too_long: ({ ask }) => ask("x".repeat(4_096)),
  unsupported_media_type: ({ send }) => send({ "content-type": "text/plain" }),
  rate_limited: async ({ key, send }) => {
    await setKeyLimit(platform.system, { keyId: key.id, perMinute: 60 });
    for (let n = 0; n < 30; n++) {
      const response = await send();
      if (response.status === 429) return response;
    }
    throw new Error("never refused");
  },
  headers_too_large: ({ send }) => send({ "x-padding": "x".repeat(16_384) }),
  internal_error: ({ through }) => through(misdirected),
  unavailable: ({ through }) => through(withoutDatabase),
};

const OTHER_VALUES = {
  accounts: [{ email: "other@example.com" }],
  email: "other@example.com",
  amount: 991,
  types: ["key.*"],
  type: "ping",
  per_second: 5,
};

/** Removes the parts that differ between runs. */
function steady({ details, ...body }: FailureBody): object {
  const { id, ...others } = details;
  const kind = typeof id === "string" && { id: id.slice(0, 4) };
  return { ...body, details: { ...others, ...kind } };
}

async function expectAsDocumented(endpoint: Endpoint, code: ErrorCode) {
  const example = shown(endpoint, code);
  const make = MADE[code];
  if (!example || !make) throw new Error(`${code} is not shown, or nothing makes it happen`);
  const response = await make(await newScene(endpoint));
  expect(steady(await response.json())).toEqual(steady(example));
}

const ALL = ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
/** The second request waits for the first one for three seconds. */
const WAITING: ErrorCode = "idempotency_key_in_use";

describe.each(ALL)("%s", (_, endpoint) => {
  const codes = [...errorCodes(endpoint)].filter((code) => code !== WAITING);
  it.each(codes)("fails with %s as documented", (code) => expectAsDocumented(endpoint, code));
});

const ONCE_ONLY = ALL.filter(([, endpoint]) => [...errorCodes(endpoint)].includes(WAITING));
it.concurrent.each(ONCE_ONLY)(`%s fails with ${WAITING} as documented`, (_, endpoint) =>
  expectAsDocumented(endpoint, WAITING),
);

it("uses the catalogue's message for errors without their own", () => {
  expect(commonFailure("payload_too_large")).toEqual({
    error: "The request body is too large.",
    code: "payload_too_large",
    details: {},
  });
});
