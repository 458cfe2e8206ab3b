import type { Core } from "../kernel/actor";

const ROWS_AT_ONCE = 100;

/**
 * Reseals payout details under the current NEXTAUTH_SECRET, so that the previous one can be removed.
 * Returns how many; those that no known secret opens are left unchanged.
 */
export async function resealPayoutDetails(core: Core): Promise<number> {
  const { sealedBy, reseal } = core.payoutDetails.seals;
  let resealed = 0;
  for (let after = ""; ; ) {
    const rows = await core.db.payoutDetails.findMany({
      where: { sealedBy: { not: sealedBy }, id: { gt: after } },
      orderBy: { id: "asc" },
      take: ROWS_AT_ONCE,
    });
    for (const { id, sealed: bytes, sealedBy: by } of rows) {
      const sealed = reseal({ bytes, by }, id);
      if (sealed === null) continue;
      const { count } = await core.transact((tx) =>
        tx.payoutDetails.updateMany({
          where: { id, sealedBy: by },
          data: { sealed: sealed.bytes, sealedBy: sealed.by },
        }),
      );
      resealed += count;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return resealed;
    after = last.id;
  }
}
