import { randomBytes } from "node:crypto";
import type { LinkKind, Role } from "../../../prisma/client/client";
import type { Ctx, Tx } from "../actor";
import { change } from "../change";
import { fail } from "../errors";
import { newId } from "../ids";
import { sha256 } from "../sha256";
import { emailKey } from "../text";
import { conflictOn } from "../unique";

const LIFETIME_MS: Record<LinkKind, number> = {
  invite: 7 * 24 * 3_600_000,
  reset: 3_600_000,
};
const SPENT = "This link has expired or has already been used.";

/** A user with the token of a one-time link for choosing a password. */
export type Invitation = {
  userId: string;
  email: string;
  token: string;
  kind: LinkKind;
  expiresAt: Date;
};

/**
 * Creates a user without a password, and the invite. Throws `conflict` if the email address is
 * taken.
 */
export async function inviteInto(
  tx: Tx,
  ctx: Ctx,
  input: { email: string; role: Role; partnerId: string | null },
): Promise<Invitation> {
  const now = ctx.clock.now();
  const user = await tx.user
    .create({
      data: {
        id: newId("user", now.getTime()),
        email: input.email,
        emailKey: emailKey(input.email),
        role: input.role,
        partnerId: input.partnerId,
        createdAt: now,
      },
    })
    .catch(conflictOn("email", "This email address already has an account."));
  return issueLink(tx, ctx, { user, kind: "invite" });
}

/** Issues a new link with 256 random bits; the user's earlier links become invalid. */
export async function issueLink(
  tx: Tx,
  ctx: Ctx,
  { user, kind }: { user: { id: string; email: string }; kind: LinkKind },
): Promise<Invitation> {
  const token = randomBytes(32).toString("base64url");
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[kind]);
  await tx.oneTimeLink.deleteMany({ where: { userId: user.id } });
  await tx.oneTimeLink.create({
    data: {
      id: newId("link", now.getTime()),
      userId: user.id,
      makerId: "userId" in ctx.actor ? ctx.actor.userId : null,
      kind,
      tokenHash: sha256(token),
      createdAt: now,
      expiresAt,
    },
  });
  return { userId: user.id, email: user.email, token, kind, expiresAt };
}

/**
 * Ends the unused links that someone created: they must not work after their creator lost the
 * permission.
 */
export async function endLinksMadeBy(tx: Tx, userId: string): Promise<void> {
  await tx.oneTimeLink.deleteMany({ where: { makerId: userId, usedAt: null } });
}

/** The user of a link that can still be used. Throws `not_found`. */
export async function readLink(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{ email: string; kind: LinkKind; partnerId: string | null }> {
  const link = await ctx.db.oneTimeLink.findUnique({
    where: { tokenHash: sha256(token), usedAt: null, expiresAt: { gt: ctx.clock.now() } },
    include: { user: true },
  });
  if (!link) fail("not_found", { message: SPENT });
  return { email: link.user.email, kind: link.kind, partnerId: link.user.partnerId };
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
  return change(ctx, { action: "user.password_set", partnerId }, async (tx) => {
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
    return { result: { email: user.email }, subject: user.id, detail: { by: link.kind } };
  });
}
