import type { Prisma } from "../../../prisma/client/client";
import { assertOperator } from "../access";
import type { Ctx } from "../actor";
import { assertOwner, type OfOwner } from "./queries";

/** An endpoint without a success for so long needs attention. */
const FAILING_FOR_MS = 30 * 60_000;

const MAX_SHOWN = 10;

/** An endpoint that fails, or that was disabled because it did. */
export type BrokenEndpoint = {
  id: string;
  url: string;
  /** Null: the platform's own. */
  partner: { code: string; name: string } | null;
  /** `failing`: no success for half an hour. `disabled`: by the platform, after days or a 410. */
  problem: "failing" | "disabled";
  /** The first failure since the last success, or when it was disabled. */
  since: Date;
};

export type BrokenEndpoints = { data: BrokenEndpoint[]; hasMore: boolean };

/** The owner's endpoints that need attention, those with the oldest problems first; at most ten. */
export function brokenEndpoints(ctx: Ctx, { partnerId }: OfOwner): Promise<BrokenEndpoints> {
  assertOwner(ctx, { partnerId });
  return read(ctx, { partnerId });
}

/** The same of all partners and the platform, for operators. */
export function allBrokenEndpoints(ctx: Ctx): Promise<BrokenEndpoints> {
  assertOperator(ctx);
  return read(ctx, {});
}

/** The condition of endpoints that need attention. */
export function isBroken(now: Date): Prisma.WebhookEndpointWhereInput {
  return {
    OR: [
      { status: "enabled", failingSince: { lte: new Date(now.getTime() - FAILING_FOR_MS) } },
      { status: "disabled", disabledReason: { in: ["failing", "gone"] } },
    ],
  };
}

async function read(ctx: Ctx, owner: Prisma.WebhookEndpointWhereInput): Promise<BrokenEndpoints> {
  const rows = await ctx.db.webhookEndpoint.findMany({
    where: { ...owner, ...isBroken(ctx.clock.now()) },
    // Those that still fail first: events are being missed.
    orderBy: [{ status: "asc" }, { failingSince: "asc" }, { id: "asc" }],
    take: MAX_SHOWN + 1,
    include: { partner: { select: { code: true, name: true } } },
  });
  const data = rows.slice(0, MAX_SHOWN).map(
    ({ id, url, partner, status, failingSince, disabledAt, createdAt }): BrokenEndpoint => ({
      id,
      url,
      partner,
      problem: status === "enabled" ? "failing" : "disabled",
      since: (status === "enabled" ? failingSince : disabledAt) ?? createdAt,
    }),
  );
  return { data, hasMore: rows.length > MAX_SHOWN };
}
