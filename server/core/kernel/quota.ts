import { hash } from "node:crypto";
import type { Tx } from "./actor";

/** How often a subject may do something per UTC day. */
export type Quota = { subject: readonly string[]; perDay: number };

/** Old rows that each write deletes, so that no separate cleanup is needed. */
const CLEANED_AT_ONCE = 10;

/** The seconds until quotas begin anew, at midnight UTC. */
export function secondsUntilTomorrow(now: Date): number {
  const tomorrow = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return Math.ceil((tomorrow - now.getTime()) / 1000);
}

/** Takes one from each quota, in the given order; false if one is used up for the day. */
export async function takeQuotas(tx: Tx, quotas: readonly Quota[], now: Date): Promise<boolean> {
  const day = now.toISOString().slice(0, 10);
  await tx.$executeRaw`
    DELETE FROM audit_quotas WHERE subject IN (
      SELECT subject FROM audit_quotas WHERE day < ${day}::date
      LIMIT ${CLEANED_AT_ONCE} FOR UPDATE SKIP LOCKED)`;
  for (const quota of quotas) {
    if (!(await takeOne(tx, quota, day))) return false;
  }
  return true;
}

async function takeOne(tx: Tx, { subject, perDay }: Quota, day: string): Promise<boolean> {
  // Hashed, so that the table does not list addresses.
  const name = hash("sha256", JSON.stringify(subject), "hex");
  // ON CONFLICT locks the row even if it then changes nothing. A quota that is used up is only read,
  // so that a flood does not wait in line for the row that all of it shares.
  const taken = await tx.$queryRaw<unknown[]>`
    INSERT INTO audit_quotas AS q (subject, day, used)
    SELECT ${name}, ${day}::date, 1 WHERE NOT EXISTS (
      SELECT 1 FROM audit_quotas
      WHERE subject = ${name} AND day = ${day}::date AND used >= ${perDay})
    ON CONFLICT (subject) DO UPDATE SET
      day = excluded.day,
      used = CASE WHEN q.day = excluded.day THEN q.used + 1 ELSE 1 END
    WHERE q.day <> excluded.day OR q.used < ${perDay}
    RETURNING used`;
  return taken.length > 0;
}
