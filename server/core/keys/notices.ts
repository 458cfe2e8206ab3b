import type { Core, Tx } from "../kernel/actor";
import { type EventFact, event } from "../kernel/event";
import { NOTICE_DAYS } from "./attention";
import { KEY_EVENTS } from "./events";
import type { KeyRow } from "./view";

const DAY_MS = 86_400_000;
/** Small, so that no sweep holds locks for long. */
const KEYS_PER_BATCH = 100;
/** Keys that end later are not due. */
const MAX_DAYS = Math.max(...NOTICE_DAYS);

type ExpiryNotice = Pick<KeyRow, "expiryToldFor" | "expiryToldDays">;

/**
 * The columns of a key whose expiration is set now: notices that would be due at once are left out,
 * because the person who sets it knows. That none was sent shows in `expiryToldFor`.
 */
export function initialNotice(expiresAt: Date | null, now: Date): ExpiryNotice {
  return { expiryToldFor: null, expiryToldDays: expiresAt && dueDays(expiresAt, now) };
}

/** Makes the notices of a key due again whose successor is revoked: nothing replaces it now. */
export async function noticeAgain(tx: Tx, keyId: string): Promise<void> {
  const data = { expiryToldFor: null, expiryToldDays: null };
  await tx.apiKey.updateMany({ where: { id: keyId, expiresAt: { not: null } }, data });
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
      UPDATE api_keys SET expiry_told_for = expires_at, expiry_told_days = notice.days
      FROM json_to_recordset(${expiring}::json) AS notice (id text, days smallint)
      WHERE api_keys.id = notice.id`;
    return keys.length;
  });
}

// Another process writes the events of the keys that it has locked.
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
    WHERE end_told_at IS NULL
      AND least(expires_at, revoked_at) <= ${now}::timestamptz + ${MAX_DAYS} * interval '1 day'
      AND ((ended AND least(expires_at, revoked_at) > (SELECT began_at FROM event_order))
        OR (NOT ended AND revoked_at IS NULL AND days IS NOT NULL
          AND (expiry_told_days IS NULL OR expiry_told_days > days
            OR expiry_told_for <> expires_at)))
    ORDER BY least(expires_at, revoked_at), id LIMIT ${KEYS_PER_BATCH}
    FOR NO KEY UPDATE OF api_keys SKIP LOCKED`;
}

function noticeOf({ id, label, expiresAt, revokedAt, days }: DueKey): EventFact {
  if (days !== null && expiresAt) {
    return event(KEY_EVENTS["key.expiring"], { subject: id, data: { label, expiresAt, days } });
  }
  if (expiresAt && (revokedAt === null || expiresAt < revokedAt)) {
    const expired = { subject: id, data: { label, expiresAt } };
    return event(KEY_EVENTS["key.expired"], { ...expired, occurredAt: expiresAt });
  }
  const revoked = { subject: id, data: { label, wasScheduled: true } };
  return event(KEY_EVENTS["key.revoked"], {
    ...revoked,
    ...(revokedAt && { occurredAt: revokedAt }),
  });
}
