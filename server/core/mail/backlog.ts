import { Prisma } from "../../../prisma/client/client";
import type { ReadDb } from "../kernel/actor";
import type { MailBacklog } from "../kernel/health";
import { MAIL_LEASE_MS } from "./limits";

/** Bounds the cost of a look. */
const MAX_COUNTED = 100_000;
/** A process takes what is due within a second, or within a minute after another one's death. */
const MAX_OVERDUE_SECONDS = 5 * 60;

/**
 * Whether a process is sending: others then wait behind its mails, for as long as many take. A claim
 * moves the next attempt to its end.
 */
const IS_BEING_SENT = Prisma.sql`EXISTS (
  SELECT FROM mails WHERE status = 'pending' AND claimed_by IS NOT NULL
    AND next_attempt_at BETWEEN now() AND now() + ${MAIL_LEASE_MS} * interval '1 millisecond')`;

/** Looks at the queue of mails. For monitoring: no actor's access is checked. */
export async function readMailBacklog(db: Pick<ReadDb, "$queryRaw">): Promise<MailBacklog> {
  const [backlog] = await db.$queryRaw<MailBacklog[]>`
    SELECT
      (SELECT count(*)::int FROM (
        SELECT FROM mails WHERE status = 'pending' LIMIT ${MAX_COUNTED}) AS counted) AS waiting,
      coalesce((SELECT greatest(extract(epoch FROM now() - min(created_at)), 0)
        FROM mails WHERE status = 'pending'), 0)::float8 AS "oldestSeconds",
      CASE WHEN ${IS_BEING_SENT} THEN 0
        ELSE coalesce((SELECT greatest(extract(epoch FROM now() - min(next_attempt_at)), 0)
          FROM mails WHERE status = 'pending'), 0) END::float8 AS "overdueSeconds"`;
  if (!backlog) throw new Error("an aggregate without a row");
  return backlog;
}

/** Whether no process sends the mail that is due, and how to fix it; null if all is well. */
export function mailFault({ overdueSeconds }: MailBacklog) {
  if (overdueSeconds <= MAX_OVERDUE_SECONDS) return null;
  const minutes = Math.floor(overdueSeconds / 60);
  return {
    problem: `mail has been due for ${minutes} minutes, and no process sends it`,
    cure: "Start a server with SMTP_URL, or run `latchkey deliver --once` from a cron job.",
  };
}
