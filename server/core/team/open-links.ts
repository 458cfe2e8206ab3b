import type { LinkKind } from "../../../prisma/client/client";
import { assertPartner, within } from "../kernel/access";
import type { Ctx, OfPartner } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { USER_LINK_REVOKED } from "./actions";

/** A one-time link that can still be used. Its token is not stored. */
export type OpenLink = {
  id: string;
  email: string;
  kind: LinkKind;
  /** The email address of the team member who created it; null for operators and the system. */
  madeBy: string | null;
  createdAt: Date;
  expiresAt: Date;
};

/** The open links of a partner's team, newest first; at most one per person. */
export async function listOpenLinks(ctx: Ctx, { partnerId }: OfPartner): Promise<OpenLink[]> {
  assertPartner(ctx, partnerId);
  const rows = await ctx.db.oneTimeLink.findMany({
    where: { user: { partnerId }, usedAt: null, expiresAt: { gt: ctx.clock.now() } },
    orderBy: { id: "desc" },
    include: { user: true, maker: true },
  });
  return rows.map(({ id, kind, createdAt, expiresAt, user, maker }) => ({
    id,
    email: user.email,
    kind,
    // Operators are anonymous to partners.
    madeBy: maker?.partnerId === partnerId ? maker.email : null,
    createdAt,
    expiresAt,
  }));
}

/** Ends an open link at once; its user's account is unchanged. Throws `not_found`. */
export async function revokeLink(ctx: Ctx, { linkId }: { linkId: string }): Promise<void> {
  const link = await ctx.db.oneTimeLink.findFirst({
    where: { id: linkId, user: within(ctx) },
    include: { user: true },
  });
  if (!link) missing();
  const { kind, user } = link;
  await change(ctx, { action: USER_LINK_REVOKED, partnerId: user.partnerId }, async (tx) => {
    const open = { id: linkId, usedAt: null, expiresAt: { gt: ctx.clock.now() } };
    const { count } = await tx.oneTimeLink.deleteMany({ where: open });
    if (count === 0) missing();
    return { result: undefined, subject: user.id, detail: { email: user.email, kind } };
  });
}

function missing(): never {
  return fail("not_found", {
    message: "This link doesn't exist, has expired or has already been used.",
  });
}
