import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { createCustomer } from "../core/customers/mutations";
import { beginImport, importBatch } from "../core/imports/mutations";
import type { Actor } from "../core/kernel/actor";
import { newId } from "../core/kernel/ids";
import { changePayoutDetails } from "../core/payout-details/mutations";
import { GIVEN } from "../core/payout-details/testing/given";
import { setPrice } from "../core/prices/mutations";
import { saveProduct } from "../core/products/mutations";
import { DETAILS, payingPlatformForTests, transfersOf } from "../core/transfers/testing/owed";
import { EXPORTS } from "./exports";
import { handleExport } from "./http";

type Who = "nobody" | "viewer" | "developer" | "owner" | "operator" | "owner of another partner";
const ALL_CALLERS: Who[] = [
  "nobody",
  "viewer",
  "developer",
  "owner",
  "operator",
  "owner of another partner",
];
const OWN = "own@example.com";
const PLATFORM =
  "platform-audit platform-charges platform-payouts platform-transfers import-rejections".split(
    " ",
  );

const actors = new Map<Who, Actor | null>([["nobody", null]]);
const platform = await payingPlatformForTests();
const partner = await platform.newPartner();
for (const role of ["viewer", "developer", "owner"] as const) {
  actors.set(role, (await platform.newPerson(partner, role)).actor);
}
const other = await platform.newPartner();
actors.set("owner of another partner", (await platform.newPerson(other, "owner")).actor);
actors.set("operator", (await platform.newOperator()).actor);
await newPayout(OWN);
await newTransfer(32_109);
const runId = await newImport(OWN);
const product = { code: "basic", name: "Basic", floor: 500, defaultRetail: 900 };
const { id: productId } = await saveProduct(platform.system, { ...product, currency: "EUR" });
await setPrice(platform.system, { partnerId: partner.id, product: "basic", amount: 77_777 });
const { plaintext } = await platform.newKey(partner, { label: OWN });
await platform.call("/me", { key: plaintext });
await platform.wiring.recorder.flush();
const payer = { email: OWN, name: "=cmd", metadata: { note: "=1+1" } };
const input = { partnerId: partner.id, ...payer };
const { id: customerId } = await createCustomer(platform.system, input);
const charge = { id: newId("charge"), externalId: "c-1", amount: 55_555, currency: "EUR" };
const data = { ...charge, customerId, productId, partnerId: partner.id, occurredAt: new Date() };
await platform.wiring.core.transact((tx) => tx.charge.create({ data }));

async function newPayout(reference: string) {
  const sums = { currency: "EUR", gross: 1_999, revsharePct: 20, amount: 400 };
  const at = new Date("2020-01-02T03:04:05.006Z");
  const own = { id: newId("payout"), partnerId: partner.id, createdAt: at, settledAt: at };
  const data = { ...own, ...sums, period: "2019-12", status: "paid", reference } as const;
  await platform.wiring.core.transact((tx) => tx.payout.create({ data }));
}

async function newTransfer(amount: number) {
  const { system } = platform;
  const partnerId = partner.id;
  await changePayoutDetails(system, { partnerId, ...DETAILS });
  const sums = { currency: "EUR", gross: amount, revsharePct: 100, amount };
  const own = { id: newId("payout"), partnerId, createdAt: new Date(), period: "2019-11" };
  await platform.wiring.core.transact((tx) => tx.payout.create({ data: { ...own, ...sums } }));
  await transfersOf(system, partnerId).transferDue();
}

async function newImport(reason: string): Promise<string> {
  const kind = { kind: "customers", partner: null } as const;
  const { runId } = await beginImport(platform.system, { ...kind, fileHash: null });
  const lines = { afterLine: 0, throughLine: 2, lines: [], unreadable: [{ line: 2, reason }] };
  await importBatch(platform.system, { ...kind, runId, ...lines });
  return runId;
}

/** Requests an export: of the partner, or of the platform for platform exports. */
async function save(path: string, who: Who, headers: Record<string, string> = {}) {
  const [name = "", filter = ""] = path.split("?");
  const own = PLATFORM.includes(name) ? "" : `partner=${partner.code}&`;
  const query = own + filter;
  const request = new Request(`http://latchkey.test/api/export/${name}?${query}`, { headers });
  const actor = actors.get(who) ?? null;
  const { core } = platform.wiring;
  return handleExport(request, name, { core, actor, address: null });
}

async function rowsOf(response: Response): Promise<Record<string, string>[]> {
  expect(response.status).toBe(200);
  return parse(await response.text(), { bom: true, columns: true });
}

/** For each export: the roles that get it, and a text of the partner's own row in it. */
type Row = {
  withOwn: [Who, ...Who[]];
  own?: string;
  /** A required filter. */
  filter?: () => string;
};
const OF_PARTNER: Row = { withOwn: ["viewer", "developer", "owner", "operator"] };
const TABLE: Record<string, Row> = {
  customers: OF_PARTNER,
  charges: OF_PARTNER,
  "api-keys": OF_PARTNER,
  audit: OF_PARTNER,
  metrics: { ...OF_PARTNER, own: "555.55" },
  prices: { ...OF_PARTNER, own: "777.77" },
  requests: OF_PARTNER,
  payouts: OF_PARTNER,
  transfers: { ...OF_PARTNER, own: "321.09" },
  "platform-audit": { withOwn: ["operator"] },
  "platform-charges": { withOwn: ["operator"] },
  "platform-payouts": { withOwn: ["operator"] },
  "platform-transfers": { withOwn: ["operator"], own: "321.09" },
  "import-rejections": { withOwn: ["operator"], filter: () => `runId=${runId}` },
};

it("the table lists the access rule of every export", () => {
  expect(Object.keys(EXPORTS).sort()).toEqual(Object.keys(TABLE).sort());
});

describe.each(Object.entries(TABLE))("%s", (name, { withOwn, own = OWN, filter }) => {
  const path = (more = "") =>
    `${name}?${[filter?.() ?? [], more].flat().filter(Boolean).join("&")}`;
  const [reader] = withOwn;

  it.each(ALL_CALLERS)("responds to %s as the table says", async (who) => {
    const response = await save(path(), who);
    if (withOwn.includes(who)) return expect(await response.text()).toContain(own);
    expect(await response.text()).not.toContain(own);
    const refused = PLATFORM.includes(name) ? 403 : 404;
    expect(response.status).toBe(who === "nobody" ? 401 : refused);
  });

  it("rejects unknown and repeated filters", async () => {
    expect((await save(path("nonsense=1"), reader)).status).toBe(422);
    expect((await save(path("x=1&x=1"), reader)).status).toBe(400);
    expect((await save(path("x=%00"), reader)).status).toBe(400);
  });

  it("can't be downloaded by a page of another site", async () => {
    for (const site of ["cross-site", "same-site"]) {
      expect((await save(path(), reader, { "sec-fetch-site": site })).status).toBe(403);
    }
    expect((await save(path(), reader, { "sec-fetch-site": "same-origin" })).status).toBe(200);
  });
});

it("responds 404 to an unknown export, whatever its name", async () => {
  for (const name of ["nonsense", "constructor", "__proto__"]) {
    expect((await save(name, "owner")).status).toBe(404);
  }
});

it("records each export in the audit log, with filter names but not their values", async () => {
  const reader = (await platform.newPerson(partner, "viewer")).actor;
  const context = { core: platform.wiring.core, address: "192.0.2.9" };
  const ask = async (query: string, actor = reader) => {
    const own = `partner=${partner.code}&${query}`;
    const request = new Request(`http://latchkey.test/api/export/customers?${own}`);
    return handleExport(request, "customers", { ...context, actor });
  };
  const rows = () =>
    platform.system.db.auditEvent.findMany({
      where: { action: "list.exported", address: "192.0.2.9" },
    });
  expect((await ask("search=secret")).status).toBe(200);
  expect((await ask("nonsense=1")).status).toBe(422);
  expect(await rows()).toMatchObject([
    {
      partnerId: partner.id,
      actorKind: "user",
      subject: "customers",
      detail: { list: "customers", filters: ["search"] },
    },
  ]);
  // Nothing is sent if the export can't be recorded.
  const transact = () => Promise.reject(new Error("the disk is full"));
  const core = { ...platform.wiring.core, transact };
  const request = new Request("http://latchkey.test/api/export/customers");
  const broken = { ...context, core, actor: reader };
  expect((await handleExport(request, "customers", broken)).status).toBe(500);
});

it("records an operator's first export of a partner in its audit log, and filters a platform list by partner", async () => {
  const other = await platform.newPartner();
  const operator = actors.get("operator") ?? null;
  const ask = (name: string) => {
    const request = new Request(`http://latchkey.test/api/export/${name}?partner=${other.code}`);
    return handleExport(request, name, { ...context(), actor: operator });
  };
  expect(await (await ask("customers")).text()).not.toContain(OWN);
  expect((await ask("platform-audit")).status).toBe(403);
  const views = { partnerId: other.id, action: "partner.viewed" };
  expect(await platform.system.db.auditEvent.count({ where: views })).toBe(1);
  const exported = { partnerId: other.id, action: "list.exported" };
  expect(await platform.system.db.auditEvent.findMany({ where: exported })).toMatchObject([
    { actorKind: "operator", subject: "customers" },
  ]);
});

it("treats an unknown partner like another partner's", async () => {
  const actor = actors.get("owner of another partner") ?? null;
  const ask = (code: string) => {
    const request = new Request(`http://latchkey.test/api/export/customers?partner=${code}`);
    return handleExport(request, "customers", { ...context(), actor });
  };
  const [theirs, unknown] = [await ask(partner.code), await ask("no-such-partner")];
  expect([theirs.status, await theirs.text()]).toEqual([unknown.status, await unknown.text()]);
});

it("exports transfers with their statement numbers, and never the account that they are paid to", async () => {
  const response = await save("transfers?status=pending&currency=EUR", "owner");
  const text = await response.clone().text();
  for (const part of [GIVEN.iban.slice(-6), GIVEN.holder]) expect(text).not.toContain(part);
  const [row] = await rowsOf(response);
  expect(row).toMatchObject({ statement_number: "1", amount: "321.09", reference: "" });
  expect(await rowsOf(await save("transfers?status=paid", "owner"))).toEqual([]);
  const named = `platform-transfers?partnerId=${(await platform.newPartner()).id}`;
  expect(await rowsOf(await save(named, "operator"))).toEqual([]);
});

it("lets operators export the payouts of all partners or of one", async () => {
  const named = `platform-payouts?partnerId=${(await platform.newPartner()).id}`;
  expect(await rowsOf(await save(named, "operator"))).toEqual([]);
  const own = await save(`platform-payouts?partnerId=${partner.id}`, "operator");
  expect((await rowsOf(own)).map(({ reference }) => reference)).toEqual(["", OWN]);
});

const context = () => ({ core: platform.wiring.core, address: null });

it("is a CSV file for spreadsheets that no cache stores", async () => {
  const { headers } = await save("customers", "owner");
  expect(headers.get("content-type")).toContain("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toMatch(
    /^attachment; filename="customers-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(headers.get("cache-control")).toBe("no-store");
  const bytes = new Uint8Array(await (await save("customers", "owner")).arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});

it("leaves compression to the server, because Next removes Content-Encoding", async () => {
  const plain = await (await save("metrics", "owner")).text();
  const response = await save("metrics", "owner", { "accept-encoding": "gzip, deflate, br" });
  expect(response.headers.get("content-encoding")).toBeNull();
  expect(await response.text()).toBe(plain);
});

it("formats amounts as decimals of their currency, and times in UTC", async () => {
  const [row] = await rowsOf(await save("payouts?status=paid", "owner"));
  expect(row).toMatchObject({
    period: "2019-12",
    currency: "EUR",
    gross: "19.99",
    revshare_pct: "20",
    percent_min: "20",
    percent_max: "20",
    amount: "4.00",
    status: "paid",
    settled_at: "2020-01-02T03:04:05.006Z",
  });
  expect(await rowsOf(await save("payouts?status=failed", "owner"))).toEqual([]);
});
