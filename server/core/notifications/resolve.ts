import { Prisma } from "../../../prisma/client/client";
import type { Core } from "../kernel/actor";
import { NOTIFICATION_TYPES } from "../notification-types";

const SOLVED = Object.entries(NOTIFICATION_TYPES).flatMap(([name, { isOpen }]) =>
  isOpen === undefined
    ? []
    : [Prisma.sql`(notification.type = ${name} AND NOT ${Prisma.raw(isOpen)})`],
);

/** Marks the notifications about which nothing has to be done any more. */
export async function resolveNotifications({ db, transact, clock }: Core): Promise<void> {
  const solved = Prisma.sql`is_open AND (${Prisma.join(SOLVED, " OR ")})`;
  const found = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM notifications AS notification WHERE ${solved}`;
  if (found.length === 0) return;
  const ids = found.map(({ id }) => id);
  await transact((tx) =>
    tx.notification.updateMany({
      where: { id: { in: ids }, isOpen: true },
      data: { isOpen: false, resolvedAt: clock.now() },
    }),
  );
}
