import pg from "pg";
import type { Core, Ctx } from "../server/core/kernel/actor";
import { firstIdAt } from "../server/core/kernel/ids";
import { SCOPE_NAMES } from "../server/core/kernel/scopes";
import { MAX_PER_MINUTE } from "../server/core/keys/limits";
import { issueKey } from "../server/core/keys/mutations";
import { createPartner } from "../server/core/partners/mutations";
import { saveProduct } from "../server/core/products/mutations";
import { readEnv } from "../server/env";
import { answerFetch } from "../server/rest/fetch";
import { openPostgres } from "../server/stores/postgres";
import { createDatabase } from "../server/testing/template-database";
import { openWiring } from "../server/wiring";

const BASE = "http://latchkey.bench/api/v1/reseller";
const PRODUCTS = 10;

/** The product over a database with so many customers, charges, events and deliveries of a partner. */
export type Stage = {
  rows: number;
  ctx: Ctx;
  partnerId: string;
  /** The endpoint of the deliveries; all are finished. */
  endpointId: string;
  /** Endpoints that `OWNER` has claimed, with one delivery due each. */
  ownedIds: readonly string[];
  /** Sends a GET to a path below the base and reads the whole response. Throws unless it is 200. */
  get(path: string): Promise<unknown>;
  close(): Promise<void>;
};

function endpointId(n: number): string {
  return `whe_${String(n).padStart(26, "0")}`;
}

/** Fills a new database on the server at `adminUrl` and opens the product over it. */
export async function openStage(adminUrl: string, rows: number): Promise<Stage> {
  const database = await createDatabase(adminUrl);
  const wiring = await openWiring({
    env: readEnv({ LOG_LEVEL: "silent" }),
    postgres: openPostgres({ connectionString: database.url }),
    secret: "a secret of the bench, long enough to sign with",
    hasOwnServer: false,
  });
  const ctx = as(wiring.core);
  const { partner } = await createPartner(ctx, { code: "bench", name: "Bench", revsharePct: 20 });
  await fill(ctx, database.url, partner.id, rows);
  const key = { label: "bench", scopes: [...SCOPE_NAMES], perMinute: MAX_PER_MINUTE };
  const { plaintext } = await issueKey(ctx, { partnerId: partner.id, ...key });
  const headers = { authorization: `Bearer ${plaintext}` };
  return {
    rows,
    ctx,
    partnerId: partner.id,
    endpointId: ENDPOINT,
    ownedIds: OWNED_ENDPOINTS,
    get: async (path) => {
      const request = new Request(BASE + path, { headers });
      const response = await answerFetch(wiring.api, request, { address: "192.0.2.1" });
      if (response.status !== 200) throw new Error(`GET ${path} returned ${response.status}`);
      return response.json();
    },
    close: async () => {
      await wiring.close();
      await database.drop();
    },
  };
}

function as(core: Core): Ctx {
  return { ...core, actor: { kind: "system", name: "bench" }, address: null };
}

const PORTION = 20_000;

/** Customers over three years and charges over one, in chronological order. */
async function fill(ctx: Ctx, url: string, partnerId: string, rows: number): Promise<void> {
  for (let n = 0; n < PRODUCTS; n++) {
    const money = { floor: 100, defaultRetail: 200, currency: n % 5 === 0 ? "USD" : "EUR" };
    await saveProduct(ctx, { code: `p${n}`, name: `Product ${n}`, ...money });
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let from = 0; from < rows; from += PORTION) {
      const portion = [partnerId, rows, from, Math.min(rows, from + PORTION) - 1];
      await client.query(CUSTOMERS, portion);
      await client.query(CHARGES, portion);
    }
    await fillEvents(client, partnerId, rows);
    await client.query("VACUUM (ANALYZE)");
  } finally {
    await client.end();
  }
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
