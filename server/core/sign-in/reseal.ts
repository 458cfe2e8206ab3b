import type { Core } from "../kernel/actor";

const ROWS_AT_ONCE = 100;

/**
 * Reseals second factors under the current NEXTAUTH_SECRET, so that the previous one can be
 * removed. Returns how many; one that no known secret opens is left unchanged.
 */
export async function resealSecondFactors(core: Core): Promise<number> {
  const { sealedBy } = core.authenticators;
  let resealed = 0;
  for (let after = ""; ; ) {
    const rows = await core.db.secondFactor.findMany({
      where: { sealedBy: { not: sealedBy }, userId: { gt: after } },
      orderBy: { userId: "asc" },
      take: ROWS_AT_ONCE,
    });
    for (const { userId, sealed: bytes, sealedBy: by } of rows) {
      const sealed = core.authenticators.reseal({ userId, sealed: { bytes, by } });
      if (sealed === null) continue;
      // A second factor that was replaced meanwhile is left alone.
      const { count } = await core.transact((tx) =>
        tx.secondFactor.updateMany({
          where: { userId, sealedBy: by, sealed: bytes },
          data: { sealed: sealed.bytes, sealedBy: sealed.by },
        }),
      );
      resealed += count;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return resealed;
    after = last.userId;
  }
}
