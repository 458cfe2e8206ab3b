import { afterAll, describe, expect, it } from "vitest";
import { committed } from "../../docs/generate";
import { dereferenced } from "../../docs/references";
import { createCustomer } from "../core/customers/mutations";
import type { ErrorCode, FailureBody } from "../core/kernel/errors";
import { once } from "../core/kernel/idempotency";
import { snakeCase } from "../core/kernel/wire";
import { newPlaintext } from "../core/keys/format";
import { setKeyLimit } from "../core/keys/mutations";
import { setPartnerStatus } from "../core/partners/mutations";
import { deleteEventsBefore } from "../usage/sweeps";
import type { Endpoint } from "./endpoint";
import { commonFailure } from "./failures";
import { errorCodes } from "./openapi-operation";
import { newScene, openFailureStand, type Scene } from "./testing/failure-stand";
import { provokeConflict } from "./testing/provoke-conflict";
import { EVERY_ENDPOINT, STANDS } from "./testing/stands";

// Provokes every failure in both documents and compares it with the documented example.

type Examples = Record<string, { value: FailureBody }>;
type Responses = Record<string, { content?: { "application/json": { examples?: Examples } } }>;
type Document = { paths: Record<string, Record<string, { responses: Responses }>> };
const read = (text: string): Document => dereferenced(JSON.parse(text));
const DOCUMENTS = {
  partner: read(committed("openapi.json")),
  platform: read(committed("openapi-platform.json")),
};

function shown({ keyType, path, method }: Endpoint, code: ErrorCode): FailureBody | undefined {
  const { responses = {} } = DOCUMENTS[keyType].paths[path]?.[method.toLowerCase()] ?? {};
  const examples = Object.values(responses).map(
    (one) => one.content?.["application/json"].examples,
  );
  return examples.find((one) => one && code in one)?.[code]?.value;
}

const stand = await openFailureStand();
afterAll(() => stand.close());

const withKey = (key: string) => ({ authorization: `Bearer ${key}` });

type Make = (scene: Scene) => Promise<Response>;

/**
 * Those that the wrapper decides, from the request's head and key alone or around the endpoint. One
 * endpoint of each kind shows that they are as documented; common.test.ts asks all for most of them.
 */
const BY_WRAPPER: { [Code in ErrorCode]?: Make } = {
  missing_api_key: ({ send }) => send({ authorization: "Basic x" }),
  malformed_api_key: ({ endpoint, send }) =>
    send(withKey(`${newPlaintext(endpoint.keyType).slice(0, 4)}x`)),
  wrong_key_type: ({ endpoint, send }) =>
    send(withKey(newPlaintext(endpoint.keyType === "partner" ? "platform" : "partner"))),
  invalid_api_key: ({ endpoint, send }) => send(withKey(newPlaintext(endpoint.keyType))),
  revoked_api_key: async ({ stand: { revoke }, platform, key, send }) => {
    await revoke(platform, key.id);
    return send();
  },
  expired_api_key: async ({ clock, newKey, send }) => {
    const expiresAt = new Date(clock.now().getTime() + 60_000);
    const { plaintext } = await newKey({ expiresAt });
    clock.advance(60_000);
    return send(withKey(plaintext));
  },
  address_not_allowed: async ({ newKey, send }) =>
    send(withKey((await newKey({ allowedNetworks: ["2001:db8::/32"] })).plaintext)),
  uri_too_long: ({ ask }) => ask("x".repeat(4_096)),
  headers_too_large: ({ send }) => send({ "x-padding": "x".repeat(16_384) }),
  unsupported_media_type: ({ send }) => send({ "content-type": "text/plain" }),
  payload_too_large: ({ endpoint, send }) => send({}, " ".repeat(endpoint.bodyLimits.bytes + 1)),
  rate_limited: async ({ platform, key, send }) => {
    await setKeyLimit(platform.system, { keyId: key.id, perMinute: 60 });
    for (let n = 0; n < 30; n++) {
      const response = await send();
      if (response.status === 429) return response;
    }
    throw new Error("never refused");
  },
  idempotency_key_in_use: async ({ other, endpoint, partner, own, send }) => {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const values = own.split("/");
    const params = Object.fromEntries(names.map((name, index) => [name, values[index * 2]]));
    const operation = JSON.stringify([endpoint.method, endpoint.path, params]);
    const partnerId = endpoint.keyType === "partner" ? partner.id : null;
    const write = { partnerId, operation, key: "k", input: [] };
    let second: Response | undefined;
    await once(other.system, write, async () => {
      second = await send({ "idempotency-key": "k" });
      return { status: 200, body: "{}", headers: {} };
    });
    if (!second) throw new Error("the first has not run");
    return second;
  },
  idempotency_key_reused: async ({ example, send }) => {
    await send({ "idempotency-key": "k" });
    const others = Object.entries(OTHER_VALUES).filter(([name]) => name in example);
    const other = { ...example, ...Object.fromEntries(others) };
    return send({ "idempotency-key": "k" }, JSON.stringify(other));
  },
  internal_error: ({ through, refused }) => through(refused),
  unavailable: ({ through, withoutDatabase }) => through(withoutDatabase),
};

const OTHER_VALUES = { email: "other@example.com", label: "Another" };

/** Those of which each endpoint has its own example, or which its `run` decides. */
const BY_ENDPOINT: { [Code in ErrorCode]?: Make } = {
  insufficient_scope: async ({ stand: { newKey }, platform, partner, send }) =>
    send(withKey((await newKey(platform, partner, () => false)).plaintext)),
  partner_suspended: async ({ platform, partner, send }) => {
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
    const body = shown(endpoint, "validation_failed");
    const issues = body?.details.issues as { path: string }[] | undefined;
    return ask(`${issues?.[0]?.path}=%3F`);
  },
  price_below_floor: ({ send }) => send({}, '{"amount":499}'),
  not_found: async ({ endpoint, thing, own, example, send, ask }) => {
    const creates = endpoint.method === "PUT" && thing?.isCreated;
    // Another delivery of the same endpoint.
    const unknown = creates ? "'--" : own.replace(/[^/]+$/, thing?.unknown.split("/").pop() ?? "");
    if (thing) return send({}, undefined, unknown);
    if (!endpoint.body) return ask("partner=nobody");
    return send({}, JSON.stringify({ ...example, partner: "nobody" }));
  },
  conflict: provokeConflict,
  events_expired: async ({ clock, platform, partner, ask }) => {
    const { next_after: after } = await (await ask("limit=1")).json();
    // The only events of the partner are those of the key and the customer.
    const customer = { email: "known@example.com", metadata: {} };
    await createCustomer(platform.system, { partnerId: partner.id, ...customer });
    clock.advance(1_000);
    await deleteEventsBefore(platform.wiring.core.transact, clock.now());
    return ask(typeof after === "string" ? `after=${encodeURIComponent(after)}` : "after=0");
  },
  precondition_failed: ({ send }) => send({ "if-match": '"another"' }),
};

/** Removes the parts that differ between runs. */
function steady({ error, details, ...body }: FailureBody): object {
  const ids = Object.entries(details).filter(([name]) => /^(id|transfer_id)$/.test(name));
  const kinds = ids.map(([name, id]) => [name, String(id).slice(0, 3)]);
  const numberless = error.replace(/transfer \d+/i, "transfer");
  return { ...body, error: numberless, details: { ...details, ...Object.fromEntries(kinds) } };
}

async function expectAsDocumented(endpoint: Endpoint, code: ErrorCode) {
  const body = shown(endpoint, code);
  const make = BY_ENDPOINT[code] ?? BY_WRAPPER[code];
  if (!body || !make) throw new Error(`${code} is not shown, or nothing makes it happen`);
  const response = await make(await newScene(stand, endpoint));
  expect(steady(await response.json())).toEqual(steady(body));
}

const codesOf = (endpoint: Endpoint, table: object) =>
  [...errorCodes(endpoint)].filter((code) => code in table);

describe.each(EVERY_ENDPOINT)("%s", (_, endpoint) => {
  it("documents every failure of its, and the wrapper's as all endpoints do", () => {
    const known = { ...BY_WRAPPER, ...BY_ENDPOINT };
    expect([...errorCodes(endpoint)].filter((code) => !(code in known))).toEqual([]);
    for (const code of codesOf(endpoint, BY_WRAPPER)) {
      expect(shown(endpoint, code)).toEqual(commonFailure(code));
    }
  });

  it.each(codesOf(endpoint, BY_ENDPOINT))("fails with %s as documented", (code) =>
    expectAsDocumented(endpoint, code),
  );
});

/** Of each API, the first that reads a list and the first that writes with a body. */
const SAMPLES = Object.values(STANDS).flatMap(({ api }) => {
  const read = api.endpoints.find(({ isPaged }) => isPaged);
  const write = api.endpoints.find(({ isWrite, body }) => isWrite && body);
  if (!read || !write) throw new Error(`the ${api.title} has no such endpoint`);
  return [read, write];
});
describe.each(SAMPLES)("the wrapper around $keyType $id", (endpoint) => {
  // The limiter is the same for both; only the keys of partners can be given a low limit.
  const isLimited = endpoint.keyType === "partner";
  const codes = codesOf(endpoint, BY_WRAPPER).filter(
    (code) => isLimited || code !== "rate_limited",
  );
  it.each(codes)("fails with %s as documented", (code) => expectAsDocumented(endpoint, code));
});

it("uses the catalogue's message for errors without their own", () => {
  expect(commonFailure("payload_too_large")).toEqual({
    error: "The request body is too large.",
    code: "payload_too_large",
    details: {},
  });
});
