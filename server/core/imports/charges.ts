import { writeCharges } from "../charges/mutations";
import { NAMING_REFUSALS } from "../customers/schema";
import type { Tx } from "../kernel/actor";
import { snakeCase } from "../kernel/wire";
import { emailKey } from "../values/text";
import type { ChargeRow, Read, WriteFor, Written } from "./rows";

type Refusal = { code: string; field: string; message: string };

/**
 * Writes charges, refunds and reversals of one partner, inside the caller's change(). A row whose
 * external id exists is skipped if it is identical, and refused otherwise.
 */
export async function writeChargeLines(
  tx: Tx,
  rows: readonly Read<ChargeRow>[],
  { partnerId, importId, now }: WriteFor,
): Promise<Written> {
  const items = rows.map(({ line, row: { partner: _, ...row } }) => ({ line, partnerId, row }));
  const subject = { type: "import", id: importId } as const;
  const { outcomes, partners } = await writeCharges(tx, items, { now, subject });
  const refused = new Map<number, string>();
  for (const { line, row } of rows) {
    const result = outcomes.get(line);
    if (result?.outcome === "conflict") refused.set(line, TAKEN);
    if (result?.outcome === "invalid") refused.set(line, reasonOf(row, result.refusal));
  }
  const [own] = partners;
  return {
    written: own?.written ?? 0,
    refused,
    events: own?.events ?? [],
    late: own?.late ?? 0,
  };
}

const TAKEN = "external_id: Another charge has this external_id.";

/** Names what a file has, which may have thousands of lines. */
function reasonOf(row: ChargeRow, { code, field, message }: Refusal): string {
  if (code === "product_not_found") return `Product ${row.product} not found.`;
  const customer =
    row.customerExternalId ??
    (row.customerEmail === undefined ? row.customerId : emailKey(row.customerEmail));
  const naming = Object.entries(NAMING_REFUSALS).find(([name]) => name === code)?.[1];
  if (naming) return naming(`${customer}`);
  if (code === "partner_terminated") return "occurred_at: The partner was terminated before.";
  if (code === "charge_not_found" || code === "refund_not_found") {
    const name = row.chargeId ?? row.chargeExternalId ?? row.refundId ?? row.refundExternalId;
    const what = code === "charge_not_found" ? "charge" : "refund";
    return `${code}: There is no ${what} ${name} yet. Import this line again after it.`;
  }
  return `${snakeCase(field)}: ${message}`;
}
