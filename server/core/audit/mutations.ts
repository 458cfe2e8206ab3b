import { personOf } from "../kernel/access";
import type { Ctx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail } from "../kernel/errors";
import { secondsUntilTomorrow, takeQuotas } from "../kernel/quota";
import { LIST_EXPORTED } from "./actions";

/** Far more than a person exports in a day, and few enough for the table. */
const EXPORTS_PER_PERSON = 1_000;

/**
 * Records an export in the audit log of the partner whose rows it has, or of the platform with
 * null, before the first row is sent. Throws `too_many_attempts` after a thousand in a day, so that
 * no export is unrecorded.
 */
export async function recordExport(
  ctx: Ctx,
  { list, filters, partnerId }: { list: string; filters: string[]; partnerId: string | null },
): Promise<void> {
  const { userId } = personOf(ctx);
  const now = ctx.clock.now();
  const quota = { subject: ["exports", userId], perDay: EXPORTS_PER_PERSON };
  await change(ctx, { action: LIST_EXPORTED, partnerId }, async (tx) => {
    if (!(await takeQuotas(tx, [quota], now))) failExport(now);
    return { result: undefined, subject: list, detail: { list, filters } };
  });
}

function failExport(now: Date): never {
  return fail("too_many_attempts", {
    message: `You can export at most ${EXPORTS_PER_PERSON} times a day.`,
    details: { retry_after_seconds: secondsUntilTomorrow(now) },
  });
}
