import { Prisma } from "../../prisma/client/client";
import { EVENT_COLUMNS } from "../core/events/row";
import type { EventRow } from "../core/events/view";
import type { Core } from "../core/kernel/actor";
import { isFromFuture } from "../core/kernel/from-future";
import type { Header } from "../core/webhooks/headers";
import { MAX_HOLD_MS } from "../core/webhooks/limits";
import type { Claimed, Lane } from "./lane";

/** How long a process owns an endpoint without renewing it, by the database's clock. */
export const CLAIM_MS = 15_000;
/** Endpoints that a process takes at once, so that several processes share them. */
export const CLAIMS_PER_ROUND = 32;

/** A delivery that is due, with its endpoint as it is now, and its event. */
export type DueDelivery = {
  endpointId: string;
  url: string;
  payload: "thin" | "snapshot";
  perSecond: number;
  secret: Uint8Array<ArrayBuffer>;
  secretBy: string;
  /** Null once it is no longer valid. */
  previousSecret: Uint8Array<ArrayBuffer> | null;
  previousSecretBy: string | null;
  eventId: string;
  testBody: string | null;
  attempts: number;
  tries: number;
  /** Of a first attempt: when the event occurred. */
  dueAt: Date;
  /** Null for a test, or if retention has deleted it. */
  event: EventRow | null;
};

type Row = Omit<DueDelivery, "event"> & (EventRow | { id: null });
type None = { endpointId: null };

/** An owned endpoint, and how many requests to it may begin now. */
export type Ready = { lane: Lane; slots: number };
type Look = { due: DueDelivery[]; isClaimable: boolean };

/** An attempt to be recorded, and what follows from it. */
export type Outcome = {
  endpointId: string;
  eventId: string;
  /** The attempt's number, and its number since the delivery was last resent. */
  number: number;
  tries: number;
  result: "pending" | "delivered" | "failed";
  /** The endpoint wants no more webhooks. */
  isGone: boolean;
  /** Until the next attempt, if it is pending. */
  afterMs: number;
  /** The pause until the next request to the endpoint. */
  holdMs: number;
  at: Date;
  durationMs: number;
  status: number | null;
  error: string | null;
  requestBody: string | null;
  response: string;
  responseHeaders: Header[] | null;
  /** Whether both bodies and the headers are. */
  isKept: boolean;
};

/** The endpoints whose deliveries to look for: those of the partners and of the platform, or all. */
export type Which = readonly string[] | "all";

export type DeliveryQueue = ReturnType<typeof createQueue>;

/**
 * The queue of deliveries in PostgreSQL. All of its times are the database's: the clocks of several
 * processes differ. An endpoint is owned by one process at a time, so that its limits are exact;
 * the next owner repeats what an owner that died has not recorded.
 */
export function createQueue(core: Pick<Core, "db" | "transact">, owner: string) {
  const lease = Prisma.sql`now() + ${CLAIM_MS} * interval '1 millisecond'`;

  return {
    /** Takes endpoints that nobody owns and that have deliveries due. */
    claim: (which: Which) =>
      core.transact(
        (tx) => tx.$queryRaw<Claimed[]>`
          UPDATE webhook_endpoints SET claimed_by = ${owner}, claimed_until = ${lease}
          WHERE id IN (
            SELECT id FROM webhook_endpoints AS endpoint WHERE ${claimable(which)}
            LIMIT ${CLAIMS_PER_ROUND} FOR NO KEY UPDATE SKIP LOCKED)
          RETURNING id AS "endpointId", partner_id AS "partnerId", per_second AS "perSecond",
            failing_since IS NOT NULL AS "isFailing"`,
      ),

    /** Extends the claims of these endpoints; returns those that this process still owns. */
    renew: (endpointIds: readonly string[]) =>
      core.transact(async (tx) => {
        const rows = await tx.$queryRaw<{ id: string }[]>`
          UPDATE webhook_endpoints SET claimed_until = ${lease}
          WHERE id = ANY(${[...endpointIds]}) AND claimed_by = ${owner}
          RETURNING id`;
        return rows.map(({ id }) => id);
      }),

    /** Ends claims. The next owner's count of a second's requests begins when ours has ended. */
    release: (endpointIds: readonly string[]) =>
      core.transact(
        (tx) => tx.$executeRaw`
          UPDATE webhook_endpoints SET claimed_until = now() + interval '1 second'
          WHERE id = ANY(${[...endpointIds]}) AND claimed_by = ${owner}`,
      ),

    /**
     * Deliveries that are due, at most `slots` of each endpoint and none that it holds; and whether
     * an endpoint of `which` could be claimed. One statement, because it is the usual one.
     */
    look: async (ready: readonly Ready[], which: Which | null): Promise<Look> => {
      const isClaimable =
        which === null
          ? Prisma.sql`FALSE`
          : Prisma.sql`EXISTS (SELECT FROM webhook_endpoints AS endpoint WHERE ${claimable(which)})`;
      const rows = await core.db.$queryRaw<({ isClaimable: boolean } & (Row | None))[]>`
        SELECT * FROM (SELECT ${isClaimable} AS "isClaimable") AS found
        LEFT JOIN (${dueSql(ready, owner)}) AS due ON TRUE`;
      const due = rows
        .filter((row): row is Row & { isClaimable: boolean } => row.endpointId !== null)
        .map((row): DueDelivery => ({ ...row, event: row.id === null ? null : row }));
      return { due, isClaimable: rows[0]?.isClaimable ?? false };
    },

    /**
     * Records attempts in one statement. A delivery that is no longer pending stays as it is, except
     * that this was its last attempt, although its endpoint was disabled meanwhile.
     */
    record: (outcomes: readonly Outcome[]) =>
      core.transact((tx) => tx.$executeRaw(recordSql(outcomes))),
  };
}

/**
 * The IDs of the endpoints that have deliveries pending. Skips from one to the next in the index of
 * pending deliveries, so that neither idle endpoints nor many deliveries of one endpoint take time.
 */
export const PENDING_ENDPOINTS = Prisma.sql`
  WITH RECURSIVE pending AS (
    (SELECT endpoint_id FROM webhook_deliveries WHERE status = 'pending'
      ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (SELECT endpoint_id FROM webhook_deliveries
      WHERE status = 'pending' AND endpoint_id > pending.endpoint_id
      ORDER BY endpoint_id LIMIT 1)
    FROM pending WHERE endpoint_id IS NOT NULL)
  SELECT endpoint_id FROM pending WHERE endpoint_id IS NOT NULL`;

function dueSql(ready: readonly Ready[], owner: string): Prisma.Sql {
  const lanes = ready.map(({ lane: { endpointId: id, held }, slots }) => {
    return { id, slots, held: [...held] };
  });
  return Prisma.sql`
    SELECT endpoint.id AS "endpointId", url, payload::text, per_second AS "perSecond",
      secret, secret_by AS "secretBy",
      CASE WHEN previous_secret_until > now() THEN previous_secret END AS "previousSecret",
      previous_secret_by AS "previousSecretBy",
      delivery.event_id AS "eventId", test_body AS "testBody", attempts, tries,
      next_attempt_at AS "dueAt",
      ${EVENT_COLUMNS}
    FROM json_to_recordset(${JSON.stringify(lanes)}::json)
      AS lane(id text, slots integer, held text[])
    JOIN webhook_endpoints AS endpoint ON endpoint.id = lane.id
    CROSS JOIN LATERAL (
      SELECT * FROM webhook_deliveries
      WHERE endpoint_id = endpoint.id AND status = 'pending' AND next_attempt_at <= now()
        AND NOT event_id = ANY(lane.held)
      ORDER BY next_attempt_at LIMIT lane.slots) AS delivery
    LEFT JOIN events ON events.id = delivery.event_id
    WHERE endpoint.status = 'enabled' AND claimed_by = ${owner} AND claimed_until > now()
      AND ${IS_UNHELD}`;
}

/**
 * Whether a time is over. One that is further ahead than it was ever set comes from a clock that
 * ran ahead and was set back since; the endpoint would get nothing until then.
 */
function isOver(column: Prisma.Sql, longestMs: number): Prisma.Sql {
  return Prisma.sql`(${column} IS NULL OR ${column} <= now()
    OR ${column} > now() + ${longestMs} * interval '1 millisecond')`;
}

const IS_UNHELD = isOver(Prisma.sql`held_until`, MAX_HOLD_MS);
// Twice: another transaction's now() may be later than ours.
const IS_UNCLAIMED = isOver(Prisma.sql`claimed_until`, 2 * CLAIM_MS);

/** Whether `endpoint` has deliveries due, and no owner. */
function claimable(which: Which): Prisma.Sql {
  const ofPartners =
    which === "all"
      ? Prisma.sql`id = ANY(ARRAY(${PENDING_ENDPOINTS}))`
      : Prisma.sql`(partner_id IS NULL OR partner_id = ANY(${[...which]}))`;
  return Prisma.sql`${ofPartners} AND status = 'enabled'
    AND ${IS_UNCLAIMED} AND ${IS_UNHELD}
    AND EXISTS (
      SELECT FROM webhook_deliveries WHERE endpoint_id = endpoint.id
        AND webhook_deliveries.status = 'pending' AND next_attempt_at <= now())`;
}

function recordSql(outcomes: readonly Outcome[]): Prisma.Sql {
  return Prisma.sql`
    WITH outcome AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(outcomes)}::json) AS o(
        "endpointId" text, "eventId" text, number integer, tries integer, result text,
        "afterMs" float8, "holdMs" float8, at timestamptz, "durationMs" integer, status integer,
        error text, "requestBody" text, response text, "responseHeaders" jsonb,
        "isKept" boolean)
    ), done AS (
      UPDATE webhook_deliveries SET
        status = result::"DeliveryStatus", attempts = number, tries = outcome.tries,
        next_attempt_at = CASE WHEN result = 'pending'
          THEN now() + "afterMs" * interval '1 millisecond' END,
        last_status = outcome.status, last_attempt_at = at
      FROM outcome
      WHERE endpoint_id = "endpointId" AND event_id = "eventId"
        AND (webhook_deliveries.status = 'pending'
          OR (webhook_deliveries.status = 'failed' AND result <> 'pending'))
      RETURNING endpoint_id, event_id
    ), erased AS (
      -- Anonymized while the request was sent: what was read before is not stored.
      SELECT event_id FROM done JOIN events ON events.id = event_id
      JOIN customers ON customers.id = subject_id WHERE anonymized_at IS NOT NULL
    ), attempt AS (
      INSERT INTO webhook_attempts
        (endpoint_id, event_id, number, at, duration_ms, status, error, request_body, response,
          response_headers, is_kept)
      SELECT endpoint_id, event_id, number, at, "durationMs", status, error,
        CASE WHEN kept.is_kept THEN "requestBody" END,
        CASE WHEN kept.is_kept THEN response ELSE '' END,
        CASE WHEN kept.is_kept THEN "responseHeaders" END,
        kept.is_kept
      FROM outcome JOIN done ON endpoint_id = "endpointId" AND event_id = "eventId",
        LATERAL (SELECT "isKept" AND event_id NOT IN (SELECT event_id FROM erased) AS is_kept)
          AS kept
      ON CONFLICT DO NOTHING
    ), hours AS (
      INSERT INTO webhook_hours (endpoint_id, hour, succeeded, failed)
      SELECT "endpointId", date_trunc('hour', at, 'UTC'),
        count(*) FILTER (WHERE result = 'delivered'), count(*) FILTER (WHERE result <> 'delivered')
      FROM outcome GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (endpoint_id, hour) DO UPDATE SET
        succeeded = webhook_hours.succeeded + excluded.succeeded,
        failed = webhook_hours.failed + excluded.failed
    )
    UPDATE webhook_endpoints SET
      last_success_at = coalesce(succeeded_at, last_success_at),
      failing_since = CASE WHEN succeeded_at IS NULL THEN least(failing_since, first_at) END,
      warned_at = CASE WHEN failing_since <= first_at THEN warned_at END,
      held_until = CASE WHEN hold_ms > 0
        THEN now() + hold_ms * interval '1 millisecond' ELSE held_until END
    FROM (
      SELECT "endpointId" AS endpoint_id, min(at) AS first_at, max("holdMs") AS hold_ms,
        max(at) FILTER (WHERE result = 'delivered') AS succeeded_at
      FROM outcome GROUP BY 1
    ) AS summary
    WHERE id = endpoint_id AND (
      hold_ms > 0
      OR (succeeded_at IS NULL) <> (failing_since IS NOT NULL)
      OR ${isFromFuture("failing_since")} OR ${isFromFuture("last_success_at")}
      OR succeeded_at > coalesce(last_success_at + interval '1 minute', '-infinity'))`;
}
