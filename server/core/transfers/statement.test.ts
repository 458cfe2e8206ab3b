import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { steppingClock } from "../../testing/platform";
import { changeIssuer } from "../issuer/mutations";
import type { IssuerChange } from "../issuer/schema";
import type { Tx } from "../kernel/actor";
import { newId } from "../kernel/ids";
import { updatePartner } from "../partners/mutations";
import { saveProduct } from "../products/mutations";
import { getStatement } from "./statement";
import { statementCsv } from "./statement-csv";
import { MAX_STATEMENT_LINES } from "./statement-schema";
import { newPayee, payingPlatformForTests } from "./testing/owed";

const clock = steppingClock(new Date("2026-03-15T10:00:00Z"));
const platform = await payingPlatformForTests(clock);

const ISSUER: IssuerChange = {
  name: "Latchkey GmbH",
  address: "Hauptstr. 1\n10115 Berlin",
  taxNumber: "DE123456789",
  email: "billing@latchkey.example",
  numberPrefix: "LK-",
  taxNote: "Reverse charge.",
};

const statementOf = (transferId: string) => getStatement(platform.system, { transferId });

type Given = { period: string; share: number; currency?: string; correctsId?: string };
type Line = { productId: string; share: bigint };

/** Adds a payout with lines, as a closed month has them. */
async function newPayout(partnerId: string, given: Given, lines: Line[] = []): Promise<string> {
  const createdAt = platform.system.clock.now();
  const { period, share, currency = "EUR", correctsId = null } = given;
  const sums = { gross: share * 5, revsharePct: 20, amount: share };
  const id = newId("payout", createdAt.getTime());
  await platform.wiring.core.transact(async (tx) => {
    const own = { id, partnerId, period, currency, correctsId, createdAt };
    await tx.payout.create({ data: { ...own, ...sums } });
    const rows = lines.map((line, position) => ({
      payoutId: id,
      position,
      percent: 20,
      charges: line.share * 5n,
      refunded: 0n,
      ...line,
    }));
    await tx.payoutLine.createMany({ data: rows });
  });
  return id;
}

const newProduct = (code: string, name: string) =>
  saveProduct(platform.system, { code, name, floor: 1, defaultRetail: 2, currency: "EUR" });

it("lists what is carried over, the latest month and adjustments, which add up to the total", async () => {
  await changeIssuer(platform.system, ISSUER);
  const { partnerId, transferDue, mark } = await newPayee(platform);
  const basic = await newProduct("s-basic", "Basic");
  const plus = await newProduct("s-plus", "Plus");
  await newPayout(partnerId, { period: "2025-12", share: -250 });
  const january = await newPayout(partnerId, { period: "2026-01", share: 1_000 }, [
    { productId: plus.id, share: 400n },
    { productId: basic.id, share: 600n },
  ]);
  await newPayout(partnerId, { period: "2026-01", share: -50, correctsId: january }, [
    { productId: basic.id, share: -50n },
  ]);
  const { id, statementNumber } = await transferDue();
  await mark(id, "paid", "SEPA 1");
  const statement = await statementOf(id);
  expect(statement).toMatchObject({
    number: `LK-${statementNumber}`,
    period: { from: "2025-12", to: "2026-01" },
    status: "paid",
    reference: "SEPA 1",
    issuer: { name: "Latchkey GmbH", taxNumber: "DE123456789" },
    recipient: {
      name: "Acme Hosting GmbH",
      account: "DE89 •••• •••• 3000",
      taxNumber: "•••• 7980",
    },
    carriedOver: -250,
    payouts: 1_000,
    adjustments: -50,
    total: 700,
    totalInWords: "Seven euros and 00/100",
    taxNote: "Reverse charge.",
  });
  const shown = statement.lines.map(({ kind, product, share }) => [kind, product?.code, share]);
  expect(shown).toEqual([
    ["carried_over", undefined, -250],
    ["payout", "s-basic", 600],
    ["payout", "s-plus", 400],
    ["adjustment", "s-basic", -50],
  ]);
  expect(JSON.stringify(statement)).not.toMatch(/370400440532013000|DE811907980/);
});

it("has the partner's own text about taxes, that of the time of its transfer", async () => {
  await changeIssuer(platform.system, ISSUER);
  const { partnerId, owe, transferDue } = await newPayee(platform);
  const noteOf = async () => {
    await owe(100);
    const { id } = await transferDue();
    return async () => (await statementOf(id)).taxNote;
  };
  const set = (taxNote: string) => updatePartner(platform.system, { partnerId, taxNote });
  const first = await noteOf();
  await set("Exempt: Art. 132.\nNo VAT.");
  const second = await noteOf();
  await set("");
  const third = await noteOf();
  const texts = await Promise.all([first, second, third].map((read) => read()));
  expect(texts).toEqual(["Reverse charge.", "Exempt: Art. 132.\nNo VAT.", "Reverse charge."]);
  // Others keep the issuer's.
  const other = await newPayee(platform);
  await other.owe(100);
  const { id } = await other.transferDue();
  expect((await statementOf(id)).taxNote).toBe("Reverse charge.");
  const { transact } = platform.wiring.core;
  const data = { taxNote: "Edited." };
  await expect(transact((tx) => tx.transfer.update({ where: { id }, data }))).rejects.toThrow(
    /never edited/,
  );
});

it("keeps what it says when the issuer, a product or the payout details change", async () => {
  const { partnerId, transferDue } = await newPayee(platform);
  const product = await newProduct("s-kept", "Before");
  await newPayout(partnerId, { period: "2026-01", share: 100 }, [
    { productId: product.id, share: 100n },
  ]);
  const { id } = await transferDue();
  const before = await statementOf(id);
  await changeIssuer(platform.system, { ...ISSUER, name: "Other GmbH", taxNote: null });
  await saveProduct(platform.system, {
    code: "s-kept",
    name: "After",
    floor: 1,
    defaultRetail: 2,
    currency: "EUR",
  });
  expect(await statementOf(id)).toEqual(before);
  expect(before.lines[0]?.product?.name).toBe("Before");
  await changeIssuer(platform.system, ISSUER);
});

it("the database gives a transfer the newest issuer, and refuses to edit what statements say", async () => {
  const { owe, transferDue } = await newPayee(platform);
  await owe(100);
  const { id } = await transferDue();
  const { transact } = platform.wiring.core;
  const newest = await platform.system.db.issuer.findFirst({ orderBy: { version: "desc" } });
  const row = await platform.system.db.transfer.findUniqueOrThrow({ where: { id } });
  expect(row.issuerVersion).toBe(newest?.version);
  const edits: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => tx.issuer.updateMany({ data: { name: "x" } }),
    (tx) => tx.issuer.deleteMany(),
    (tx) => tx.transfer.update({ where: { id }, data: { issuerVersion: null } }),
  ];
  for (const edit of edits) await expect(transact(edit)).rejects.toThrow(/never edited/);
});

it("sums by month what would be too many lines, in one currency without decimals", async () => {
  const { partnerId, transferDue } = await newPayee(platform);
  const { transact } = platform.wiring.core;
  const products = Array.from({ length: MAX_STATEMENT_LINES + 1 }, (_, index) => ({
    id: newId("product"),
    code: `many-${index}`,
    name: `=SUM(${index})`,
    floor: 1n,
    defaultRetail: 2n,
    currency: "JPY",
    createdAt: clock.now(),
    updatedAt: clock.now(),
  }));
  await transact((tx) => tx.product.createMany({ data: products }));
  const lines = products.map(({ id: productId }) => ({ productId, share: 2n }));
  const share = 2 * lines.length;
  await newPayout(partnerId, { period: "2026-01", share, currency: "JPY" }, lines);
  const whole = await statementOf((await transferDue("JPY")).id);
  expect(whole.lines).toMatchObject([{ kind: "payout", product: null, percent: null, share }]);
  expect(whole.totalInWords).toBe("Four thousand two Japanese yen");
  await newPayout(
    partnerId,
    { period: "2026-02", share: share - 2, currency: "JPY" },
    lines.slice(1),
  );
  const full = await statementOf((await transferDue("JPY")).id);
  expect(full.lines).toHaveLength(MAX_STATEMENT_LINES);
  const rows: Record<string, string>[] = parse(statementCsv(full), { bom: true, columns: true });
  expect(rows[0]).toMatchObject({ product_name: "'=SUM(1)", share: "2", currency: "JPY" });
  expect(rows.reduce((sum, row) => sum + Number(row.share), 0)).toBe(full.total);
});

it("exists for a transfer from before there was an issuer, and without readable payout details", async () => {
  const { partner, owe, transferDue, cancel } = await newPayee(platform);
  await owe(100);
  const { id } = await transferDue();
  await cancel(id);
  await platform.wiring.core.transact(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.$executeRaw`UPDATE transfers SET issuer_version = NULL WHERE id = ${id}`;
  });
  const { seals } = platform.system.payoutDetails;
  const unreadable = { ...platform.system.payoutDetails, seals: { ...seals, open: () => null } };
  const context = { ...platform.system, payoutDetails: unreadable };
  const statement = await getStatement(context, { transferId: id });
  expect(statement).toMatchObject({
    status: "canceled",
    issuer: { name: "Latchkey GmbH" },
    recipient: { name: partner.name, address: null, account: null },
  });
  // Another issuer is a later version, so the first one stays what such statements say.
  await changeIssuer(platform.system, { ...ISSUER, name: "Later" });
  expect(await getStatement(context, { transferId: id })).toEqual(statement);
});

it("twenty changes of the issuer at once are at most twenty versions, and a repeat is none", async () => {
  const changes = Array.from({ length: 20 }, (_, index) => ({ ...ISSUER, name: `Name ${index}` }));
  await Promise.all(changes.map((input) => changeIssuer(platform.system, input)));
  const count = () => platform.system.db.issuer.count();
  const before = await count();
  await Promise.all(changes.map(() => changeIssuer(platform.system, { ...ISSUER, name: "Same" })));
  expect(await count()).toBe(before + 1);
});

it("is found only by its partner and operators", async () => {
  const { owe, transferDue } = await newPayee(platform);
  await owe(100);
  const { id: transferId } = await transferDue();
  const other = await platform.newPerson(await platform.newPartner(), "owner");
  const missing = expect.objectContaining({ code: "not_found" });
  await expect(getStatement(platform.as(other.actor), { transferId })).rejects.toEqual(missing);
  for (const id of ["", "tr_x", newId("transfer")]) {
    await expect(statementOf(id)).rejects.toEqual(missing);
  }
});
