import { personOf } from "../access";
import type { Ctx } from "../actor";
import { networkOf } from "../addresses";
import { change } from "../change";
import { fail } from "../errors";
import { type Quota, takeQuotas } from "./quota";

const FAILURES_PER_NETWORK = 50;
const FAILURES_PER_ACCOUNT = 100;
/** More wrong codes than an account's limit allows in a day: each one follows a right password. */
const WRONG_CODES_PER_ACCOUNT = 500;
/** For all attempts with unknown addresses together: at most 365,000 rows a year. */
const FAILURES_OF_UNKNOWN = 1_000;
/** Far more than a person exports in a day, and few enough for the table. */
const EXPORTS_PER_PERSON = 1_000;

type Failure = {
  action: "user.sign_in_failed" | "user.proof_failed";
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

/**
 * Writes an export to the audit log before any row leaves: of the partner whose rows they are, or
 * null for those of all. Throws `too_many_attempts` after a thousand in a day, so that none goes
 * unrecorded.
 */
export async function recordExport(
  ctx: Ctx,
  { list, filters, partnerId }: { list: string; filters: string[]; partnerId: string | null },
): Promise<void> {
  const { userId } = personOf(ctx);
  const now = ctx.clock.now();
  const quota = { subject: ["exports", userId], perDay: EXPORTS_PER_PERSON };
  await change(ctx, { action: "list.exported", partnerId }, async (tx) => {
    if (!(await takeQuotas(tx, [quota], now))) failExport(now);
    return { result: undefined, subject: list, detail: { list, filters } };
  });
}

function failExport(now: Date): never {
  const tomorrow = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return fail("too_many_attempts", {
    message: `You can export at most ${EXPORTS_PER_PERSON} times a day.`,
    details: { retry_after_seconds: Math.ceil((tomorrow - now.getTime()) / 1000) },
  });
}
