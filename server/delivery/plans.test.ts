import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { createCustomer } from "../core/customers/mutations";
import { listEvents } from "../core/events/browse";
import { readPlatformFeed } from "../core/events/platform";
import { readFeed } from "../core/events/queries";
import type { Core } from "../core/kernel/actor";
import { firstIdAt } from "../core/kernel/ids";
import { EVENT_TYPES } from "../core/registry";
import { readActivity } from "../core/webhooks/activity";
import { listDeliveries } from "../core/webhooks/queries";
import { platformForTests } from "../testing/platform";
import { deleteEventsBefore } from "../usage/sweeps";
import { newLane } from "./lane";
import { createQueue, type Outcome } from "./queue";
import { costOf, deliveredOutcome, NEW_EVENT } from "./testing/plans";
import { deleteOldDeliveries, deletePendingOfDeleted } from "./upkeep";

// 100,000 events and as many deliveries, of which half are one partner's and one endpoint's.
const ROWS = 100_000;
const OLD_ROWS = 10_000;
const DAY_MS = 86_400_000;
const PARTNER = "prt_0";
const ENDPOINT = `whe_${"0".repeat(26)}`;
const OWNED = { endpointId: ENDPOINT, partnerId: PARTNER, perSecond: 10, isFailing: false };
const PAGE = 100;

const platform = await platformForTests();
const admin = new pg.Client({ connectionString: platform.databaseUrl });
afterAll(() => admin.end());
await admin.connect();
await fill();

async function fill(): Promise<void> {
  const prefixAt = (daysAgo: number) =>
    firstIdAt("event", Date.now() - daysAgo * DAY_MS).slice(0, 14);
  const ids = [prefixAt(100), prefixAt(1), ROWS, OLD_ROWS];
  const id = "CASE WHEN n <= $4::int THEN $1 ELSE $2 END || lpad(n::text, 16, '0')";
  // The trigger is not what is tested here.
  await admin.query("SET session_replication_role = replica");
  await admin.query(
    `INSERT INTO events (id, partner_id, sequence, type, subject_type, subject_id, data, occurred_at, position)
     SELECT ${id}, CASE n % 2 WHEN 0 THEN 'prt_0' ELSE 'prt_' || n % 1000 END, n,
       CASE n % 10000 WHEN 0 THEN 'payout.paid' ELSE 'account.created' END,
       'account', 'acc_' || n, '{}', now(), n
     FROM generate_series(1, $3::int) n`,
    ids,
  );
  await admin.query(
    `INSERT INTO event_counters (partner_id, last_sequence)
     SELECT partner_id, max(sequence) FROM events GROUP BY 1`,
  );
  await admin.query("UPDATE event_order SET base = $1", [ROWS]);
  await admin.query(
    `INSERT INTO partners (id, code, name, revshare_pct, created_at)
     SELECT 'prt_' || n, 'p-' || n, 'P', 1, now() FROM generate_series(0, 999) n`,
  );
  await admin.query(
    `INSERT INTO webhook_endpoints (id, partner_id, url, types, secret, secret_by, created_at, created_by)
     SELECT 'whe_' || lpad(n::text, 26, '0'), 'prt_' || n, 'https://example.com', '{*}', '', '', now(), 'x'
     FROM generate_series(0, 999) n`,
  );
  // Pending: the newest 20 of three endpoints, and one at once of ten others.
  await admin.query(
    `INSERT INTO webhook_deliveries (endpoint_id, event_id, type, status, next_attempt_at, created_at)
     SELECT 'whe_' || lpad((CASE n % 2 WHEN 0 THEN 0 ELSE n % 1000 END)::text, 26, '0'), ${id},
       CASE n % 10000 WHEN 0 THEN 'payout.paid' ELSE 'account.created' END,
       (CASE WHEN n > $3::int - 20 THEN 'pending' WHEN n % 5000 = 2 THEN 'failed' ELSE 'delivered' END)::"DeliveryStatus",
       CASE WHEN n > $3::int - 20 THEN now() END, now()
     FROM generate_series(1, $3::int) n`,
    ids,
  );
  await admin.query(
    `INSERT INTO webhook_attempts (endpoint_id, event_id, number, at, duration_ms, response)
     SELECT endpoint_id, event_id, 1, now(), 1, repeat('x', 200) FROM webhook_deliveries
     WHERE status <> 'pending'`,
  );
  await admin.query("SET session_replication_role = origin");
  await admin.query("ANALYZE");
}

const LARGE = ["events", "webhook_deliveries", "webhook_attempts"];

const system = () => platform.system;
const queue = () => createQueue(platform.wiring.core, "plans");

const outcomes = async (): Promise<Outcome[]> => {
  const { rows } = await admin.query(
    "SELECT endpoint_id, event_id FROM webhook_deliveries WHERE status = 'pending'",
  );
  return rows.map(({ endpoint_id, event_id }) => deliveredOutcome(endpoint_id, event_id));
};

type Case = { work: () => Promise<unknown>; index?: string; maxRows: number };

const FEED: Record<string, Case> = {
  "all types": {
    work: () => readFeed(system(), { partnerId: PARTNER, limit: PAGE }),
    index: "events_partner_id_sequence_key",
    maxRows: PAGE + 1,
  },
  "all types, at the end": {
    work: () =>
      readFeed(system(), { partnerId: PARTNER, after: { sequence: ROWS - 40 }, limit: PAGE }),
    index: "events_partner_id_sequence_key",
    maxRows: 20,
  },
  "a rare type": {
    work: () => readFeed(system(), { partnerId: PARTNER, types: ["payout.paid"], limit: PAGE }),
    index: "events_partner_id_type_sequence_idx",
    maxRows: 10,
  },
  "the dashboard's page of a rare type": {
    work: () => listEvents(system(), { owner: PARTNER, type: "payout.paid", limit: PAGE }),
    index: "events_partner_id_type_sequence_idx",
    // Each of ten rows is read twice.
    maxRows: 20,
  },
  "the operators' page of rare types": {
    work: () => listEvents(system(), { owner: null, type: "payout.*", limit: PAGE }),
    index: "events_type_id_idx",
    maxRows: 20,
  },
  "all partners": {
    work: () => readPlatformFeed(system(), { limit: PAGE }),
    index: "events_position_partner_id_sequence_idx",
    maxRows: PAGE + 2,
  },
  "rare types of all partners": {
    work: () => readPlatformFeed(system(), { types: ["payout.paid"], limit: PAGE }),
    index: "events_position_partner_id_sequence_idx",
    maxRows: 2_001,
  },
};

const DELIVERIES: Record<string, Case> = {
  newest: {
    work: () => listDeliveries(system(), { endpointId: ENDPOINT, limit: PAGE }),
    index: "webhook_deliveries_pkey",
    maxRows: PAGE + 1,
  },
  "the latest of each endpoint": {
    work: () => readActivity(system(), { partnerId: PARTNER }),
    index: "webhook_deliveries_pkey",
    maxRows: 1,
  },
  failed: {
    work: () => listDeliveries(system(), { endpointId: ENDPOINT, status: "failed", limit: PAGE }),
    index: "webhook_deliveries_endpoint_id_status_type_event_id_idx",
    // The list of types, each of which has a range of its own.
    maxRows: Object.keys(EVENT_TYPES).length,
  },
  "of a rare type": {
    work: () => listDeliveries(system(), { endpointId: ENDPOINT, type: "payout.*", limit: PAGE }),
    index: "webhook_deliveries_endpoint_id_status_type_event_id_idx",
    maxRows: 12,
  },
  "failed, of a rare type": {
    work: () =>
      listDeliveries(system(), {
        endpointId: ENDPOINT,
        status: "failed",
        type: "payout.paid",
        limit: PAGE,
      }),
    index: "webhook_deliveries_endpoint_id_status_type_event_id_idx",
    maxRows: 1,
  },
};

const DISPATCHER: Record<string, Case> = {
  "claims among 1,000 endpoints those with deliveries due": {
    work: () => queue().claim("all"),
    index: "webhook_deliveries_due_idx",
    // A few for each of the eleven, whichever others there are.
    maxRows: 120,
  },
  "claims a partner's endpoints": {
    work: () => queue().claim([PARTNER]),
    index: "webhook_endpoints_partner_id_idx",
    maxRows: 10,
  },
  "finds what is due, and whether a partner's endpoint could be claimed": {
    work: () => {
      const lane = newLane(OWNED);
      return queue().look([{ lane, slots: 10 }], [PARTNER]);
    },
    index: "webhook_deliveries_due_idx",
    maxRows: 40,
  },
  "records attempts": {
    work: async () => queue().record(await outcomes()),
    maxRows: 200,
  },
};

/** Deletes a first batch and rolls it back. */
async function firstBatch(sweep: (transact: Core["transact"]) => Promise<unknown>): Promise<void> {
  const transact: Core["transact"] = (run) =>
    platform.wiring.core.transact(async (tx, outbox) => {
      await run(tx, outbox);
      throw new Error("rolled back");
    });
  await expect(sweep(transact)).rejects.toThrow("rolled back");
}

const deleteEvents = (transact: Core["transact"]) =>
  deleteEventsBefore(transact, new Date(Date.now() - 90 * DAY_MS));
const deleteDeliveries = (transact: Core["transact"]) =>
  deleteOldDeliveries({ ...platform.wiring.core, transact });

// Batches of 500: found, and deleted with the attempts of deliveries.
const RETENTION: Record<string, Case> = {
  // And the first event that is kept.
  events: { work: () => firstBatch(deleteEvents), index: "events_pkey", maxRows: 1_501 },
  deliveries: {
    work: () => firstBatch(deleteDeliveries),
    index: "webhook_deliveries_event_id_idx",
    maxRows: 3_000,
  },
  "deliveries of deleted endpoints, of which there are none": {
    work: () => deletePendingOfDeleted(platform.wiring.core),
    index: "webhook_deliveries_due_idx",
    maxRows: 100,
  },
};

async function check({ work, index, maxRows }: Case): Promise<void> {
  const { indexes, whole, rows } = await costOf({ admin, large: LARGE }, work);
  expect(whole).toEqual([]);
  if (index !== undefined) expect([...indexes]).toContain(index);
  expect(rows).toBeLessThanOrEqual(maxRows);
}

describe("a page of the feed reads by an index what it returns:", () => {
  it.each(Object.entries(FEED))("%s", (_, each) => check(each));
});

describe("a page of the delivery log reads by an index what it returns:", () => {
  it.each(Object.entries(DELIVERIES))("%s", (_, each) => check(each));
});

describe("the dispatcher, among 100,000 deliveries,", () => {
  it.each(Object.entries(DISPATCHER))("%s", (_, each) => check(each));
});

it("a write finds the endpoints of its events by an index", async () => {
  // Of its own, because the statistics are its own.
  const writer = new pg.Client({ connectionString: platform.databaseUrl });
  await writer.connect();
  await writer.query("BEGIN");
  await writer.query("SELECT append_changes('[]', $1)", [JSON.stringify([NEW_EVENT])]);
  const { rows } = await writer.query(
    `SELECT relname, seq_scan::int FROM pg_stat_xact_user_tables
     WHERE relname = ANY($1) AND seq_scan > 0`,
    [[...LARGE, "webhook_endpoints"]],
  );
  const written = await writer.query("SELECT FROM webhook_deliveries WHERE event_id = 'evt_new'");
  await writer.end();
  expect(rows).toEqual([]);
  expect(written.rowCount).toBe(1);
});

describe("retention finds by an index what is old:", () => {
  it.each(Object.entries(RETENTION))("%s", (_, each) => check(each));
});

it("retention deletes 10,000 events and deliveries while others write", async () => {
  const partner = await platform.newPartner();
  let isSweeping = true;
  let writes = 0;
  const writing = (async () => {
    while (isSweeping) {
      const input = { email: `c${++writes}@example.com`, metadata: {} };
      await createCustomer(system(), { partnerId: partner.id, ...input });
    }
  })();
  await deleteEvents(platform.wiring.core.transact);
  await deleteDeliveries(platform.wiring.core.transact);
  isSweeping = false;
  await writing;
  const { db } = platform.wiring.core;
  const partnerId = { not: partner.id };
  expect(await db.event.count({ where: { partnerId } })).toBe(ROWS - OLD_ROWS);
  expect(await db.webhookDelivery.count()).toBe(ROWS - OLD_ROWS);
  expect(writes).toBeGreaterThan(5);
  const feed = await readFeed(system(), { partnerId: partner.id, limit: PAGE });
  const sequences = feed.data.map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.map((_, index) => index + 1));
});
