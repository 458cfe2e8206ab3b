import type { Core, Tx } from "../actor";
import { event } from "../events/event";
import type { EventFact } from "../events/types";
import type { KeyRow } from "./view";

const DAY_MS = 86_400_000;
/** How many days before a key expires its partner is told. */
const NOTICE_DAYS = [30, 7, 1] as const;
/** Small, so that no sweep holds locks for long. */
const KEYS_PER_BATCH = 100;

type ToldNotice = Pick<KeyRow, "expiryToldFor" | "expiryToldDays">;

/**
 * The columns of a key whose expiration is set now: notices that would be due at once count as
 * told, since whoever sets it knows.
 */
export function dueNotice(expiresAt: Date | null, now: Date): ToldNotice {
  const days = expiresAt && dueDays(expiresAt, now);
  return { expiryToldFor: days ? expiresAt : null, expiryToldDays: days };
}

/** The smallest number of days within which the key expires; null if it is more than all. */
function dueDays(expiresAt: Date, now: Date): number | null {
  const leftMs = expiresAt.getTime() - now.getTime();
  return NOTICE_DAYS.findLast((days) => leftMs <= days * DAY_MS) ?? null;
}

/**
 * Writes the events of keys that only time causes: those that expire soon, have expired, or whose
 * scheduled revoke took effect. Each is written once, by whichever process comes first, and late if
 * none ran at the time. Returns the number of events.
 */
export async function sweepKeys(core: Pick<Core, "transact" | "clock">): Promise<number> {
  let written = 0;
  for (;;) {
    const keys = await sweepBatch(core);
    written += keys;
    if (keys < KEYS_PER_BATCH) return written;
  }
}

type DueKey = Pick<KeyRow, "id" | "partnerId" | "label" | "expiresAt" | "revokedAt"> & {
  /** Null if the key has ended. */
  days: number | null;
};

function sweepBatch({ transact, clock }: Pick<Core, "transact" | "clock">) {
  return transact(async (tx, { emit }) => {
    const now = clock.now();
    const keys = await findDue(tx, now);
    if (keys.length === 0) return 0;
    for (const key of keys) emit(key.partnerId, noticeOf(key));
    const ended = keys.flatMap(({ id, days }) => (days === null ? [id] : []));
    await tx.apiKey.updateMany({ where: { id: { in: ended } }, data: { endToldAt: now } });
    const expiring = JSON.stringify(keys.filter(({ days }) => days !== null));
    await tx.$executeRaw`
      UPDATE api_keys SET expiry_told_for = expires_at, expiry_told_days = told.days
      FROM json_to_recordset(${expiring}::json) AS told (id text, days smallint)
      WHERE api_keys.id = told.id`;
    return keys.length;
  });
}

// Keys that another process has locked are its own to tell.
function findDue(tx: Tx, now: Date): Promise<DueKey[]> {
  return tx.$queryRaw`
    SELECT id, partner_id AS "partnerId", label, expires_at AS "expiresAt",
      revoked_at AS "revokedAt", CASE WHEN NOT ended THEN days END AS days
    FROM api_keys
    CROSS JOIN LATERAL (
      SELECT min(notice.days) AS days FROM unnest(${[...NOTICE_DAYS]}::smallint[]) AS notice (days)
      WHERE expires_at <= ${now}::timestamptz + notice.days * interval '1 day'
    ) AS due
    CROSS JOIN LATERAL (
      SELECT coalesce(expires_at <= ${now}::timestamptz, false)
        OR (revoked_at IS NOT NULL AND (retires_at IS NULL OR retires_at <= ${now}::timestamptz))
        AS ended
    ) AS life
    WHERE end_told_at IS NULL AND (
      (ended AND least(expires_at, revoked_at) > (SELECT began_at FROM event_order))
      OR (NOT ended AND revoked_at IS NULL AND days IS NOT NULL
        AND (expiry_told_for IS DISTINCT FROM expires_at OR expiry_told_days > days))
    )
    ORDER BY least(expires_at, revoked_at), id LIMIT ${KEYS_PER_BATCH}
    FOR NO KEY UPDATE OF api_keys SKIP LOCKED`;
}

function noticeOf({ id, label, expiresAt, revokedAt, days }: DueKey): EventFact {
  if (days !== null && expiresAt) {
    return event("key.expiring", { subject: id, data: { label, expiresAt, days } });
  }
  if (expiresAt && (revokedAt === null || expiresAt < revokedAt)) {
    const expired = { subject: id, data: { label, expiresAt } };
    return event("key.expired", { ...expired, occurredAt: expiresAt });
  }
  const revoked = { subject: id, data: { label, wasScheduled: true } };
  return event("key.revoked", { ...revoked, ...(revokedAt && { occurredAt: revokedAt }) });
}
