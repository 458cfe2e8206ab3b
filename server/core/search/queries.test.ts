import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { costOf } from "../../delivery/testing/plans";
import { platformForTests } from "../../testing/platform";
import { newEndpoint, newPayout } from "../../trpc/testing/scene";
import { createCustomer } from "../customers/mutations";
import { newId } from "../kernel/ids";
import { openLimitRequest } from "../limit-requests/mutations";
import { createPartner } from "../partners/mutations";
import type { Partner } from "../partners/schema";
import { issuePlatformKey } from "../platform-keys/mutations";
import { saveProduct } from "../products/mutations";
import { searchPlatform } from "./queries";

const PRODUCT = { code: "desk-s", name: "Desk", floor: 0, defaultRetail: 0, currency: "EUR" };
// Of a thousand partners; each of these tables has as many rows.
const ROWS = 50_000;

const ids: Record<string, string> = {};
const platform = await platformForTests();
const admin = new pg.Client({ connectionString: platform.databaseUrl });
afterAll(() => admin.end());
await admin.connect();
const operator = platform.as((await platform.newOperator()).actor);
const partner = await platform.newPartner();
const ownerEmail = (await platform.newPerson(partner, "owner")).email;
const issued = await platform.newKey(partner);
const plaintext = issued.plaintext;
const response = await platform.call("/me", { key: plaintext });
await platform.wiring.recorder.flush();
const asked = { keyId: issued.key.id, wantedPerMinute: 600, reason: "more" };
Object.assign(ids, {
  partner: partner.id,
  key: issued.key.id,
  customer: (await newCustomer(partner, "Zoe@Example.com")).id,
  request: response.headers.get("x-request-id") ?? "",
  payout: await newPayout(platform, partner),
  limitRequest: (await openLimitRequest(platform.system, asked)).id,
});
const { id: productId } = await saveProduct(platform.system, PRODUCT);
ids.product = productId;
ids.charge = newId("charge");
const sum = { amount: 5, currency: "EUR", externalId: "inv/2026-1", occurredAt: new Date() };
const of = { id: ids.charge, partnerId: partner.id, customerId: ids.customer ?? "", productId };
await platform.wiring.core.transact((tx) => tx.charge.create({ data: { ...of, ...sum } }));
const { endpoint, ownEvent } = await newEndpoint(platform, partner);
Object.assign(ids, { webhookEndpoint: endpoint, event: ownEvent });
await fill();

function newCustomer(of: Partner, email: string) {
  return createCustomer(platform.system, { partnerId: of.id, email, metadata: {} });
}

async function fill(): Promise<void> {
  await admin.query("SET session_replication_role = replica");
  await admin.query(
    `INSERT INTO partners (id, code, name, revshare_pct, created_at)
     SELECT 'prt_' || n, 'p-' || n, 'P', 1, now() FROM generate_series(0, 999) n`,
  );
  await admin.query(
    `INSERT INTO customers (id, partner_id, email, email_key, created_at)
     SELECT 'acc_' || n, 'prt_' || n % 1000, e, e, now()
     FROM generate_series(1, $1::int) n, LATERAL (SELECT 'c' || n / 1000 || '@example.com' AS e) emails`,
    [ROWS],
  );
  await admin.query(
    `INSERT INTO api_keys (id, partner_id, label, hash, head, tail, scopes, created_at, created_by)
     SELECT 'key_' || n, 'prt_' || n % 1000, 'Till', sha256(n::text::bytea),
       'rsk_' || left(md5(n::text), 4), right(md5(n::text), 4), '{}', now(), 'x'
     FROM generate_series(1, $1::int) n`,
    [ROWS],
  );
  await admin.query(
    `INSERT INTO charges (id, partner_id, customer_id, product_id, external_id, amount, currency,
       occurred_at)
     SELECT 'chg_' || n, 'prt_' || n % 1000, 'acc_' || n, 'prd_1', 'e-' || n / 1000, 1, 'EUR', now()
     FROM generate_series(1, $1::int) n`,
    [ROWS],
  );
  await admin.query("SET session_replication_role = origin");
  await admin.query("ANALYZE");
}

const find = async (search: string) => (await searchPlatform(operator, { search })).hits;

describe("an operator finds by its ID, with its partner,", () => {
  it.each(["charge", "customer", "event", "key", "limitRequest", "partner", "payout", "request"])(
    "a thing of kind %s",
    async (kind) => {
      const id = ids[kind] ?? "";
      const { code, name } = partner;
      expect(await find(id)).toEqual([{ kind, id, text: id, note: null, partner: { code, name } }]);
    },
  );

  it("a webhook endpoint of a partner, and one of the platform", async () => {
    const [own] = await find(ids.webhookEndpoint ?? "");
    expect(own).toMatchObject({ kind: "webhookEndpoint", partner: { code: partner.code } });
    const { endpoint } = await newEndpoint(platform, null);
    expect(await find(endpoint)).toMatchObject([{ kind: "webhookEndpoint", partner: null }]);
  });

  it("nothing, if there is none", async () => {
    for (const kind of ["key", "customer", "request", "importRun", "user"] as const) {
      expect(await find(newId(kind)), kind).toEqual([]);
    }
  });
});

it("an operator finds by external ID the charges and customers of each partner that has one", async () => {
  const other = await platform.newPartner();
  const input = { partnerId: other.id, email: "y@example.com", metadata: {} };
  const { id } = await createCustomer(platform.system, { ...input, externalId: "inv/2026-1" });
  const text = "inv/2026-1";
  const found = (await find(text)).toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  const named = ({ code, name }: Partner) => ({ code, name });
  expect(found).toEqual([
    { kind: "charge", id: ids.charge, text, note: null, partner: named(partner) },
    { kind: "customer", id, text, note: null, partner: named(other) },
  ]);
  for (const part of ["inv/2026", "INV/2026-1", "inv/%", "x".repeat(129)]) {
    expect(await find(part), part).toEqual([]);
  }
});

it("an operator finds a platform key by its ends or ID, and a product by its ID", async () => {
  const expiresAt = new Date(Date.now() + 86_400_000);
  const wanted = { label: "Gateway", scopes: ["keys:read" as const], expiresAt };
  const { plaintext: secret, key } = await issuePlatformKey(operator, wanted);
  const text = `${key.head}...${key.tail}`;
  const hit = { kind: "platformKey", id: key.id, text, note: null, partner: null };
  for (const way of [text, key.head, key.tail, `...${key.tail}`, key.head.slice(4), secret]) {
    expect(await find(way), way).toContainEqual(hit);
  }
  expect(await find(key.id)).toEqual([{ ...hit, text: key.id }]);
  expect(await find(ids.product ?? "")).toMatchObject([{ kind: "product", partner: null }]);
});

describe("an operator finds by email address", () => {
  it("the customers of each partner that has one, whatever the case", async () => {
    const other = await platform.newPartner();
    await newCustomer(other, "zoe@example.com");
    const hits = await find("ZOE@example.com");
    expect(hits.map(({ kind, text, partner: of }) => [kind, text, of?.code]).toSorted()).toEqual(
      [
        ["customer", "Zoe@Example.com", partner.code],
        ["customer", "zoe@example.com", other.code],
      ].toSorted(),
    );
  });

  it("a partner's user, and an operator, who has no partner", async () => {
    expect(await find(ownerEmail)).toMatchObject([
      { kind: "user", text: ownerEmail, partner: { code: partner.code } },
    ]);
    const { email } = await platform.newOperator();
    expect(await find(email)).toMatchObject([{ kind: "user", text: email, partner: null }]);
  });

  it("with a note on an address whose domain is encoded", async () => {
    const email = "zoe@xn--80ak6aa92e.example";
    await newCustomer(partner, email);
    expect(await find(email)).toMatchObject([
      { text: email, note: expect.stringContaining("Cyrillic") },
    ]);
  });

  it("with a note on the name of a partner that mixes writing systems", async () => {
    const input = { code: "acme-of-two-scripts", name: "\u0410cme", revsharePct: 20 };
    const { partner: other } = await createPartner(platform.system, input);
    await newCustomer(other, "yan@example.com");
    expect(await find("yan@example.com")).toMatchObject([
      { note: "Partner name: Mixes Latin and Cyrillic letters" },
    ]);
  });

  // It would list the customers of partners whose audit log does not say so.
  it("nobody by a part of it", async () => {
    for (const part of ["zoe", "zoe@", "zoe@example", "@example.com", "%@example.com"]) {
      expect(await find(part), part).toEqual([]);
    }
  });
});

it("an operator finds a key by its first or last characters, by both, or by the whole key", async () => {
  const [head, tail] = [plaintext.slice(0, 8), plaintext.slice(-4)];
  const ways = [head, head.slice(4), tail, `...${tail}`, `…${tail}`];
  for (const text of [...ways, `${head}...${tail}`, `${head}…${tail}`, plaintext]) {
    const hits = await find(text);
    const { code, name } = partner;
    const visible = `${head}...${tail}`;
    const key = { kind: "key", id: ids.key, text: visible, note: null, partner: { code, name } };
    expect(hits, text).toContainEqual(key);
  }
  expect(await find(`${head}...${tail === "0000" ? "1111" : "0000"}`)).toEqual([]);
});

it("a partner's people find nothing", async () => {
  const { actor } = await platform.newPerson(partner, "owner");
  const failed = searchPlatform(platform.as(actor), { search: ids.key ?? "" });
  await expect(failed).rejects.toMatchObject({ code: "forbidden" });
});

it.each([
  ["an email address that a thousand partners have", "c7@example.com", 5],
  ["an unknown email address", "nobody@example.com", 0],
  ["the ends of a key", "rsk_abcd...0123", 30],
  ["four characters of a key", "abcd", 10],
  ["an ID", `acc_${"0".repeat(26)}`, 1],
  ["the ID of a charge", `chg_${"0".repeat(26)}`, 1],
  ["an external ID that a thousand partners have", "e-7", 1_010],
  ["an unknown external ID", "inv-unknown", 0],
])("a search by %s reads by indexes the few rows that it returns", async (_, search, maxRows) => {
  const large = ["customers", "api_keys", "charges"];
  const { whole, rows } = await costOf({ admin, large }, () => find(search));
  expect(whole).toEqual([]);
  expect(rows).toBeLessThanOrEqual(maxRows);
});
