import type { Ctx, OfPartner, Tx } from "../kernel/actor";
import { actorLabel, change } from "../kernel/change";
import { fail, refuse } from "../kernel/errors";
import { event } from "../kernel/event";
import { assertExpected, type Expecting } from "../kernel/expected";
import { newId } from "../kernel/ids";
import { conflictOn } from "../kernel/unique";
import { ALERT_CREATED, ALERT_DELETED, ALERT_UPDATED } from "./actions";
import { measure } from "./evaluate";
import { ALERT_EVENTS } from "./events";
import { readTargets } from "./queries";
import { type Alert, type AlertCreate, type AlertUpdate, MAX_ALERTS, thresholdOf } from "./schema";
import { ALERT_KINDS } from "./titles";
import { type AlertRow, alertView } from "./view";

/**
 * Creates an alert. Throws `validation_failed` for a key or endpoint that is not the partner's, and
 * `conflict` at the cap and for a rule that exists.
 */
export async function createAlert(
  ctx: Ctx,
  { partnerId, kind, target, threshold }: OfPartner & AlertCreate,
): Promise<Alert> {
  const now = ctx.clock.now();
  return change(ctx, { action: ALERT_CREATED, partnerId }, async (tx) => {
    await assertTarget(tx, { partnerId, kind, target });
    if ((await tx.alert.count({ where: { partnerId } })) >= MAX_ALERTS) {
      const message = `You've reached the limit of ${MAX_ALERTS} alerts. Delete one first.`;
      fail("conflict", { message, details: { limit: MAX_ALERTS } });
    }
    const row = await tx.alert
      .create({
        data: {
          id: newId("alert", now.getTime()),
          partnerId,
          kind,
          target,
          threshold,
          createdAt: now,
          createdBy: actorLabel(ctx.actor),
        },
      })
      .catch(conflictOn("kind", "This alert already exists. Edit its threshold instead."));
    const view = alertView(row, (await readTargets(tx, [row]))(row));
    return { result: view, subject: row.id, detail: { rule: view.rule } };
  });
}

type Target = OfPartner & Pick<AlertCreate, "kind" | "target">;

async function assertTarget(tx: Tx, { partnerId, kind, target }: Target): Promise<void> {
  if (target === null) return;
  const where = { id: target, partnerId };
  const isEndpoint = kind === "endpoint_success";
  const found = isEndpoint
    ? await tx.webhookEndpoint.findFirst({ where })
    : await tx.apiKey.findFirst({ where });
  if (found) return;
  const message = isEndpoint ? "Webhook endpoint not found." : "API key not found.";
  refuse({ path: "target", message });
}

/**
 * Changes the threshold of an alert, which counts from the next evaluation on. Throws `not_found`,
 * and `validation_failed` for a threshold that the kind doesn't have.
 */
export async function updateAlert(
  ctx: Ctx,
  {
    partnerId,
    alertId,
    threshold,
    isExpected,
  }: OfPartner & AlertUpdate & Expecting<{ threshold: number }>,
): Promise<Alert> {
  return change(ctx, { action: ALERT_UPDATED, partnerId }, async (tx) => {
    const before = await findAlert(tx, { partnerId, alertId });
    assertExpected(isExpected, { threshold: before.threshold });
    const parsed = thresholdOf(before.kind).safeParse(threshold);
    if (!parsed.success) {
      refuse({ path: "threshold", message: parsed.error.issues[0]?.message ?? "Not valid." });
    }
    const row = await tx.alert.update({ where: { id: before.id }, data: { threshold } });
    const view = alertView(row, (await readTargets(tx, [row]))(row));
    const detail = { rule: view.rule, before: before.threshold, after: threshold };
    const unchanged = before.threshold === threshold;
    return {
      result: view,
      subject: row.id,
      detail,
      ...(unchanged && { unchanged: true as const }),
    };
  });
}

async function findAlert(
  tx: Tx,
  { partnerId, alertId }: OfPartner & { alertId: string },
): Promise<AlertRow> {
  const row = await tx.alert.findFirst({
    where: { id: alertId, partnerId, kind: { in: [...ALERT_KINDS] } },
  });
  return row ?? fail("not_found", { message: "Alert not found." });
}

/**
 * Deletes an alert. One that is triggered is resolved: whoever received the event opened an incident,
 * and would wait for its end for ever. Throws `not_found`.
 */
export async function deleteAlert(
  ctx: Ctx,
  { partnerId, alertId }: OfPartner & { alertId: string },
): Promise<void> {
  await change(ctx, { action: ALERT_DELETED, partnerId }, async (tx) => {
    const { id } = await findAlert(tx, { partnerId, alertId });
    // As it is deleted: it may have been triggered or resolved since it was found.
    const row = await tx.alert.delete({ where: { id } });
    const { kind, target, threshold, rule } = alertView(row, (await readTargets(tx, [row]))(row));
    const deleted = { result: undefined, subject: id, detail: { rule } };
    if (row.firedAt === null) return deleted;
    const { value } = await measure(tx, row);
    const data = { kind, target, threshold, rule, value };
    return { ...deleted, events: [event(ALERT_EVENTS["alert.resolved"], { subject: id, data })] };
  });
}
