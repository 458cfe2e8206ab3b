import { Prisma } from "../../prisma/client/client";
import type { Core } from "../core/kernel/actor";
import { MAIL_LEASE_MS, MAIL_TRIED_HOURS } from "../core/mail/limits";
import { IS_KNOWN, MAY_READ } from "../core/notifications/readers";
import type { Attempt } from "./outcome";

/** A mail that this process has claimed: only it sends it. */
export type ClaimedMail = {
  id: string;
  address: string;
  type: string;
  message: Prisma.JsonValue;
  isOptional: boolean;
  sealed: Uint8Array<ArrayBuffer> | null;
  sealedBy: string | null;
  /** Why it must not be sent any more; null if it may. */
  voidReason: string | null;
};

/** `released`: it was not tried. */
export type Result = Attempt | { result: "released" } | { result: "void"; reason: string };

export type MailQueue = ReturnType<typeof createMailQueue>;

/** No attempt is scheduled for later than this, with its jitter. */
const LONGEST_WAIT_HOURS = 5;
/** A server that is asked to wait returns at least so late; one that is away is asked more often. */
const LATER = Prisma.sql`least(4 * 3600, greatest(60, age * 0.5))`;
const SOON = Prisma.sql`least(60, greatest(2, age * 0.1))`;
/** A mail that had waited for long before its first attempt is tried more than once. */
const LEAST_ATTEMPTS = 5;

/**
 * The queue of mails in PostgreSQL. All of its times are the database's. A claim moves a mail's next
 * attempt to the end of the lease, so that another process sends what a dead one has claimed.
 */
export function createMailQueue(core: Pick<Core, "transact">, owner: string) {
  const lease = Prisma.sql`now() + ${MAIL_LEASE_MS} * interval '1 millisecond'`;
  return {
    /**
     * Takes up to `count` mails that are due, those that have been due for longest first. Somebody
     * waits for a link: after an outage, it is sent before all that the outage has delayed.
     */
    claim: (count: number) =>
      core.transact(
        (tx) => tx.$queryRaw<ClaimedMail[]>`
          WITH links AS MATERIALIZED (
            SELECT id FROM mails
            WHERE status = 'pending' AND expires_at IS NOT NULL AND next_attempt_at <= now()
            ORDER BY next_attempt_at LIMIT ${count} FOR NO KEY UPDATE SKIP LOCKED
          ), others AS MATERIALIZED (
            SELECT id FROM mails
            WHERE status = 'pending' AND expires_at IS NULL AND next_attempt_at <= now()
            ORDER BY next_attempt_at LIMIT ${count} FOR NO KEY UPDATE SKIP LOCKED
          ), due AS (
            -- Each LIMIT is a number: PostgreSQL expects many rows of another, and reads all mails.
            SELECT id FROM (
              SELECT 1 AS turn, id FROM links UNION ALL SELECT 2, id FROM others
            ) AS found ORDER BY turn LIMIT ${count}
          )
          UPDATE mails SET claimed_by = ${owner}, next_attempt_at = ${lease}
          FROM due LEFT JOIN mails AS same ON same.id = due.id
            LEFT JOIN users AS person ON person.id = same.user_id
            LEFT JOIN one_time_links AS link
              ON link.id = substr(same.fact, 6) AND link.used_at IS NULL
            LEFT JOIN notifications AS notification
              ON notification.id = substr(same.fact, 14) AND same.fact LIKE 'notification:%'
                AND ${IS_KNOWN}
          WHERE mails.id = due.id
          RETURNING mails.id, mails.address, mails.type, mails.message,
            mails.is_optional AS "isOptional", mails.sealed, mails.sealed_by AS "sealedBy",
            CASE
              WHEN mails.expires_at <= now() THEN 'Its link expired before it could be sent.'
              WHEN same.fact LIKE 'link:%' AND link.id IS NULL
                THEN 'Its link was used, replaced or revoked before it could be sent.'
              WHEN person.disabled_at IS NOT NULL THEN 'The account is disabled.'
              WHEN person.email <> mails.address THEN 'The account has another address now.'
              WHEN notification.id IS NOT NULL AND NOT ${MAY_READ}
                THEN 'The user may no longer read it.'
              WHEN same.is_optional AND notification.resolved_at IS NOT NULL
                THEN 'What it is about was resolved before it could be sent.'
            END AS "voidReason"`,
      ),

    /** Makes mails due whose attempt a clock has scheduled that ran ahead and was set back since. */
    correct: () =>
      core.transact(
        (tx) => tx.$executeRaw`
          UPDATE mails SET next_attempt_at = now(), claimed_by = NULL
          WHERE status = 'pending' AND next_attempt_at > now() + ${LONGEST_WAIT_HOURS} * interval '1 hour'`,
      ),

    /** Extends these claims; returns those that this process still has. */
    renew: (ids: readonly string[]) =>
      core.transact(async (tx) => {
        const rows = await tx.$queryRaw<{ id: string }[]>`
          UPDATE mails SET next_attempt_at = ${lease}
          WHERE id = ANY(${[...ids]}) AND claimed_by = ${owner} AND status = 'pending'
          RETURNING id`;
        return rows.map(({ id }) => id);
      }),

    /**
     * Records what followed. A mail that the server has accepted is sent, even if another process
     * has claimed it meanwhile.
     */
    record: (id: string, result: Result) =>
      core.transact((tx) => tx.$executeRaw(recordSql(id, owner, result))),
  };
}

function recordSql(id: string, owner: string, outcome: Result): Prisma.Sql {
  const mine = Prisma.sql`id = ${id} AND status = 'pending' AND claimed_by = ${owner}`;
  if (outcome.result === "released") {
    return Prisma.sql`UPDATE mails SET next_attempt_at = now(), claimed_by = NULL WHERE ${mine}`;
  }
  if (outcome.result === "sent") {
    return Prisma.sql`
      UPDATE mails SET status = 'sent', attempts = attempts + 1, ${ended(null)}
      WHERE id = ${id} AND status = 'pending'`;
  }
  if (outcome.result === "refused") {
    return Prisma.sql`
      UPDATE mails SET status = 'refused', attempts = attempts + 1, ${ended(outcome.reason)}
      WHERE ${mine}`;
  }
  if (outcome.result === "void") {
    return Prisma.sql`UPDATE mails SET status = 'failed', ${ended(outcome.reason)} WHERE ${mine}`;
  }
  const delay = outcome.result === "retry" ? LATER : SOON;
  // The jitter spreads what one refusal has delayed.
  return Prisma.sql`
    UPDATE mails SET attempts = attempts + 1, last_error = ${outcome.reason}, claimed_by = NULL,
      status = CASE WHEN is_over THEN 'failed'::"MailStatus" ELSE status END,
      sealed = CASE WHEN NOT is_over THEN sealed END,
      sealed_by = CASE WHEN NOT is_over THEN sealed_by END,
      ended_at = CASE WHEN is_over THEN now() END,
      next_attempt_at = CASE WHEN NOT is_over
        THEN now() + ${delay} * (0.9 + random() * 0.2) * interval '1 second' END
    FROM (
      SELECT id AS its_id, extract(epoch FROM now() - created_at)::float8 AS age,
        now() - created_at > ${MAIL_TRIED_HOURS} * interval '1 hour'
          AND attempts + 1 >= ${LEAST_ATTEMPTS} AS is_over
      FROM mails WHERE id = ${id}) AS its
    WHERE id = its_id AND status = 'pending' AND claimed_by = ${owner}`;
}

/** What a mail that is over keeps: no token. */
const ended = (reason: string | null) => Prisma.sql`
  last_error = ${reason}, sealed = NULL, sealed_by = NULL, next_attempt_at = NULL,
  claimed_by = NULL, ended_at = now()`;
