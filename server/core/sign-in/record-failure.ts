import type { Action } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { change } from "../kernel/change";
import { type Quota, takeQuotas } from "../kernel/quota";
import { networkOf } from "../values/addresses";

const FAILURES_PER_NETWORK = 50;
const FAILURES_PER_ACCOUNT = 100;
/** More wrong codes than an account's limit allows in a day: each one follows a right password. */
const WRONG_CODES_PER_ACCOUNT = 500;
/** For all attempts with unknown addresses together: at most 365,000 rows a year. */
const FAILURES_OF_UNKNOWN = 1_000;

type Failure = {
  action: Action<"user.sign_in_failed" | "user.proof_failed">;
  /** The account; null if no account has that name. */
  user: { id: string; partnerId: string | null } | null;
  reason: "password" | "code" | "disabled";
};

/**
 * Writes a failed sign-in or a failed identity check to the audit log. With an account, it is
 * recorded in the account's partner; without one, only operators see it, and the typed name is left
 * out. Over the daily quota of the network and the account it writes nothing. Known and unknown
 * accounts cost the same queries.
 */
export async function recordFailure(ctx: Ctx, { action, user, reason }: Failure): Promise<void> {
  const now = ctx.clock.now();
  const quotas = quotasOf(ctx, { user, reason });
  // Not targeted at the partner: an attempt must not wait for a change of the partner.
  await change(ctx, { action, partnerId: null }, async (tx) => ({
    result: undefined,
    subject: user?.id ?? "unknown",
    partnerId: user?.partnerId ?? undefined,
    detail: { reason: user ? reason : "unknown" },
    unchanged: !(await takeQuotas(tx, quotas, now)),
  }));
}

function quotasOf({ address }: Ctx, { user, reason }: Omit<Failure, "action">): Quota[] {
  // With a quota of their own, so that wrong passwords can't hide them.
  if (user && reason === "code") {
    return [{ subject: ["wrong codes of", user.id], perDay: WRONG_CODES_PER_ACCOUNT }];
  }
  const account: Quota = user
    ? { subject: ["failures of", user.id], perDay: FAILURES_PER_ACCOUNT }
    : { subject: ["failures of unknown"], perDay: FAILURES_OF_UNKNOWN };
  if (address === null) return [account];
  return [{ subject: ["failures", networkOf(address)], perDay: FAILURES_PER_NETWORK }, account];
}
