import { createHash, randomUUID } from "node:crypto";
import { type Platform, platformForTests } from "../../../testing/platform";
import type { Clock } from "../../kernel/actor";
import { newId } from "../../kernel/ids";
import { saveProduct } from "../../products/mutations";
import { beginImport, importBatch } from "../mutations";

/** Like platformForTests(), but with the products `basic`, in euros, and `usd`, in dollars. */
export async function shopForTests(clock: Clock): Promise<Platform> {
  const platform = await platformForTests({ clock });
  const product = { code: "basic", name: "Basic", floor: 0, defaultRetail: 0, currency: "EUR" };
  await saveProduct(platform.system, product);
  await saveProduct(platform.system, { ...product, code: "usd", currency: "USD" });
  return platform;
}

const TIMES = { occurred_at: "2026-03-01T12:00:00Z" };

/** Lines of a file of charges. */
export const charge = (n: string, amount: number, more = {}) => ({
  external_id: n,
  customer_external_id: "c-1",
  product: "basic",
  amount,
  ...TIMES,
  ...more,
});
export const refund = (n: string, of: string, amount: number, more = {}) => ({
  external_id: n,
  type: "refund",
  charge_external_id: of,
  amount,
  ...TIMES,
  ...more,
});
export const reversal = (n: string, of: string, amount: number, more = {}) => ({
  external_id: n,
  type: "refund_reversal",
  refund_external_id: of,
  amount,
  ...TIMES,
  ...more,
});

/** Imports records as the only batch of a new run; returns the reasons of the rejected lines. */
async function sendCharges(platform: Platform, partner: string, records: object[]) {
  const fileHash = createHash("sha256").update(randomUUID()).digest("hex");
  const begin = { kind: "charges" as const, partner, fileHash };
  const { runId } = await beginImport(platform.system, begin);
  const lines = records.map((record, index) => ({ line: index + 1, record }));
  const batch = { kind: "charges" as const, partner, runId, lines };
  const at = { afterLine: 0, throughLine: lines.length, unreadable: [] };
  const { imported, existing, rejected } = await importBatch(platform.system, { ...batch, ...at });
  return { imported, existing, reasons: rejected.map(({ reason }) => reason) };
}

/** A partner with the customers c-1 and c-2. */
export async function newSeller(platform: Platform) {
  const { id: partnerId, code } = await platform.newPartner();
  const ids = [newId("customer"), newId("customer")];
  const data = ids.map((id, index) => ({
    id,
    partnerId,
    createdAt: new Date("2026-01-01"),
    externalId: `c-${index + 1}`,
    email: `c-${index + 1}@example.com`,
    emailKey: `c-${index + 1}@example.com`,
  }));
  await platform.wiring.core.transact((tx) => tx.customer.createMany({ data }));
  const { db } = platform.system;
  const idOf = async (externalId: string) =>
    (await db.charge.findFirst({ where: { partnerId, externalId } }))?.id ?? "";
  const refunded = async (of: string) => {
    const rows = await db.charge.findMany({ where: { chargeId: await idOf(of) } });
    const added = rows.map(({ type, amount }) => Number(type === "refund" ? amount : -amount));
    return added.reduce((sum, one) => sum + one, 0);
  };
  return {
    partnerId,
    code,
    customerId: ids[0] ?? "",
    send: (...records: object[]) => sendCharges(platform, code, records),
    idOf,
    refunded,
    charges: () => db.charge.findMany({ where: { partnerId }, orderBy: { externalId: "asc" } }),
    payouts: () =>
      db.payout.findMany({
        where: { partnerId },
        orderBy: [{ period: "asc" }, { createdAt: "asc" }, { id: "asc" }],
      }),
  };
}
