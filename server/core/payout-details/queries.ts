import { assertPartner } from "../kernel/access";
import type { Ctx, OfPartner, ReadDb, Tx } from "../kernel/actor";
import { cutPage, type Page, type Pages, readCursor } from "../kernel/paging";
import type { PayoutDetailsVersion } from "./schema";
import { type DetailsRow, versionView } from "./view";

type Current = { inForce: DetailsRow | null; pending: DetailsRow | null };

/** The version that is used at this time, and the one that waits, each if there is one. */
export async function currentVersions(
  db: ReadDb | Tx,
  { partnerId, now }: OfPartner & { now: Date },
): Promise<Current> {
  const of = { partnerId, canceledAt: null };
  const orderBy = { version: "desc" } as const;
  return {
    inForce: await db.payoutDetails.findFirst({
      where: { ...of, effectiveAt: { lte: now } },
      orderBy,
    }),
    pending: await db.payoutDetails.findFirst({
      where: { ...of, effectiveAt: { gt: now } },
      orderBy,
    }),
  };
}

/** `isNeeded`: there is a payout, and no details that it could be paid to. */
export type PayoutDetails = {
  inForce: PayoutDetailsVersion | null;
  pending: PayoutDetailsVersion | null;
  isNeeded: boolean;
  /** How long a change waits until it is used. */
  waitHours: number;
};

/** Where the partner is paid, masked. */
export async function getPayoutDetails(ctx: Ctx, { partnerId }: OfPartner): Promise<PayoutDetails> {
  assertPartner(ctx, partnerId);
  const now = ctx.clock.now();
  const { inForce, pending } = await currentVersions(ctx.db, { partnerId, now });
  const hasAny = inForce !== null || pending !== null;
  return {
    inForce: inForce && versionView(ctx, inForce, "in_force"),
    pending: pending && versionView(ctx, pending, "pending"),
    isNeeded: !hasAny && (await ctx.db.payout.findFirst({ where: { partnerId } })) !== null,
    waitHours: ctx.payoutDetails.waitHours,
  };
}

/** A page of all versions, the newest first, masked. */
export async function listPayoutDetails(
  ctx: Ctx,
  { partnerId, cursor, limit }: OfPartner & Pages,
): Promise<Page<PayoutDetailsVersion>> {
  assertPartner(ctx, partnerId);
  const of = { list: "payout-details", partnerId, filter: {} };
  const position = readCursor(ctx, of, cursor);
  const now = ctx.clock.now();
  const { inForce } = await currentVersions(ctx.db, { partnerId, now });
  const rows = await ctx.db.payoutDetails.findMany({
    where: { partnerId, ...(position && { version: { lt: Number(position[0]) } }) },
    orderBy: { version: "desc" },
    take: limit + 1,
  });
  const page = cutPage(ctx, of, { rows, limit, position: ({ version }) => [String(version)] });
  const statusOf = (row: DetailsRow) => {
    if (row.canceledAt !== null) return "canceled";
    if (row.effectiveAt > now) return "pending";
    return row.id === inForce?.id ? "in_force" : "former";
  };
  return { ...page, data: page.data.map((row) => versionView(ctx, row, statusOf(row))) };
}
