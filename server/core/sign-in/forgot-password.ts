import { setTimeout as pause } from "node:timers/promises";
import type { Core, Ctx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { type Quota, secondsUntilTomorrow, takeQuotas } from "../kernel/quota";
import { issueLink } from "../team/links";
import { networkOf } from "../values/addresses";
import { emailKey } from "../values/text";
import { USER_RESET_REQUESTED } from "./actions";

/** Requests of one network per day, whatever the accounts. */
const PER_NETWORK = 30;
/** Links to one account per day. Each is valid for an hour, so that at most these are. */
const PER_ACCOUNT = 3;
/**
 * The duration of every response: longer than the work for an account takes, so that it does not
 * show whether there is one.
 */
const RESPONSE_MS = 500;

/**
 * Sends a link for choosing a new password to the account with this email address, if there is one.
 * The result and its time are the same if there is none, and if it got too many links today. Throws
 * `not_found` without a mail server, and `too_many_attempts` for the network.
 */
export async function requestPasswordReset(
  core: Core,
  input: { email: string; address: string | null },
): Promise<void> {
  if (!core.mail.isOn) fail("not_found");
  const [outcome] = await Promise.allSettled([request(core, input), pause(RESPONSE_MS)]);
  if (outcome.status === "rejected") throw outcome.reason;
}

async function request(
  core: Core,
  { email, address }: { email: string; address: string | null },
): Promise<void> {
  const key = emailKey(email);
  const now = core.clock.now();
  const network = address === null ? "unknown" : networkOf(address);
  const ofNetwork: Quota = { subject: ["resets from", network], perDay: PER_NETWORK };
  if (!(await core.transact((tx) => takeQuotas(tx, [ofNetwork], now)))) {
    fail("too_many_attempts", {
      message: `You can request at most ${PER_NETWORK} links a day.`,
      details: { retry_after_seconds: secondsUntilTomorrow(now) },
    });
  }
  // Counted for unknown accounts too: a refusal must not show which exist.
  const account: Quota = { subject: ["resets of", key], perDay: PER_ACCOUNT };
  if (!(await core.transact((tx) => takeQuotas(tx, [account], now)))) return;
  const user = await core.db.user.findUnique({
    where: { emailKey: key },
    include: { partner: true },
  });
  if (!user || user.disabledAt !== null) return;
  // Nobody joins a terminated partner any more.
  if (!user.passwordHash && user.partner?.terminatedAt) return;
  const ctx: Ctx = { ...core, actor: { kind: "system", name: "sign-in" }, address };
  const target = { action: USER_RESET_REQUESTED, partnerId: user.partnerId } as const;
  await change(ctx, target, async (tx) => {
    const kind = user.passwordHash ? "reset" : "invite";
    await issueLink(tx, ctx, { user, kind, keepsOthers: true });
    return { result: undefined, subject: user.id, detail: { email: user.email } };
  });
}
