import { expect } from "vitest";
import type { Platform } from "../../../testing/platform";
import { notifyPeople } from "../upkeep";

/**
 * Notifies people of all events until now. Events wait for older transactions, also of other tests:
 * their databases are on the same server.
 */
export async function notifyOfAll({ wiring: { core } }: Platform): Promise<void> {
  const isDone = async () => {
    await notifyPeople(core);
    const [left] = await core.db.$queryRaw<{ isLeft: boolean }[]>`
      SELECT EXISTS (SELECT FROM events, notification_progress AS done
        WHERE (events.position, events.partner_id, events.sequence)
          > (done.position, done.partner_id, done.sequence)) AS "isLeft"`;
    return left?.isLeft;
  };
  await expect.poll(isDone, { timeout: 50_000 }).toBe(false);
}
