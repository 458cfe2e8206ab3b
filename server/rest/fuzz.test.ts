import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { committed } from "../../docs/generate";
import { dereferenced } from "../../docs/references";
import { createCustomer } from "../core/customers/mutations";
import { ERRORS, type ErrorCode } from "../core/kernel/errors";
import { setKeyLimit } from "../core/keys/mutations";
import type { Partner } from "../core/partners/schema";
import { saveProduct } from "../core/products/mutations";
import { isThorough } from "../testing/extent";
import { openPlatform, type Platform } from "../testing/platform";
import { badRequests, type Document, type Draft } from "./testing/bad-requests";

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (isThorough ? 20_000 : 5_000));
/** Failures before an endpoint is found, which the document does not repeat for each. */
const ON_THE_WAY = ["404", "405", "414"];

let platform: Platform;
let partner: Partner;
beforeAll(async () => {
  platform = await openPlatform();
  partner = await platform.newPartner();
  const basic = { code: "basic", name: "Basic", currency: "EUR", floor: 500, defaultRetail: 900 };
  await saveProduct(platform.system, basic);
});
afterAll(() => platform.close());

async function newKey(scopes?: []): Promise<string> {
  const { key, plaintext } = await platform.newKey(partner, scopes && { scopes });
  await setKeyLimit(platform.system, { keyId: key.id, perMinute: 1_000_000 });
  return plaintext;
}

/** All rows that a write could leave. */
async function traces() {
  const { db } = platform.wiring.core;
  const of = { where: { partnerId: partner.id } };
  return Promise.all([
    db.customer.findMany(of),
    db.price.count(of),
    db.priceChange.count(of),
    db.idempotencyRecord.count(of),
    db.auditEvent.count(of),
    db.partner.findMany(),
    db.product.findMany(),
  ]);
}

async function send({ method, path, query, headers, body }: Draft) {
  const response = await platform.call(path + query, { method, headers, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

it(
  `rejects ${REQUESTS} invalid requests with documented errors and without side effects`,
  async () => {
    const customer = { email: "known@example.com", metadata: {} };
    const { id } = await createCustomer(platform.system, { partnerId: partner.id, ...customer });
    const ids = {
      "/accounts/{id}": id,
      "/accounts/{id}/suspend": "acc_x",
      "/accounts/{id}/resume": "acc_x",
      "/accounts/{id}/close": "acc_x",
      "/accounts/{id}/reopen": "acc_x",
      "/accounts/{id}/anonymize": "acc_x",
      "/prices/{product}": "basic",
      "/charges/{id}": "chg_x",
      "/payouts/{id}": "po_x",
      "/transfers/{id}": "tr_x",
      "/transfers/{id}/statement": "tr_x",
      "/payouts/{id}/charges": "po_x",
      "/webhook_endpoints/{id}": "whe_x",
      "/webhook_endpoints/{id}/rotate": "whe_x",
      "/webhook_endpoints/{id}/test": "whe_x",
    };
    const means = { key: await newKey(), narrowKey: await newKey([]), ids };
    const document = dereferenced<Document>(JSON.parse(committed("openapi.json")));
    const before = await traces();
    const refused = async (draft: Draft) => {
      const { status, headers, body } = await send(draft);
      const code = body.code as ErrorCode;
      expect(Object.keys(body)).toEqual(["error", "code", "details"]);
      expect(status).toBe(ERRORS[code]?.status);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect([...draft.foreseen, ...ON_THE_WAY]).toContain(String(status));
      expect([typeof body.error, typeof body.details]).toEqual(["string", "object"]);
      expect(headers.get("x-request-id")).toMatch(/^req_/);
    };
    await fc.assert(fc.asyncProperty(badRequests(document, means), refused), {
      numRuns: REQUESTS,
      // A request that hangs fails the test and is reported.
      timeout: 10_000,
    });
    expect(await traces()).toEqual(before);
  },
  120_000 + REQUESTS * 15,
);

// These may be served or refused, but none may reach a store that fails on it.
const EDGES = [
  ...["0000-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00", "1970-01-01T00:00:00+14:00"],
  ...["2026-02-28T23:59:59.999999999Z", "2026-11-21T00:00:00Z", "2026-11-21"],
  ...["0000-01-01", "0001-01-01", "9999-12-31", "1970-01-01", "active", "paid", "week", "1", "100"],
  ...["a@b.co", "é".repeat(64), "\u{1F469}\u200d\u{1F680}", "\u202e", "\ufeff", "\ufffe"],
  ...["%", "_", "\\", "'", '"', "$1", "null", "\u0001", "\u007f", "\u0085", "a\u0000b"],
];

it("handles requests at the limits of the schema without an internal error", async () => {
  const key = await newKey();
  const { paths } = JSON.parse(committed("openapi.json")) as Document;
  const failed: string[] = [];
  const look = async (path: string) => {
    const { status } = await platform.call(path, { key });
    if (status >= 500) failed.push(path);
  };
  for (const [path, { get }] of Object.entries(paths)) {
    for (const edge of EDGES.map(encodeURIComponent)) {
      if (path.includes("{")) await look(path.replace(/\{\w+\}/g, edge));
      const names = get?.parameters.filter((parameter) => parameter.in === "query") ?? [];
      for (const { name } of names) await look(`${path}?${name}=${edge}`);
    }
  }
  expect(failed).toEqual([]);
});
