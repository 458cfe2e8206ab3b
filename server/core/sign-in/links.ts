import type { LinkKind } from "../../../prisma/client/client";
import type { Ctx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { sha256 } from "../values/sha256";
import { USER_PASSWORD_SET } from "./actions";
import { mailAccount } from "./mail-account";
import { PASSWORD_CHANGED, whereOf } from "./mails";

const SPENT = "This link has expired or has already been used.";

/** The user of a link that can still be used. Throws `not_found`. */
export async function readLink(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{ email: string; kind: LinkKind; partnerId: string | null }> {
  const link = await ctx.db.oneTimeLink.findUnique({
    where: { tokenHash: sha256(token), usedAt: null, expiresAt: { gt: ctx.clock.now() } },
    include: { user: { include: { partner: true } } },
  });
  if (!link || isEnded(link)) fail("not_found", { message: SPENT });
  return { email: link.user.email, kind: link.kind, partnerId: link.user.partnerId };
}

type FoundLink = { kind: LinkKind; user: { partner: { terminatedAt: Date | null } | null } };

/** Nobody joins a terminated partner; who has joined may choose a new password. */
function isEnded({ kind, user }: FoundLink): boolean {
  return kind === "invite" && user.partner !== null && user.partner.terminatedAt !== null;
}

/** Sets the chosen password, uses up the link and ends all sessions. Throws `not_found`. */
export async function redeemLink(
  ctx: Ctx,
  input: { token: string; password: string },
): Promise<{ email: string }> {
  const { partnerId } = await readLink(ctx, { token: input.token });
  const passwordHash = await ctx.passwords.forClient(ctx.address, (hasher) =>
    hasher.hash(input.password),
  );
  const now = ctx.clock.now();
  return change(ctx, { action: USER_PASSWORD_SET, partnerId }, async (tx) => {
    // The update itself decides: of two concurrent calls, only one finds the link unused.
    const spent = await tx.oneTimeLink.updateManyAndReturn({
      where: { tokenHash: sha256(input.token), usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
    });
    const [link] = spent;
    if (!link) fail("not_found", { message: SPENT });
    const user = await tx.user.update({
      where: { id: link.userId },
      data: { passwordHash },
    });
    await tx.session.deleteMany({ where: { userId: user.id } });
    await tx.oneTimeLink.deleteMany({ where: { userId: user.id, usedAt: null } });
    if (link.kind === "reset") {
      await mailAccount(tx, ctx, { user, type: PASSWORD_CHANGED, data: whereOf(ctx) });
    }
    return { result: { email: user.email }, subject: user.id, detail: { by: link.kind } };
  });
}
