import type pg from "pg";
import type { Ctx } from "../core/kernel/actor";
import { newId } from "../core/kernel/ids";
import { createPartner } from "../core/partners/mutations";
import { issuePlatformKey } from "../core/platform-keys/mutations";
import { saveProduct } from "../core/products/mutations";
import { CUSTOMERS, DAY_MS, expectedSums, FIRST_DAY_MS, PRODUCTS } from "./billed-items";

/** A company's billing system: partners with customers, and a key that may record charges. */
export type Billing = { key: string; codes: string[]; partnerIds: string[] };

/** Adds partners, each with 200 customers, and a platform key with all that billing needs. */
export async function openBilling(system: Ctx, partners: number): Promise<Billing> {
  for (const code of PRODUCTS) {
    const product = { code, name: code, floor: 0, defaultRetail: 0, currency: "EUR" };
    await saveProduct(system, product);
  }
  const made = [];
  for (let n = 0; n < partners; n++) {
    const input = { code: `billed-${n}`, name: `Billed ${n}`, revsharePct: 20 };
    const { partner } = await createPartner(system, input);
    made.push(partner);
    const data = Array.from({ length: CUSTOMERS }, (_, at) => ({
      id: newId("customer"),
      partnerId: partner.id,
      email: `c${at}@example.com`,
      emailKey: `c${at}@example.com`,
      externalId: `c${at}`,
      createdAt: new Date(FIRST_DAY_MS),
    }));
    await system.transact((tx) => tx.customer.createMany({ data }));
  }
  const expiresAt = new Date(system.clock.now().getTime() + 30 * DAY_MS);
  const scopes = ["charges:write", "charges:read"] as const;
  const wanted = { label: "billing", scopes: [...scopes], expiresAt };
  const { plaintext } = await issuePlatformKey(system, wanted);
  return {
    key: plaintext,
    codes: made.map(({ code }) => code),
    partnerIds: made.map(({ id }) => id),
  };
}

/**
 * Differences between what was sent and what is recorded, in rows, day totals and events: empty if
 * each item was recorded once.
 */
export async function billingFaults(
  client: pg.Client,
  { items, partnerIds }: { items: number; partnerIds: readonly string[] },
): Promise<string[]> {
  const expected = expectedSums(items, partnerIds.length);
  const read = async (what: string, query: string) => {
    const { rows } = await client.query<{ id: string; n: string; net: string }>(query);
    const found = new Map(rows.map(({ id, n, net }) => [id, [Number(n), Number(net)]]));
    return partnerIds.flatMap((id, at) => {
      const [is, wanted] = [String(found.get(id)), String(expected[at])];
      return is === wanted ? [] : [`${what} of partner ${at}: ${is} instead of ${wanted}`];
    });
  };
  return [
    ...(await read("rows", ROWS)),
    ...(await read("day totals", DAY_TOTALS)),
    ...(await read("events", EVENTS)),
  ];
}

const ROWS = `
  SELECT partner_id AS id, count(*) AS n,
         sum(CASE type WHEN 'refund' THEN -amount ELSE amount END) AS net
  FROM charges GROUP BY 1`;
const DAY_TOTALS = `
  SELECT partner_id AS id, sum(charges) AS n, sum(gross) AS net FROM charge_days GROUP BY 1`;
// An event has no number of reversals: of ten items, one is a reversal.
const EVENTS = `
  SELECT partner_id AS id,
         sum((data->>'charges')::int + (data->>'refunds')::int) * 10 / 9 AS n,
         sum((SELECT sum((one->>'gross')::bigint - (one->>'refunded')::bigint)
              FROM jsonb_array_elements(data->'sums') AS one)) AS net
  FROM events WHERE type = 'charges.recorded' GROUP BY 1`;
