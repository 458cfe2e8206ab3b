import { expect, it } from "vitest";
import { Prisma } from "../../../prisma/client/client";
import { expectFull, expectShown } from "../../testing/columns";
import { platformForTests } from "../../testing/platform";
import { listCharges } from "../charges/queries";
import { createCustomer } from "../customers/mutations";
import { getCustomer, listCustomers } from "../customers/queries";
import type { CustomerCreate } from "../customers/schema";
import { beginImport, importBatch } from "../imports/mutations";
import { getImport } from "../imports/queries";
import type { ChargeRow } from "../imports/rows";
import type { ImportKind } from "../imports/schema";
import { issueKey, rotateKey, setKeyLimit } from "../keys/mutations";
import { getKey } from "../keys/queries";
import { openLimitRequest } from "../limit-requests/mutations";
import { listLimitRequests } from "../limit-requests/queries";
import { getPartner, listPartners } from "../partners/queries";
import { closePeriod } from "../payouts/close";
import { recalculatePayout } from "../payouts/mutations";
import { getPayout, listPayoutLines, listPayouts } from "../payouts/queries";
import { setPrice } from "../prices/mutations";
import { getPrice, listPriceChanges } from "../prices/queries";
import { saveProduct } from "../products/mutations";
import { getRequest, listRequests } from "../requests/queries";
import { listDevices } from "../sign-in/devices";
import { listMembers } from "../team/members";
import { createTerm } from "../terms/mutations";
import { listTerms } from "../terms/queries";
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
const CHARGE: Pick<
  Required<ChargeRow>,
  "externalId" | "customerExternalId" | "product" | "amount" | "currency" | "occurredAt"
> = {
  externalId: "x-1",
  customerExternalId: "crm-1",
  product: "basic",
  amount: 1_999,
  currency: "EUR",
  occurredAt: new Date("2020-01-15T12:00:00Z"),
};
const PAGE = { limit: 100 };
/** The columns that note which ends of keys were reported. */
const NOTICES = ["end_told_at", "expiry_told_days", "expiry_told_for"];

const platform = await platformForTests();
await saveProduct(platform.system, PRODUCT);

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

it("stores and returns every column of a customer, whichever way it was created", async () => {
  const { partnerId, customerId } = await newSale();
  const other = await platform.newPartner();
  const made = await createCustomer(platform.system, { partnerId: other.id, ...CUSTOMER });
  const { data } = await listCustomers(platform.system, { partnerId, ...PAGE });
  const views = [made, await getCustomer(platform.system, { customerId }), ...data];
  for (const view of views) expect(view).toMatchObject(CUSTOMER);
  const since = ["anonymized_at", "closed_at", "suspended_at"];
  await expectFull(platform, "customers", Prisma.sql`id IN (${made.id}, ${customerId})`, since);
  await expectShown(platform, "customers", views, ["partner_id", "email_key"]);
});

it("stores and returns every column of a charge", async () => {
  const { code, partnerId, customerId } = await newSale();
  await closePeriod(platform.system, { period: "2020-01" });
  const { currency, occurredAt } = CHARGE;
  const late = { type: "refund", amount: 1, currency, occurredAt };
  await importOne("charges", code, { ...late, externalId: "r", chargeExternalId: "x-1" });
  const reversal = { type: "refund_reversal", externalId: "v", refundExternalId: "r" };
  await importOne("charges", code, { ...late, ...reversal });
  const { data } = await listCharges(platform.system, { ...PAGE, partnerId });
  const { customerExternalId: _, ...fields } = CHARGE;
  const charge = data.find(({ type }) => type === "charge");
  expect(charge).toMatchObject({ ...fields, accountId: customerId });
  const byType = (type: string) => Prisma.sql`customer_id = ${customerId} AND type::text = ${type}`;
  await expectFull(platform, "charges", byType("charge"), ["charge_id", "refund_id", "payout_id"]);
  await expectFull(platform, "charges", byType("refund"), ["refund_id"]);
  await expectFull(platform, "charges", byType("refund_reversal"));
  // The customer is called `accountId`, and the product is shown by its code.
  await expectShown(platform, "charges", data, ["customer_id", "product_id"]);
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
  await expectFull(platform, "products", Prisma.sql`code IN ('entered', 'imported')`, [
    "archived_at",
  ]);
  await expectShown(platform, "products", [entered], []);
  const { id } = await platform.newPartner();
  expect(await getPrice(platform.system, { partnerId: id, product: "imported" })).toMatchObject({
    floor: 500,
    amount: 900,
  });
});

it("stores and returns every column of a key, and copies it when the key is rotated", async () => {
  const { partnerId, ctx } = await newOwner();
  const expiresAt = new Date("2099-01-01");
  const allowedNetworks = ["10.0.0.0/8"];
  const input = { label: "Billing", scopes: [], expiresAt, perMinute: 900, allowedNetworks };
  const { key } = await issueKey(platform.system, { partnerId, ...input });
  const { key: successor } = await rotateKey(ctx, { keyId: key.id });
  const unused = ["last_used_address", "last_used_at", "leaked_at"];
  const alive = [...unused, "retires_at", "revoked_at", "revoked_by"];
  await expectFull(platform, "api_keys", Prisma.sql`id = ${successor.id}`, [...alive, ...NOTICES]);
  await expectShown(
    platform,
    "api_keys",
    [successor, await getKey(ctx, { keyId: key.id })],
    [...NOTICES, "hash", "retires_at"],
  );
  const { id, head, tail, createdAt, createdBy, replacesId, ...kept } = successor;
  expect(key).toMatchObject(kept);
});

it("stores and returns every column of a price and its history, including automatic raises", async () => {
  const { partnerId, ctx } = await newOwner();
  await saveProduct(platform.system, { ...PRODUCT, code: "lifted" });
  const price = await setPrice(ctx, { partnerId, product: "lifted", amount: 600 });
  await saveProduct(platform.system, { ...PRODUCT, code: "lifted", floor: 700 });
  await expectFull(platform, "prices", Prisma.sql`partner_id = ${partnerId}`);
  await expectShown(platform, "prices", [price], ["partner_id", "product_id"]);
  const { data } = await listPriceChanges(ctx, { partnerId, ...PAGE, product: "lifted" });
  expect(data).toHaveLength(2);
  await expectFull(platform, "price_changes", Prisma.sql`partner_id = ${partnerId}`);
  await expectShown(platform, "price_changes", data, ["id", "partner_id", "product_id"]);
});

it("stores and returns every column of a payout, including adjustments", async () => {
  const { code, partnerId } = await newSale();
  await closePeriod(platform.system, { period: "2020-01" });
  const [closed] = (await listPayouts(platform.system, { partnerId, ...PAGE })).data;
  await importOne("charges", code, { ...CHARGE, externalId: "late" });
  expect(await recalculatePayout(platform.system, { payoutId: closed?.id ?? "" })).toBeNull();
  const [corrected] = (await listPayouts(platform.system, { partnerId, ...PAGE })).data;
  const views = [closed ?? {}, await getPayout(platform.system, { payoutId: corrected?.id ?? "" })];
  const open = ["reference", "settled_at"];
  await expectFull(platform, "payouts", Prisma.sql`id = ${corrected?.id}`, open);
  await expectFull(platform, "payouts", Prisma.sql`id = ${closed?.id}`, [...open, "corrects_id"]);
  await expectShown(platform, "payouts", views, ["partner_id"]);
  const lines = await listPayoutLines(platform.system, { payoutId: closed?.id ?? "", ...PAGE });
  await expectFull(platform, "payout_lines", Prisma.sql`payout_id = ${closed?.id}`);
  const inLines = ["payout_id", "position", "product_id"];
  await expectShown(platform, "payout_lines", lines.data, inLines);
});

it("stores and returns every column of a term", async () => {
  const { partnerId, ctx } = await newOwner();
  const term = { product: PRODUCT.code, fromMonth: "2030-01", percent: 12.5 };
  const made = await createTerm(platform.system, { partnerId, ...term });
  await expectFull(platform, "terms", Prisma.sql`id = ${made.id}`);
  const { data } = await listTerms(ctx, { partnerId, ...PAGE });
  await expectShown(platform, "terms", [made, ...data], ["partner_id", "product_id"]);
});

it("stores and returns every column of a limit request", async () => {
  const { partner, ctx } = await newOwner();
  const { key } = await platform.newKey(partner);
  const asked = { keyId: key.id, wantedPerMinute: 600, reason: "more shops" };
  const opened = await openLimitRequest(ctx, asked);
  const undecided = ["answer", "decided_at", "granted_per_minute"];
  await expectFull(platform, "limit_requests", Prisma.sql`id = ${opened.id}`, undecided);
  const views = [opened, ...(await listLimitRequests(ctx, { limit: 5 })).data];
  await expectShown(platform, "limit_requests", views, ["key_id", "partner_id"]);
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
  await expectFull(
    platform,
    "request_log",
    Prisma.sql`partner_id = ${partner.id} AND status = 429`,
    ["error_message"],
  );
  await expectShown(platform, "request_log", views, ["key_id", "duration_us", "is_product"]);
});

it("returns only the public columns of users, sessions, partners and imports", async () => {
  const { partnerId, ctx } = await newOwner();
  const members = await listMembers(ctx, { partnerId });
  const hidden = ["created_at", "disabled_at", "email_key", "partner_id", "password_hash"];
  await expectShown(platform, "users", members, hidden);
  await expectShown(platform, "sessions", await listDevices(ctx), [
    "expires_at",
    "proved_at",
    "user_agent",
    "user_id",
  ]);
  const { data } = await listPartners(platform.system, { ...PAGE });
  // `user_count` is the difference, and `revshare_pct` the term of this month.
  const sources = ["closed_customer_count", "customer_count", "own_terms"];
  await expectShown(platform, "partners", data, sources);
  const { partner } = await getPartner(ctx, { partnerId });
  const forOperators = [
    "created_at",
    "max_active_keys",
    "notes",
    "suspended_reason",
    "terminated_at",
  ];
  const transferTerms = ["hold_days", "minimum_payout", "tax_note"];
  const operatorsOnly = [...forOperators, ...transferTerms, ...sources];
  await expectShown(platform, "partners", [partner], operatorsOnly);
  const { runId } = await newSale();
  const run = await getImport(platform.system, { runId });
  await expectShown(
    platform,
    "import_runs",
    [run],
    ["fingerprint", "last_rejected", "lifted", "moved_at"],
  );
});
