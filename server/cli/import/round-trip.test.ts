import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { createCustomer } from "../../core/customers/mutations";
import { beginImport, importBatch } from "../../core/imports/mutations";
import { ImportKind } from "../../core/imports/schema";
import { EXPORTS } from "../../export/exports";
import { handleExport } from "../../export/http";
import { platformForTests } from "../../testing/platform";
import { batchesOf } from "./batches";
import { readRecords } from "./records";

/**
 * The lists that can be both exported and imported. The export of charges is a report: its amounts
 * are decimals that add up, negative for refunds, and imports take positive minor units.
 */
const KINDS = ImportKind.options.filter(
  (kind) => kind !== "charges" && Object.hasOwn(EXPORTS, kind),
);
const TEXTS = ["=1+1", "'=1+1", "a;=1", 'say "=1", twice', "-5", "O'Neill", "{}", " @x", "Åsa"];

const platform = await platformForTests();
const partner = await platform.newPartner();
const actor = (await platform.newPerson(partner, "owner")).actor;
for (const [at, text] of TEXTS.entries()) {
  await createCustomer(platform.system, {
    partnerId: partner.id,
    email: `Person${at}@example.com`,
    name: at % 2 === 0 ? text : null,
    externalId: at % 3 === 0 ? `crm ${text}` : null,
    metadata: at % 4 === 3 ? {} : { [`key ${at}`]: text, lines: "two\n=lines\tand a tab", " ": "" },
  });
}

async function exported(kind: ImportKind): Promise<string> {
  const request = new Request(`http://latchkey.test/api/export/${kind}?partner=${partner.code}`);
  const { core } = platform.wiring;
  const response = await handleExport(request, kind, { core, actor, address: null });
  expect(response.status).toBe(200);
  return response.text();
}

async function imported(kind: ImportKind, csv: string) {
  const begin = { kind, partner: partner.code, fileHash: null };
  const { runId } = await beginImport(platform.system, begin);
  const counts = { imported: 0, existing: 0, rejected: [] as unknown[] };
  for await (const batch of batchesOf(
    readRecords(kind, "csv", Readable.from([Buffer.from(csv)])),
    0,
  )) {
    const of = { kind, partner: partner.code, runId };
    const outcome = await importBatch(platform.system, { ...of, ...batch });
    counts.imported += outcome.imported;
    counts.existing += outcome.existing;
    counts.rejected.push(...outcome.rejected);
  }
  return counts;
}

it("covers the customers", () => {
  expect(KINDS).toContain("customers");
});

it.each(KINDS)("an export of %s can be imported again unchanged", async (kind) => {
  const csv = await exported(kind);
  const count = TEXTS.length;
  expect(await imported(kind, csv)).toEqual({ imported: 0, existing: count, rejected: [] });
  await platform.wiring.core.transact((tx) =>
    tx.customer.deleteMany({ where: { partnerId: partner.id } }),
  );
  expect(await imported(kind, csv)).toEqual({ imported: count, existing: 0, rejected: [] });
  expect(await exported(kind)).toBe(csv);
});

it("rejects a customer whose ID belongs to another customer", async () => {
  const other = await platform.newPartner();
  const { id } = await createCustomer(platform.system, {
    partnerId: other.id,
    email: "other@example.com",
    metadata: {},
  });
  const csv = `id,email\n${id},third@example.com\n`;
  expect(await imported("customers", csv)).toMatchObject({
    imported: 0,
    rejected: [{ line: 2, reason: expect.stringContaining(`${id} is another partner's`) }],
  });
});

it("says which customer has a part of a line, without repeating what it is called", async () => {
  const { id } = await createCustomer(platform.system, {
    partnerId: partner.id,
    email: "renamed@example.com",
    externalId: "crm-1",
    metadata: {},
  });
  const nameless = { partnerId: partner.id, email: "nameless@example.com", metadata: {} };
  const { id: other } = await createCustomer(platform.system, nameless);
  const csv = [
    "id,email,external_id",
    ",before@example.com,crm-1",
    ",renamed@example.com,crm-2",
    `${other},renamed@example.com,crm-1`,
    ",nameless@example.com,crm-3",
    ",nameless@example.com,",
    `${other},new@example.com,crm-4`,
    ",RENAMED@example.com,crm-1",
  ].join("\n");
  const said = (column: string, of: string, others: string) =>
    `${column}: Customer ${of} has the same, but not this ${others}. Change that customer, or this line.`;
  const { rejected, existing } = await imported("customers", csv);
  expect(existing).toBe(2);
  expect(rejected).toEqual([
    { line: 2, reason: said("external_id", id, "email") },
    { line: 3, reason: said("email", id, "external_id") },
    { line: 4, reason: said("email and external_id", id, "id") },
    { line: 5, reason: said("email", other, "external_id") },
    { line: 7, reason: said("id", other, "email and external_id") },
  ]);
});
