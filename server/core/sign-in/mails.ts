import type { Ctx } from "../kernel/actor";
import { mailType } from "../kernel/mail-type";
import { moment } from "../values/phrases";
import { type Device, deviceOf } from "./user-agent";

/** When something happened to an account, and from where; null if unknown. */
type Where = { at: Date; address: string | null };

const EXAMPLE: Where = { at: new Date("2026-11-24T09:30:00Z"), address: "203.0.113.7" };
const REASON = "You're receiving this email because it's about the security of your account.";
const NOT_YOU =
  "If this wasn't you, reset your password, and let your team's owner or support know.";
const RESET = { label: "Reset password", path: "/forgot-password" };

const rows = ({ at, address }: Where): [string, string][] => [
  ["Time", moment(at.toISOString())],
  ["IP address", address ?? "Unknown"],
];

export const PASSWORD_CHANGED = mailType<Where>("user.password_changed", {
  message: (where) => ({
    subject: "Your password was changed",
    paragraphs: [
      "The password of your account was changed. All other sessions were signed out.",
      NOT_YOU,
    ],
    facts: rows(where),
    button: RESET,
    reason: REASON,
  }),
  example: EXAMPLE,
});

export const SIGNED_IN_ANEW = mailType<Where & { device: Device }>("user.signed_in", {
  message: ({ device: { browser, system }, ...where }) => ({
    subject: "New sign-in to your account",
    paragraphs: [
      "Someone signed in to your account from a network that hasn't been used in the last 30 days.",
      NOT_YOU,
    ],
    facts: [
      ["Device", [browser, system].filter(Boolean).join(" on ") || "Unknown"],
      ...rows(where),
    ],
    button: RESET,
    reason: REASON,
  }),
  example: { ...EXAMPLE, device: { browser: "Firefox", system: "Linux" } },
});

const FACTOR_CHANGES = {
  enabled: "Two-factor authentication was turned on.",
  disabled: "Two-factor authentication was turned off.",
  reset: "A team owner or the platform team turned off your two-factor authentication.",
  codes: "New recovery codes were created. The old ones no longer work.",
} as const;

type FactorChange = Where & { change: keyof typeof FACTOR_CHANGES };

export const SECOND_FACTOR_CHANGED = mailType<FactorChange>("user.second_factor_changed", {
  message: ({ change, ...where }) => ({
    subject: "Your two-factor authentication was changed",
    paragraphs: [FACTOR_CHANGES[change], NOT_YOU],
    // Of somebody else's action, the address is that person's.
    ...(change !== "reset" && { facts: rows(where) }),
    button: RESET,
    reason: REASON,
  }),
  example: { ...EXAMPLE, change: "disabled" },
});

/** The time of this call, and the client's address. */
export const whereOf = ({ clock, address }: Pick<Ctx, "clock" | "address">): Where => ({
  at: clock.now(),
  address,
});

export const signInData = (
  ctx: Pick<Ctx, "clock" | "address">,
  userAgent: string | null,
): Where & { device: Device } => ({ ...whereOf(ctx), device: deviceOf(userAgent) });
