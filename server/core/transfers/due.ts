import { Prisma } from "../../../prisma/client/client";
import type { OfPartner, Tx } from "../kernel/actor";
import type { DueReason } from "./schema";

/**
 * Whether a payout `payout` of `partner` is owed and in no transfer that may pay it. A transfer that
 * failed or was canceled has given it back.
 */
export const IS_OWED = Prisma.sql`(payout.status <> 'paid' AND NOT EXISTS (
  SELECT FROM transfer_payouts AS link WHERE link.payout_id = payout.id AND link.is_active))`;

/** Whether it need not wait any longer. A negative one never does: what is owed to us comes first. */
export const isRipe = (now: Date) => Prisma.sql`(payout.amount < 0
  OR payout.created_at + partner.hold_days * interval '24 hours' <= ${now}::timestamptz)`;

/** Less than this is not transferred. A terminated partner earns nothing that could add to it. */
export const MINIMUM = Prisma.sql`(CASE WHEN partner.terminated_at IS NULL
  THEN partner.minimum_payout ELSE 0 END)`;

/** What decides whether a sum is transferred. In minor units. */
export type DueFacts = {
  amount: bigint;
  /** Whether payouts wait for their hold to end. */
  hasHeld: boolean;
  minimumPayout: bigint;
  hasPayoutDetails: boolean;
};

/** Why the sum can't be paid now; null if it can. */
export function reasonAgainst(due: DueFacts): DueReason | null {
  if (due.amount <= 0n) return due.hasHeld ? "on_hold" : "not_positive";
  if (due.amount < due.minimumPayout) return "below_minimum";
  return due.hasPayoutDetails ? null : "no_payout_details";
}

/** The minimum of a partner that change() has locked. */
export async function minimumOf(tx: Tx, partnerId: string): Promise<bigint> {
  const [row] = await tx.$queryRaw<{ minimum: bigint }[]>`
    SELECT ${MINIMUM}::bigint AS minimum FROM partners AS partner WHERE id = ${partnerId}`;
  if (!row) throw new Error("the locked partner is gone");
  return row.minimum;
}

type Locked = { id: string; amount: bigint; isRipe: boolean };

/**
 * The payouts that a transfer takes now, locked: nobody else marks them until the transaction ends.
 * change() has locked the partner.
 */
export async function lockDue(
  tx: Tx,
  { partnerId, currency, now }: OfPartner & { currency: string; now: Date },
): Promise<{ ids: string[]; amount: bigint; hasHeld: boolean }> {
  const rows = await tx.$queryRaw<Locked[]>`
    SELECT payout.id, payout.amount, ${isRipe(now)} AS "isRipe"
    FROM payouts AS payout JOIN partners AS partner ON partner.id = payout.partner_id
    WHERE payout.partner_id = ${partnerId} AND payout.currency = ${currency} AND ${IS_OWED}
    ORDER BY payout.id FOR NO KEY UPDATE OF payout`;
  const ripe = rows.filter((row) => row.isRipe);
  return {
    ids: ripe.map(({ id }) => id),
    amount: ripe.reduce((sum, { amount }) => sum + amount, 0n),
    hasHeld: ripe.length < rows.length,
  };
}
