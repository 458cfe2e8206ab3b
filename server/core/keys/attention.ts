/** The partner is notified so many days before a key expires. */
export const NOTICE_DAYS = [30, 7, 1] as const;

/**
 * In SQL, whether a key needs attention because it expires soon: its partner was notified of this
 * expiration, the key has neither ended nor been replaced, and the partner is not terminated: nobody
 * could extend it. The one rule of the overview and the notifications. It asks no clock, so that both
 * change at the same time, and leaves out a key that was created a few days before it expires.
 */
export const expiresSoon = (key: string): string => `(${key}.expiry_told_for = ${key}.expires_at
  AND ${key}.revoked_at IS NULL AND ${key}.end_told_at IS NULL
  AND NOT EXISTS (SELECT FROM api_keys AS successor WHERE successor.replaces_id = ${key}.id
    AND successor.revoked_at IS NULL)
  AND EXISTS (SELECT FROM partners WHERE partners.id = ${key}.partner_id
    AND partners.terminated_at IS NULL))`;
