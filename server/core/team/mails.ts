import type { LinkKind } from "../../../prisma/client/client";
import { mailType } from "../kernel/mail-type";
import { moment } from "../values/phrases";

/** `partner` is the name of the person's partner; null for operators. */
type Link = { partner: string | null; expiresAt: Date };

const WELCOME = "/welcome#";
const EXPIRES_AT = new Date("2026-12-01T09:30:00Z");
const EXAMPLE: Link = { partner: "Acme Hosting", expiresAt: EXPIRES_AT };

const oneUse = (expiresAt: Date) =>
  `The link works once and expires on ${moment(expiresAt.toISOString())}.`;

const INVITED = mailType<Link>("user.invited", {
  message: ({ partner, expiresAt }) => ({
    subject: partner === null ? "You're invited as an operator" : `You're invited to ${partner}`,
    paragraphs: [
      partner === null
        ? "You've been invited to be an operator on Latchkey."
        : `You've been invited to join the ${partner} team on Latchkey.`,
      `Choose a password to finish creating your account. ${oneUse(expiresAt)}`,
    ],
    button: { label: "Choose a password", path: WELCOME },
    reason:
      "You're receiving this email because someone invited this address. If you weren't expecting it, you can ignore it.",
  }),
  example: EXAMPLE,
});

const RESET = mailType<Link>("user.reset", {
  message: ({ expiresAt }) => ({
    subject: "Reset your password",
    paragraphs: [
      `Choose a new password with this link. ${oneUse(expiresAt)}`,
      "Choosing a new password signs you out everywhere. Two-factor authentication stays on. Until then, your current password keeps working.",
    ],
    button: { label: "Choose a new password", path: WELCOME },
    reason:
      "You're receiving this email because a password reset was requested for your account. If you weren't expecting it, you can ignore it.",
  }),
  example: EXAMPLE,
});

/** The mail with which each kind of link is sent. */
export const LINK_MAILS = { invite: INVITED, reset: RESET } as const satisfies Record<
  LinkKind,
  unknown
>;
