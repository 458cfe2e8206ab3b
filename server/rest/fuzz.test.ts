import fc from "fast-check";
import { expect, it } from "vitest";
import { committed } from "../../docs/generate";
import { dereferenced } from "../../docs/references";
import { ERRORS, type ErrorCode } from "../core/kernel/errors";
import { setKeyLimit } from "../core/keys/mutations";
import { setPlatformKeyLimit } from "../core/platform-keys/edit";
import { saveProduct } from "../core/products/mutations";
import { isThorough } from "../testing/extent";
import { platformForTests } from "../testing/platform";
import { badRequests, type Document, type Draft } from "./testing/bad-requests";
import { STANDS, type Stand } from "./testing/stands";
import { PRODUCT, THINGS } from "./testing/things";

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (isThorough ? 5_000 : 2_000));
/** Failures before an endpoint is found, which the document does not repeat for each. */
const ON_THE_WAY = ["404", "405", "414"];

const platform = await platformForTests();
const partner = await platform.newPartner();
await saveProduct(platform.system, PRODUCT);

const documentOf = ({ api }: Stand) =>
  JSON.parse(
    committed(api.keyType === "partner" ? "openapi.json" : "openapi-platform.json"),
  ) as Document;

/** A key whose limit is never reached. */
async function newKey(stand: Stand, has?: () => boolean): Promise<string> {
  const { id: keyId, plaintext } = await stand.newKey(platform, partner, has);
  const limit = { keyId, perMinute: 1_000_000 };
  await (stand.api.keyType === "partner"
    ? setKeyLimit(platform.system, limit)
    : setPlatformKeyLimit(platform.system, limit));
  return plaintext;
}

/** All rows that a write could leave. */
async function traces() {
  const { db } = platform.wiring.core;
  // PostgreSQL returns rows in any order: a key moves when its last use is written.
  const orderBy = { id: "asc" } as const;
  return Promise.all([
    db.customer.findMany({ orderBy }),
    db.price.count(),
    db.priceChange.count(),
    db.charge.count(),
    db.apiKey.findMany({ orderBy, omit: { lastUsedAt: true, lastUsedAddress: true } }),
    db.companyScope.findMany({ orderBy: { name: "asc" } }),
    db.idempotencyRecord.count(),
    db.auditEvent.count(),
    db.partner.findMany({ orderBy }),
    db.product.findMany({ orderBy }),
  ]);
}

async function send(stand: Stand, { method, path, query, headers, body }: Draft) {
  const response = await stand.call(platform, path + query, { method, headers, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** For each path with a parameter, a value: mostly of nothing, so that no request changes a thing. */
async function idsOf({ api: { keyType } }: Stand): Promise<Record<string, string>> {
  const things = THINGS[keyType];
  const ids = Object.entries(things).map(([path, { unknown }]) => [path, unknown] as const);
  const found = ["/accounts/{id}", "/prices/{product}"].flatMap((path) => {
    const thing = things[path];
    return thing ? [[path, thing] as const] : [];
  });
  const owner = keyType === "partner" ? partner : await platform.newPartner();
  const own = found.map(async ([path, thing]) => [path, await thing.own(platform, owner)]);
  return { ...Object.fromEntries(ids), ...Object.fromEntries(await Promise.all(own)) };
}

const APIS = Object.values(STANDS).map((stand) => [stand.api.title, stand] as const);

it.each(APIS)(
  `the %s rejects ${REQUESTS} invalid requests with documented errors and without side effects`,
  async (_title, stand) => {
    const keys = { key: await newKey(stand), narrowKey: await newKey(stand, () => false) };
    const means = { ...keys, ids: await idsOf(stand) };
    const document = dereferenced<Document>(documentOf(stand));
    const before = await traces();
    const refused = async (draft: Draft) => {
      const { status, headers, body } = await send(stand, draft);
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

it.each(APIS)(
  "the %s handles requests at the limits of the schema without an internal error",
  async (_title, stand) => {
    const key = await newKey(stand);
    const { paths } = documentOf(stand);
    const failed: string[] = [];
    const look = async (path: string) => {
      const { status } = await stand.call(platform, path, { key });
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
  },
);
