import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlatform, type Platform } from "../../e2e/support/platform";
import { Prisma } from "../../prisma/client/client";
import { EXPORTS } from "../export/exports";
import { listCharges } from "./charges/queries";
import { createCustomer } from "./customers/mutations";
import { getCustomer, listCustomers } from "./customers/queries";
import type { CustomerCreate } from "./customers/schema";
import { beginImport, importBatch } from "./imports/mutations";
import { getImport } from "./imports/queries";
import type { ChargeRow } from "./imports/rows";
import type { ImportKind } from "./imports/schema";
import { issueKey, rotateKey, setKeyLimit } from "./keys/mutations";
import { getKey } from "./keys/queries";
import { openLimitRequest } from "./limit-requests/mutations";
import { listLimitRequests } from "./limit-requests/queries";
import { getPartner, listPartners } from "./partners/queries";
import { closePeriod } from "./payouts/close";
import { correctPayout } from "./payouts/mutations";
import { getPayout, listPayouts } from "./payouts/queries";
import { setPrice } from "./prices/mutations";
import { getPrice, listPriceChanges } from "./prices/queries";
import { saveProduct } from "./products/mutations";
import { getRequest, listRequests } from "./requests/queries";
import { listDevices } from "./sign-in/devices";
import { listMembers } from "./team/members";
import { snakeCase } from "./wire";

// Lists each column that a writer leaves empty or a reader leaves out. A new column is in no list,
// so the test of its table fails until its handling is decided.

const PRODUCT = { code: "basic", name: "Basic", floor: 500, defaultRetail: 900, currency: "EUR" };
/** All fields of a customer: the type requires every field of the schema. */
const CUSTOMER: Required<CustomerCreate> = {
  email: "Ada@Example.com",
  name: "Ada Lovelace",
  externalId: "crm-1",
  metadata: { plan: "pro" },
};
const CHARGE: Omit<Required<ChargeRow>, "partner" | "customerId" | "customerEmail"> = {
  externalId: "x-1",
  customerExternalId: "crm-1",
  product: "basic",
  amount: 1_999,
  currency: "EUR",
  occurredAt: new Date("2020-01-15T12:00:00Z"),
};
const PAGE = { limit: 100 };
/** The types of the events written of a key. */
const TOLD = ["end_told_at", "expiry_told_days", "expiry_told_for"];

let platform: Platform;
beforeAll(async () => {
  platform = await openPlatform();
  await saveProduct(platform.system, PRODUCT);
});
afterAll(() => platform.close());

let files = 0;

async function importOne(kind: ImportKind, partner: string, fields: object): Promise<string> {
  const fileHash = String(++files).padStart(64, "0");
  const { runId } = await beginImport(platform.system, { kind, partner, fileHash });
  const named = Object.entries(fields).map(([name, value]) => [snakeCase(name), value]);
  const lines = [{ line: 1, record: JSON.parse(JSON.stringify(Object.fromEntries(named))) }];
  const batch = { kind, partner, runId, afterLine: 0, throughLine: 1, lines, unreadable: [] };
  expect(await importBatch(platform.system, batch)).toMatchObject({ imported: 1 });
  return runId;
}

async function newOwner() {
  const partner = await platform.newPartner();
  const { actor } = await platform.newPerson(partner, "owner");
  return { partner, partnerId: partner.id, ctx: platform.as(actor) };
}

/** An imported customer with imported charges. */
async function newSale(fields = CHARGE) {
  const { code, id: partnerId } = await platform.newPartner();
  await importOne("customers", code, CUSTOMER);
  const runId = await importOne("charges", code, fields);
  const found = await listCustomers(platform.system, { partnerId, ...PAGE });
  return { code, partnerId, runId, customerId: found.data[0]?.id ?? "" };
}

/** Expects a value in each column of the matching rows, except in `empty`. */
async function expectFull(table: string, where: Prisma.Sql, empty: string[] = []) {
  const rows = await platform.system.db.$queryRaw<{ row: Record<string, unknown> }[]>`
    SELECT to_json(t) AS row FROM ${Prisma.raw(table)} t WHERE ${where}`;
  expect(rows).not.toEqual([]);
  for (const { row } of rows) {
    const missing = Object.keys(row).filter((name) => row[name] === null);
    expect(missing.sort()).toEqual([...empty].sort());
  }
}

/** Expects each column of the table as a field of every view, except `hidden`. */
async function expectShown(table: string, views: object[], hidden: string[]) {
  const columns = await platform.system.db.$queryRaw<{ name: string }[]>`
    SELECT attname::text AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped`;
  expect(views).not.toEqual([]);
  for (const view of views) {
    const shown = new Set(Object.keys(view).map(snakeCase));
    const left = columns.map(({ name }) => name).filter((name) => !shown.has(name));
    expect(left.sort()).toEqual([...hidden].sort());
  }
}

/** The columns that each export leaves out or renames. */
const NOT_EXPORTED: Record<string, { of: string; columns: string[] }> = {
  customers: { of: "customers", columns: ["email_key", "partner_id", "status"] },
  // `label` is exported as `name`, `per_minute` as `requests_per_minute`, and `head` and `tail`
  // share a column.
  "api-keys": {
    of: "api_keys",
    columns: [...TOLD, "hash", "head", "label", "partner_id", "per_minute", "retires_at", "tail"],
  },
  payouts: { of: "payouts", columns: ["partner_id"] },
  "platform-payouts": { of: "payouts", columns: ["partner_id"] },
  // `amount` is exported as `price`, and the product by its code.
  prices: { of: "prices", columns: ["amount", "partner_id", "product_id"] },
  // The sentence contains the detail.
  audit: { of: "audit_events", columns: ["actor_kind", "detail", "partner_id"] },
  "platform-audit": { of: "audit_events", columns: ["detail", "partner_id"] },
  requests: { of: "request_log", columns: ["duration_us", "partner_id", "query"] },
  "import-rejections": { of: "import_rejections", columns: ["run_id"] },
  // Metrics have no table.
  metrics: { of: "", columns: [] },
};

it("exports every column of a list except those excluded on purpose", async () => {
  expect(Object.keys(NOT_EXPORTED).sort()).toEqual(Object.keys(EXPORTS).sort());
  const { ctx } = await newOwner();
  const operator = platform.as((await platform.newOperator()).actor);
  for (const [name, { of, columns }] of Object.entries(NOT_EXPORTED)) {
    if (of === "") continue;
    const isForOperators = ["platform-audit", "platform-payouts", "import-rejections"].includes(
      name,
    );
    const query: Record<string, string> = name === "import-rejections" ? { runId: "imp_1" } : {};
    const first = await EXPORTS[name]?.(isForOperators ? operator : ctx, query).next();
    const [head = ""] = String(first?.value).replace("\ufeff", "").split("\r\n");
    await expectShown(of, [Object.fromEntries(head.split(",").map((each) => [each, 1]))], columns);
  }
});

it("stores and returns every column of a customer, whichever way it was created", async () => {
  const { partnerId, customerId } = await newSale();
  const other = await platform.newPartner();
  const made = await createCustomer(platform.system, { partnerId: other.id, ...CUSTOMER });
  const { data } = await listCustomers(platform.system, { partnerId, ...PAGE });
  const views = [made, await getCustomer(platform.system, { customerId }), ...data];
  for (const view of views) expect(view).toMatchObject(CUSTOMER);
  await expectFull("customers", Prisma.sql`id IN (${made.id}, ${customerId})`);
  await expectShown("customers", views, ["partner_id", "email_key"]);
});

it("stores and returns every column of a charge", async () => {
  const { customerId } = await newSale();
  const { data } = await listCharges(platform.system, { ...PAGE, customerId });
  const { customerExternalId: _, product, ...fields } = CHARGE;
  expect(data).toMatchObject([{ ...fields, product: { code: product } }]);
  await expectFull("charges", Prisma.sql`customer_id = ${customerId}`);
  // The customer is known from the request, and the product is exported by its code.
  await expectShown("charges", data, ["partner_id", "customer_id", "product_id"]);
});

it("stores and returns every column of a product, and imports every editable one", async () => {
  const entered = await saveProduct(platform.system, { ...PRODUCT, code: "entered" });
  const { runId } = await beginImport(platform.system, {
    kind: "products",
    partner: null,
    fileHash: null,
  });
  const { defaultRetail, ...rest } = { ...PRODUCT, code: "imported" };
  const lines = [{ line: 1, record: { ...rest, default_retail: defaultRetail } }];
  const through = { afterLine: 0, throughLine: 1, lines, unreadable: [] };
  await importBatch(platform.system, { kind: "products", partner: null, runId, ...through });
  await expectFull("products", Prisma.sql`code IN ('entered', 'imported')`);
  await expectShown("products", [entered], []);
  const { id } = await platform.newPartner();
  expect(await getPrice(platform.system, { partnerId: id, product: "imported" })).toMatchObject({
    floor: 500,
    amount: 900,
  });
});

it("stores and returns every column of a key, and copies it when the key is rotated", async () => {
  const { partnerId, ctx } = await newOwner();
  const expiresAt = new Date("2099-01-01");
  const input = { label: "Billing", scopes: [], expiresAt, perMinute: 900 };
  const { key } = await issueKey(platform.system, { partnerId, ...input });
  const { key: successor } = await rotateKey(ctx, { keyId: key.id });
  const unused = ["last_used_address", "last_used_at", "retires_at", "revoked_at", "revoked_by"];
  await expectFull("api_keys", Prisma.sql`id = ${successor.id}`, [...unused, ...TOLD]);
  await expectShown(
    "api_keys",
    [successor, await getKey(ctx, { keyId: key.id })],
    [...TOLD, "hash", "retires_at"],
  );
  const { id, head, tail, createdAt, createdBy, replacesId, ...kept } = successor;
  expect(key).toMatchObject(kept);
});

it("stores and returns every column of a price and its history, including automatic raises", async () => {
  const { partnerId, ctx } = await newOwner();
  await saveProduct(platform.system, { ...PRODUCT, code: "lifted" });
  const price = await setPrice(ctx, { partnerId, product: "lifted", amount: 600 });
  await saveProduct(platform.system, { ...PRODUCT, code: "lifted", floor: 700 });
  await expectFull("prices", Prisma.sql`partner_id = ${partnerId}`);
  await expectShown("prices", [price], ["partner_id", "product_id"]);
  const { data } = await listPriceChanges(ctx, { partnerId, ...PAGE, product: "lifted" });
  expect(data).toHaveLength(2);
  await expectFull("price_changes", Prisma.sql`partner_id = ${partnerId}`);
  await expectShown("price_changes", data, ["id", "partner_id", "product_id"]);
});

it("stores and returns every column of a payout, including adjustments", async () => {
  const { code, partnerId } = await newSale();
  await closePeriod(platform.system, { period: "2020-01" });
  const [closed] = (await listPayouts(platform.system, { partnerId, ...PAGE })).data;
  await importOne("charges", code, { ...CHARGE, externalId: "late" });
  const corrected = await correctPayout(platform.system, { payoutId: closed?.id ?? "" });
  const views = [closed ?? {}, await getPayout(platform.system, { payoutId: corrected?.id ?? "" })];
  const open = ["reference", "settled_at"];
  await expectFull("payouts", Prisma.sql`id = ${corrected?.id}`, open);
  await expectFull("payouts", Prisma.sql`id = ${closed?.id}`, [...open, "corrects_id"]);
  await expectShown("payouts", views, ["partner_id"]);
});

it("stores and returns every column of a limit request", async () => {
  const { partner, ctx } = await newOwner();
  const { key } = await platform.newKey(partner);
  const asked = { keyId: key.id, wantedPerMinute: 600, reason: "more shops" };
  const opened = await openLimitRequest(ctx, asked);
  const undecided = ["answer", "decided_at", "granted_per_minute"];
  await expectFull("limit_requests", Prisma.sql`id = ${opened.id}`, undecided);
  const views = [opened, ...(await listLimitRequests(ctx, { limit: 5 })).data];
  await expectShown("limit_requests", views, ["key_id", "partner_id"]);
});

it("stores and returns every column of a logged request", async () => {
  const partner = await platform.newPartner();
  const { key, plaintext } = await platform.newKey(partner, { scopes: [] });
  await setKeyLimit(platform.system, { keyId: key.id, perMinute: 1 });
  await platform.call("/me", { key: plaintext });
  const headers = { "x-request-id": "theirs" };
  await platform.call("/accounts/acc_1?limit=1", { key: plaintext, headers });
  await platform.wiring.recorder.flush();
  const { data } = await listRequests(platform.system, { partnerId: partner.id, ...PAGE });
  const views = [...data, await getRequest(platform.system, { requestId: data[0]?.id ?? "" })];
  await expectFull("request_log", Prisma.sql`partner_id = ${partner.id} AND status = 429`);
  await expectShown("request_log", views, ["key_id", "duration_us"]);
});

it("returns only the public columns of users, sessions, partners and imports", async () => {
  const { partnerId, ctx } = await newOwner();
  const members = await listMembers(ctx, { partnerId });
  const hidden = ["disabled_at", "email_key", "partner_id", "password_hash"];
  await expectShown("users", members, hidden);
  await expectShown("sessions", await listDevices(ctx), [
    "expires_at",
    "proved_at",
    "user_agent",
    "user_id",
  ]);
  const { data } = await listPartners(platform.system, { ...PAGE });
  await expectShown("partners", data, ["customer_count"]);
  const { partner } = await getPartner(ctx, { partnerId });
  const forOperators = ["created_at", "max_active_keys", "notes", "suspended_reason"];
  await expectShown("partners", [partner], [...forOperators, "customer_count"]);
  const { runId } = await newSale();
  const run = await getImport(platform.system, { runId });
  await expectShown("import_runs", [run], ["fingerprint", "last_rejected", "lifted", "moved_at"]);
});
