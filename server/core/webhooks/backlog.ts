import { Prisma } from "../../../prisma/client/client";
import type { ReadDb } from "../kernel/actor";
import type { Backlog } from "../kernel/health";

/** Bounds the cost of a look. */
const MAX_COUNTED = 100_000;
/**
 * A process takes an endpoint within a second, or within 15 after another one's death. A cron job
 * that runs `latchkey deliver --once` needs some minutes.
 */
const MAX_UNATTENDED_SECONDS = 5 * 60;

/** Two steps down an index for each endpoint, whatever is stored. */
export const BACKLOG_SQL = `
  SELECT
    (SELECT count(*)::int FROM (
      SELECT FROM webhook_endpoints AS endpoint CROSS JOIN LATERAL (
        SELECT FROM webhook_deliveries
        WHERE endpoint_id = endpoint.id AND status = 'pending' LIMIT ${MAX_COUNTED}) AS waiting
      WHERE endpoint.status = 'enabled' LIMIT ${MAX_COUNTED}) AS counted) AS pending,
    min(oldest.created_at) AS "oldestAt",
    greatest(extract(epoch FROM now() - min(oldest.created_at)), 0)::float8 AS "oldestSeconds",
    greatest(extract(epoch FROM max(now() - due.at) FILTER (
      WHERE (claimed_until IS NULL OR claimed_until <= now())
        AND (held_until IS NULL OR held_until <= now()))), 0)::float8 AS "unattendedSeconds",
    count(*) FILTER (WHERE status = 'enabled' AND failing_since IS NULL)::int AS healthy,
    count(*) FILTER (WHERE status = 'enabled' AND failing_since IS NOT NULL)::int AS failing,
    count(*) FILTER (WHERE status = 'disabled')::int AS disabled
  FROM webhook_endpoints AS endpoint
  LEFT JOIN LATERAL (
    SELECT created_at FROM webhook_deliveries
    WHERE endpoint_id = endpoint.id AND status = 'pending' ORDER BY event_id LIMIT 1
  ) AS oldest ON endpoint.status = 'enabled'
  LEFT JOIN LATERAL (
    SELECT next_attempt_at AS at FROM webhook_deliveries
    WHERE endpoint_id = endpoint.id AND status = 'pending' ORDER BY next_attempt_at LIMIT 1
  ) AS due ON endpoint.status = 'enabled'`;

/** Looks at the queue of webhooks. For monitoring: no actor's access is checked. */
export async function readWebhookBacklog(
  db: Pick<ReadDb, "$queryRaw">,
): Promise<Omit<Backlog, "mail">> {
  const [backlog] = await db.$queryRaw<Omit<Backlog, "mail">[]>(Prisma.raw(BACKLOG_SQL));
  if (!backlog) throw new Error("an aggregate without a row");
  return backlog;
}

/** Whether no process sends what is due, and how to fix it; null if all is well. */
export function backlogFault({ unattendedSeconds }: Pick<Backlog, "unattendedSeconds">) {
  if (unattendedSeconds <= MAX_UNATTENDED_SECONDS) return null;
  const minutes = Math.floor(unattendedSeconds / 60);
  return {
    problem: `webhooks have been due for ${minutes} minutes, and no process sends them`,
    cure: "Start a server, or run `latchkey deliver --once` from a cron job.",
  };
}
