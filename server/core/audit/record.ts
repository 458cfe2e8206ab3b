import { personOf } from "../access";
import type { Ctx } from "../actor";
import { networkOf } from "../addresses";
import { change } from "../change";
import { fail } from "../errors";
import { type Quota, takeQuotas } from "./quota";

const FAILURES_PER_NETWORK = 50;
const FAILURES_PER_ACCOUNT = 100;
/** Of all attempts with unknown addresses together: 365,000 rows a year at worst. */
const FAILURES_OF_UNKNOWN = 1_000;
/** Far more than a person saves, and little for a table. */
const EXPORTS_PER_PERSON = 1_000;

type Failure = {
  action: "user.sign_in_failed" | "user.proof_failed";
  /** Whose account it was; null where there is no account of that name. */
  user: { id: string; partnerId: string | null } | null;
  reason: "password" | "code" | "disabled";
};

/**
 * Writes a failed sign-in, or a failed proof of who one is, to the audit log: of an account, within its
 * partner, and otherwise without what was typed, for operators only. Beyond the day's bounds of the
 * network and the account it writes nothing. Known and unknown accounts cost the same queries.
 */
export async function recordFailure(ctx: Ctx, { action, user, reason }: Failure): Promise<void> {
  const now = ctx.clock.now();
  const network: Quota[] =
    ctx.address === null
      ? []
      : [{ subject: ["failures", networkOf(ctx.address)], perDay: FAILURES_PER_NETWORK }];
  const account: Quota = user
    ? { subject: ["failures of", user.id], perDay: FAILURES_PER_ACCOUNT }
    : { subject: ["failures of unknown"], perDay: FAILURES_OF_UNKNOWN };
  // Without the partner as the target: an attempt must not wait for a change of the partner.
  await change(ctx, { action, partnerId: null }, async (tx) => ({
    result: undefined,
    subject: user?.id ?? "unknown",
    partnerId: user?.partnerId ?? undefined,
    detail: { reason: user ? reason : "unknown" },
    unchanged: !(await takeQuotas(tx, [...network, account], now)),
  }));
}

/**
 * Writes an export to the audit log before any of it leaves: of the partner whose rows they are, null
 * for everyone's. Throws `too_many_attempts` after a thousand in a day, so that none goes unrecorded.
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
    message: `At most ${EXPORTS_PER_PERSON} exports a day.`,
    details: { retry_after_seconds: Math.ceil((tomorrow - now.getTime()) / 1000) },
  });
}
