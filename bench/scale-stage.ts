import type pg from "pg";
import { firstIdAt } from "../server/core/kernel/ids";
import { type BenchPartner, openBenchPartner, PRODUCTS } from "./partner";

/** A database with so many customers, charges, events and deliveries of a partner. */
export type Stage = BenchPartner & {
  rows: number;
  /** The endpoint of the deliveries; all are finished. */
  endpointId: string;
  /** Endpoints that `OWNER` has claimed, with one delivery due each. */
  ownedIds: readonly string[];
};

function endpointId(n: number): string {
  return `whe_${String(n).padStart(26, "0")}`;
}

/** Fills a new database on the server at `adminUrl` and opens the product over it. */
export async function openStage(adminUrl: string, rows: number): Promise<Stage> {
  const partner = await openBenchPartner(adminUrl, (into) => fill(into, rows));
  return { ...partner, rows, endpointId: ENDPOINT, ownedIds: OWNED_ENDPOINTS };
}

const PORTION = 20_000;

type Into = { client: pg.Client; partnerId: string };

/** Customers over three years and charges over one, in chronological order. */
async function fill({ client, partnerId }: Into, rows: number): Promise<void> {
  for (let from = 0; from < rows; from += PORTION) {
    const portion = [partnerId, rows, from, Math.min(rows, from + PORTION) - 1];
    await client.query(CUSTOMERS, portion);
    await client.query(CHARGES, portion);
  }
  await fillEvents(client, partnerId, rows);
}

/** Events and their deliveries, one in a hundred of them failed, and idle endpoints. */
async function fillEvents(client: pg.Client, partnerId: string, rows: number): Promise<void> {
  // Without the trigger, whose deliveries would be pending.
  await client.query("SET session_replication_role = replica");
  await client.query("DELETE FROM event_counters");
  await client.query("DELETE FROM events");
  for (let from = 1; from <= rows; from += PORTION) {
    const to = Math.min(rows, from + PORTION - 1);
    await client.query(EVENTS, [partnerId, from, to]);
    await client.query(DELIVERIES, [ENDPOINT, from, to]);
  }
  await client.query("INSERT INTO event_counters VALUES ($1, $2)", [partnerId, rows]);
  await client.query(ENDPOINTS, [partnerId]);
  await client.query(OWNED, [OWNER, OWNED_ENDPOINTS]);
  await client.query(DUE, [OWNED_ENDPOINTS]);
  await client.query("SET session_replication_role = origin");
}

/** The owner of endpoints with one delivery due each. */
export const OWNER = "bench";
const OWNED_ENDPOINTS = [...Array(32).keys()].map((n) => endpointId(n + 1));
const ENDPOINT = endpointId(0);
const ID = "lpad(n::text, 26, '0')";
// Of today, because retention deletes events by the time in their ids.
const EVENT_ID = `'${firstIdAt("event", Date.now()).slice(0, 14)}' || lpad(n::text, 16, '0')`;
const EVENTS = `
  INSERT INTO events (id, partner_id, sequence, type, subject_type, subject_id, data, occurred_at, position)
  SELECT ${EVENT_ID}, $1, n, 'account.created', 'account', 'acc_' || ${ID},
    '{"external_id":null}', now(), 1
  FROM generate_series($2::bigint, $3::bigint) n`;
const DELIVERIES = `
  INSERT INTO webhook_deliveries
    (endpoint_id, event_id, type, status, attempts, last_status, last_attempt_at, created_at)
  SELECT $1, ${EVENT_ID}, 'account.created',
    (CASE WHEN n % 100 = 0 THEN 'failed' ELSE 'delivered' END)::"DeliveryStatus", 1, 204, now(), now()
  FROM generate_series($2::bigint, $3::bigint) n`;
const ENDPOINTS = `
  INSERT INTO webhook_endpoints
    (id, partner_id, url, types, secret, secret_by, created_at, created_by)
  SELECT 'whe_' || ${ID}, $1, 'https://example.com', '{payout.*}', '', '', now(), 'bench'
  FROM generate_series(0, 999) n`;
const OWNED = `
  UPDATE webhook_endpoints SET claimed_by = $1, claimed_until = now() + interval '1 day'
  WHERE id = ANY($2)`;
const DUE = `
  INSERT INTO webhook_deliveries (endpoint_id, event_id, type, status, next_attempt_at, created_at)
  SELECT endpoint_id, ${EVENT_ID}, 'account.created', 'pending', now(), now()
  FROM generate_series(1, 1) n, unnest($1::text[]) endpoint_id`;
const CUSTOMERS = `
  INSERT INTO customers (id, partner_id, email, email_key, external_id, name, created_at)
  SELECT 'acc_' || ${ID}, $1, n || '@example.com', n || '@example.com', 'c-' || n,
    'Anna' || n % 1009 || ' Ivanova' || n,
    date_trunc('milliseconds', now() - interval '3 years' * (1 - n::float8 / $2::float8))
  FROM generate_series($3::bigint, $4::bigint) n`;
const CHARGES = `
  INSERT INTO charges (id, partner_id, customer_id, product_id, external_id, amount, currency, occurred_at)
  SELECT 'chg_' || ${ID}, $1, 'acc_' || ${ID},
    (SELECT id FROM products WHERE code = 'p' || (n % ${PRODUCTS})), 'x-' || n, 100 + n % 9973,
    CASE WHEN n % 5 = 0 THEN 'USD' ELSE 'EUR' END,
    date_trunc('milliseconds', now() - interval '1 year' * (1 - n::float8 / $2::float8))
  FROM generate_series($3::bigint, $4::bigint) n`;
