import type { Core } from "../kernel/actor";

/**
 * Reseals the tokens of mails that wait under the current NEXTAUTH_SECRET, so that the previous one
 * can be removed. Returns how many; one that no known secret opens is left unchanged.
 */
export async function resealMailTokens(core: Core): Promise<number> {
  const { sealedBy, reseal } = core.mail.tokens;
  const rows = await core.db.mail.findMany({
    where: { status: "pending", sealedBy: { not: sealedBy } },
    select: { id: true, sealed: true, sealedBy: true },
  });
  let resealed = 0;
  for (const { id, sealed: bytes, sealedBy: by } of rows) {
    const sealed = bytes && by ? reseal({ bytes, by }, id) : null;
    if (sealed === null) continue;
    // One that was sent meanwhile is left alone.
    const { count } = await core.transact((tx) =>
      tx.mail.updateMany({
        where: { id, status: "pending", sealedBy: by },
        data: { sealed: sealed.bytes, sealedBy: sealed.by },
      }),
    );
    resealed += count;
  }
  return resealed;
}
