import { randomBytes } from "node:crypto";
import type { LinkKind, Role } from "../../../prisma/client/client";
import type { Ctx, Tx } from "../kernel/actor";
import { newId } from "../kernel/ids";
import { type Quota, takeQuotas } from "../kernel/quota";
import { conflictOn } from "../kernel/unique";
import { writeMails } from "../mail/mutations";
import { sha256 } from "../values/sha256";
import { emailKey } from "../values/text";
import { LINK_MAILS } from "./mails";

const LIFETIME_MS: Record<LinkKind, number> = {
  invite: 7 * 24 * 3_600_000,
  reset: 3_600_000,
};

/** Mails with links per day, to one address and by one person. */
const MAILS_TO_ADDRESS = 5;
const MAILS_BY_PERSON = 100;

/** A user with the token of a one-time link for choosing a password. */
export type Invitation = {
  userId: string;
  email: string;
  token: string;
  kind: LinkKind;
  expiresAt: Date;
  /** Whether the link is sent by mail. If not, its creator has to pass it on. */
  isMailed: boolean;
};

/** The user of a link. `partnerId` is null for operators. */
type Holder = { id: string; email: string; partnerId: string | null };

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

/**
 * Issues a new link with 256 random bits, and mails it if mail is configured. The user's earlier
 * links become invalid, unless `keepsOthers`: anyone can ask for the link of a forgotten password.
 */
export async function issueLink(
  tx: Tx,
  ctx: Ctx,
  { user, kind, keepsOthers = false }: { user: Holder; kind: LinkKind; keepsOthers?: boolean },
): Promise<Invitation> {
  const token = randomBytes(32).toString("base64url");
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[kind]);
  const id = newId("link", now.getTime());
  if (!keepsOthers) await tx.oneTimeLink.deleteMany({ where: { userId: user.id } });
  await tx.oneTimeLink.create({
    data: {
      id,
      userId: user.id,
      makerId: "userId" in ctx.actor ? ctx.actor.userId : null,
      kind,
      tokenHash: sha256(token),
      createdAt: now,
      expiresAt,
    },
  });
  const link = { id, token, kind, expiresAt };
  const isMailed = await mailLink(tx, ctx, { user, link });
  return { userId: user.id, email: user.email, token, kind, expiresAt, isMailed };
}

type Link = { id: string; token: string; kind: LinkKind; expiresAt: Date };

/** False without a mail server, and over the day's limit. */
async function mailLink(
  tx: Tx,
  ctx: Ctx,
  { user, link: { id, token, kind, expiresAt } }: { user: Holder; link: Link },
): Promise<boolean> {
  if (!ctx.mail.isOn) return false;
  const by = "userId" in ctx.actor ? ctx.actor.userId : null;
  const quotas: Quota[] = [
    { subject: ["link mails to", emailKey(user.email)], perDay: MAILS_TO_ADDRESS },
    ...(by === null ? [] : [{ subject: ["link mails by", by], perDay: MAILS_BY_PERSON }]),
  ];
  if (!(await takeQuotas(tx, quotas, ctx.clock.now()))) return false;
  const partner =
    user.partnerId === null
      ? null
      : await tx.partner.findUniqueOrThrow({ where: { id: user.partnerId } });
  const { name, message } = LINK_MAILS[kind];
  const mail = {
    userId: user.id,
    address: user.email,
    type: name,
    fact: `link:${id}`,
    message: message({ partner: partner?.name ?? null, expiresAt }),
    isOptional: false,
    token,
    expiresAt,
  };
  return (await writeMails(tx, ctx, [mail])) > 0;
}

/**
 * Ends the unused links that someone created: they must not work after their creator lost the
 * permission.
 */
export async function endLinksMadeBy(tx: Tx, userId: string): Promise<void> {
  await tx.oneTimeLink.deleteMany({ where: { makerId: userId, usedAt: null } });
}

/** Ends the pending invites of a partner's team. */
export async function endInvites(tx: Tx, partnerId: string): Promise<void> {
  const where = { kind: "invite", usedAt: null, user: { partnerId } } as const;
  await tx.oneTimeLink.deleteMany({ where });
}
