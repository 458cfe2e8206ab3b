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
const SPENT = "this link was used already or has expired: ask for a new one";

/** A user with the token of the one-time link that leads to choosing a password. */
export type Invitation = {
  userId: string;
  email: string;
  token: string;
  kind: LinkKind;
  expiresAt: Date;
};

/** Makes the user without a password, and the invite. Throws `conflict` on a known address. */
export async function inviteInto(
  tx: Tx,
  input: { now: Date; email: string; role: Role; partnerId: string | null },
): Promise<Invitation> {
  const user = await tx.user
    .create({
      data: {
        id: newId("user", input.now.getTime()),
        email: input.email,
        emailKey: emailKey(input.email),
        role: input.role,
        partnerId: input.partnerId,
        createdAt: input.now,
      },
    })
    .catch(conflictOn("email", "this email address already has an account"));
  return issueLink(tx, { now: input.now, user, kind: "invite" });
}

/** A new link of 256 random bits; those that the user had before are void. */
export async function issueLink(
  tx: Tx,
  input: { now: Date; user: { id: string; email: string }; kind: LinkKind },
): Promise<Invitation> {
  const token = randomBytes(32).toString("base64url");
  const { user, kind } = input;
  const expiresAt = new Date(input.now.getTime() + LIFETIME_MS[kind]);
  await tx.oneTimeLink.deleteMany({ where: { userId: user.id } });
  await tx.oneTimeLink.create({
    data: {
      id: newId("link", input.now.getTime()),
      userId: user.id,
      kind,
      tokenHash: sha256(token),
      createdAt: input.now,
      expiresAt,
    },
  });
  return { userId: user.id, email: user.email, token, kind, expiresAt };
}

/** Whose link this is, while it can still be used. Throws `not_found`. */
export async function readLink(
  ctx: Ctx,
  token: string,
): Promise<{ email: string; kind: LinkKind; partnerId: string | null }> {
  const link = await ctx.db.oneTimeLink.findUnique({
    where: { tokenHash: sha256(token), usedAt: null, expiresAt: { gt: ctx.clock.now() } },
    include: { user: true },
  });
  if (!link) fail("not_found", { message: SPENT });
  return { email: link.user.email, kind: link.kind, partnerId: link.user.partnerId };
}

/** Sets the password that was chosen, spends the link and ends all sessions. Throws `not_found`. */
export async function redeemLink(
  ctx: Ctx,
  input: { token: string; password: string },
): Promise<{ email: string }> {
  const { partnerId } = await readLink(ctx, input.token);
  const passwordHash = await ctx.passwords.forClient(ctx.address, (hasher) =>
    hasher.hash(input.password),
  );
  const now = ctx.clock.now();
  return change(ctx, { action: "user.password_set", partnerId }, async (tx) => {
    // The update itself decides: of two at once only one finds the link unused.
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
