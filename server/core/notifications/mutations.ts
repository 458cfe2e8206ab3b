import type { Ctx, Tx } from "../kernel/actor";
import { change } from "../kernel/change";
import { refuse } from "../kernel/errors";
import { assertExpected, type Expecting } from "../kernel/expected";
import type { NotificationType } from "../kernel/notification";
import { mailChoice, NOTIFICATION_GROUPS } from "../kernel/notification";
import { NOTIFICATIONS_SET } from "./actions";
import { groupsFor, reader } from "./queries";
import { insertNotifications, newNotifications } from "./row";
import type { NotificationChoice } from "./schema";

// Read marks are written without change(): what a person has read is nobody's business, so it is in
// no audit log.

/** Marks these as read, of those that are the caller's. Returns how many were not read before. */
export async function markRead(
  ctx: Ctx,
  { ids }: { ids: readonly string[] },
): Promise<{ count: number }> {
  const { userId } = reader(ctx);
  return ctx.transact((tx) =>
    tx.notificationRecipient.updateMany({
      where: { userId, notificationId: { in: [...ids] }, readAt: null },
      data: { readAt: ctx.clock.now() },
    }),
  );
}

/** Marks all as read that the caller has got until now. */
export async function markAllRead(ctx: Ctx): Promise<{ count: number }> {
  const { userId } = reader(ctx);
  return ctx.transact((tx) =>
    tx.notificationRecipient.updateMany({
      where: { userId, readAt: null },
      data: { readAt: ctx.clock.now() },
    }),
  );
}

/**
 * Sets how the caller is mailed about a group. Throws `validation_failed` for a group that the
 * caller gets nothing of, and for security, which is always mailed at once.
 */
export async function setNotificationChoice(
  ctx: Ctx,
  { group, mail, isExpected }: NotificationChoice & Expecting<{ mail: string }>,
): Promise<void> {
  const { userId, role } = reader(ctx);
  if (!groupsFor(role).includes(group)) {
    refuse({ path: "group", message: "You don't get notifications of this kind." });
  }
  if (NOTIFICATION_GROUPS[group].defaults === "fixed") {
    refuse({ path: "group", message: "Security emails can't be turned off." });
  }
  const partnerId = ctx.actor.kind === "user" ? ctx.actor.partnerId : null;
  await change(ctx, { action: NOTIFICATIONS_SET, partnerId }, async (tx) => {
    const create = { userId, choices: {} };
    const row = await tx.notificationPreference.upsert({ where: { userId }, create, update: {} });
    const choices = Object(row.choices) as Record<string, string>;
    const before = mailChoice(group, { role, choices });
    assertExpected(isExpected, { mail: before });
    const unchanged = before === mail;
    if (!unchanged) {
      const data = { choices: { ...choices, [group]: mail } };
      await tx.notificationPreference.update({ where: { userId }, data });
    }
    const detail = { [group]: { before, after: mail } };
    return { result: undefined, subject: userId, detail, unchanged };
  });
}

/** A fact that is in no feed. */
type UnfedFact = {
  type: { name: string } & NotificationType;
  /** Notified of once, however often it is recorded. */
  factId: string;
  subjectId: string;
  data: Record<string, string | number | null>;
  /** What the type would look up of an event. */
  details?: unknown;
  /** Whose people are notified; without it, operators are. */
  partner?: { id: string; code: string; name: string };
};

/** Notifies people of a fact, in the transaction of what it is about. */
export async function recordFact(tx: Tx, { clock }: Pick<Ctx, "clock">, fact: UnfedFact) {
  const now = clock.now();
  const { details = null, partner = { id: null, code: "", name: "" } } = fact;
  const by = { actorId: null, by: null, occurredAt: now };
  const known = { ...fact, ...by, details, partner, partnerId: partner.id, wireData: fact.data };
  await insertNotifications(tx, newNotifications([known], now));
}
