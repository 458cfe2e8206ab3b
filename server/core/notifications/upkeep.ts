import type { Core } from "../kernel/actor";
import { firstIdAt } from "../kernel/ids";
import { notifyOfEvents } from "./from-events";
import { passOn } from "./pass-on";
import { resolveNotifications } from "./resolve";

const DAY_MS = 86_400_000;
/** How long notifications are kept. */
const NOTIFICATION_DAYS = 90;
/** Small, so that no sweep holds locks, or the embedded database's only session, for long. */
const ROWS_PER_BATCH = 500;

/**
 * All that is due: notifications of new events, for everybody who may read them. Several processes
 * may do it at once.
 */
export async function notifyPeople(core: Core): Promise<void> {
  const hasNews = await notifyOfEvents(core);
  // First, so that nobody is mailed what is solved already.
  if (hasNews) await resolveNotifications(core);
  await passOn(core);
}

/**
 * Deletes old notifications, those of few people at a time. What still needs attention stays, as it
 * does on the overview.
 */
export async function deleteOldNotifications({ transact, clock }: Core): Promise<void> {
  const end = clock.now().getTime() - NOTIFICATION_DAYS * DAY_MS;
  const firstKept = firstIdAt("notification", end);
  const deleteSome = () =>
    transact(
      (tx) => tx.$executeRaw`
        DELETE FROM notification_recipients WHERE (user_id, notification_id) IN (
          SELECT user_id, notification_id FROM notification_recipients
          WHERE notification_id < ${firstKept} AND NOT EXISTS (
            SELECT FROM notifications WHERE id = notification_id AND is_open)
          LIMIT ${ROWS_PER_BATCH} FOR UPDATE SKIP LOCKED)`,
    );
  while ((await deleteSome()) === ROWS_PER_BATCH);
  await transact(
    (tx) => tx.$executeRaw`
      DELETE FROM notifications WHERE id < ${firstKept} AND NOT is_open AND NOT EXISTS (
        SELECT FROM notification_recipients WHERE notification_id = notifications.id)`,
  );
}
