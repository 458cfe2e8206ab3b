import { Prisma } from "../../../prisma/client/client";
import type { Ctx, Tx } from "../kernel/actor";
import { change } from "../kernel/change";
import { fail, refuse } from "../kernel/errors";
import { actionOn } from "./action-on";
import { endHold } from "./end-hold";
import { MAX_ATTEMPTS } from "./limits";
import { eventIdsIn, findEnabled, LAST_ID, type OfEndpoint } from "./queries";
import type { ResendRange } from "./schema";

/** Deliveries that are resent at once, so that no transaction takes more than a second or so. */
const MAX_RESENT = 10_000;

/**
 * Sends a delivery again, whatever its status. Throws `conflict` if the endpoint is disabled, or
 * after MAX_ATTEMPTS.
 */
export async function resendDelivery(
  ctx: Ctx,
  { eventId, ...of }: OfEndpoint & { eventId: string },
): Promise<void> {
  const { id, partnerId, url } = await findEnabled(ctx, of);
  await change(ctx, { action: actionOn({ partnerId }, "resent"), partnerId }, async (tx) => {
    const one = Prisma.sql`endpoint_id = ${id} AND event_id = ${eventId}
      AND attempts < ${MAX_ATTEMPTS}`;
    const count = await queueAgain(tx, one);
    if (count === 0) await failUnsent(tx, { endpointId: id, eventId });
    await endHold(tx, id);
    return { result: undefined, subject: id, detail: { url, event: eventId } };
  });
}

async function failUnsent(tx: Tx, where: { endpointId: string; eventId: string }): Promise<never> {
  if ((await tx.webhookDelivery.count({ where })) === 0) {
    fail("not_found", { message: "Delivery not found." });
  }
  fail("conflict", { message: `It was sent ${MAX_ATTEMPTS} times. It can't be sent again.` });
}

/**
 * Sends the deliveries of a range again, but none after MAX_ATTEMPTS, and returns how many. Throws
 * `conflict` if the endpoint is disabled, and `validation_failed` for a range with more than 10,000.
 */
export async function resendDeliveries(
  ctx: Ctx,
  { which, from, to, ...of }: OfEndpoint & ResendRange,
): Promise<{ count: number }> {
  const { id, partnerId, url } = await findEnabled(ctx, of);
  const { gte = "", lt = LAST_ID } = eventIdsIn({ from, to });
  const status = which === "failed" ? Prisma.sql`= 'failed'` : Prisma.sql`<> 'pending'`;
  const range = Prisma.sql`endpoint_id = ${id} AND status ${status}
    AND event_id >= ${gte} AND event_id < ${lt} AND attempts < ${MAX_ATTEMPTS}`;
  return change(ctx, { action: actionOn({ partnerId }, "resent"), partnerId }, async (tx) => {
    const [found] = await tx.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM (
        SELECT FROM webhook_deliveries WHERE ${range} LIMIT ${MAX_RESENT + 1}
      ) AS found`;
    const count = found?.count ?? 0;
    if (count > MAX_RESENT) {
      const message = `More than ${MAX_RESENT.toLocaleString("en")} deliveries. Choose a shorter period.`;
      refuse({ path: "from", message });
    }
    if (count === 0) return { result: { count }, subject: id, unchanged: true };
    await queueAgain(tx, range);
    await endHold(tx, id);
    return { result: { count }, subject: id, detail: { url, count } };
  });
}

/** Queues these deliveries as new ones, due at once by the clock of the queue: the database's. */
function queueAgain(tx: Tx, which: Prisma.Sql): Promise<number> {
  return tx.$executeRaw`
    UPDATE webhook_deliveries SET status = 'pending', next_attempt_at = now(), tries = 0
    WHERE ${which}`;
}
