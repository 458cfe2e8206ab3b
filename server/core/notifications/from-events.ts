import { Prisma } from "../../../prisma/client/client";
import { EVENT_COLUMNS } from "../events/row";
import type { EventRow } from "../events/view";
import type { Core, Tx } from "../kernel/actor";
import type { NotificationType } from "../kernel/notification";
import { camelCased } from "../kernel/wire";
import { NOTIFICATION_TYPES } from "../notification-types";
import { insertNotifications, type KnownFact, newNotifications } from "./row";

/** Small, so that the embedded database's only session is free again soon. */
const EVENTS_PER_BATCH = 500;

type Follower = { name: string } & NotificationType;

/** The types that follow each type of event. */
const FOLLOWERS = new Map<string, Follower[]>();
for (const [name, type] of Object.entries(NOTIFICATION_TYPES)) {
  if (type.follows === null) continue;
  FOLLOWERS.set(type.follows, [...(FOLLOWERS.get(type.follows) ?? []), { name, ...type }]);
}

/**
 * Makes notifications of the events since the last call, in the order of all events. Only below the
 * oldest transaction that still runs: an event that is committed later than a newer one is not
 * missed (docs/decisions/0014). The place is in the same transaction, so that each event is taken
 * once, however many processes do this and wherever one of them ends. Returns whether there were any
 * events.
 */
export async function notifyOfEvents({ transact, db, clock }: Core): Promise<boolean> {
  const [due] = await db.$queryRaw<{ isDue: boolean }[]>`
    SELECT EXISTS (SELECT FROM (${nextEvents(1)}) AS next) AS "isDue"
    FROM notification_progress`;
  if (!due?.isDue) return false;
  while ((await transact((tx) => takeSome(tx, clock.now()))) === EVENTS_PER_BATCH);
  return true;
}

async function takeSome(tx: Tx, now: Date): Promise<number> {
  // Held by another process: it takes these events.
  const [turn] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM notification_progress FOR UPDATE SKIP LOCKED`;
  if (!turn) return 0;
  const rows = await tx.$queryRaw<EventRow[]>`
    SELECT ${EVENT_COLUMNS} FROM notification_progress
    CROSS JOIN LATERAL (${nextEvents(EVENTS_PER_BATCH)}) AS events
    ORDER BY events.position, events.partner_id, events.sequence`;
  const last = rows.at(-1);
  if (!last) return 0;
  const facts = await factsOf(
    tx,
    rows.filter(({ type }) => FOLLOWERS.has(type)),
  );
  await insertNotifications(tx, newNotifications(facts, now));
  const { position, partnerId, sequence } = last;
  await tx.notificationProgress.updateMany({ data: { position, partnerId, sequence } });
  return rows.length;
}

/** The next events after those that were taken, of all types: the place passes over them. */
function nextEvents(limit: number): Prisma.Sql {
  return Prisma.sql`
    SELECT * FROM events
    WHERE events.position < (
        SELECT base + pg_snapshot_xmin(pg_current_snapshot())::text::bigint FROM event_order)
      AND (events.position, events.partner_id, events.sequence) > (
        notification_progress.position, notification_progress.partner_id,
        notification_progress.sequence)
    ORDER BY events.position, events.partner_id, events.sequence LIMIT ${limit}`;
}

async function factsOf(tx: Tx, events: readonly EventRow[]): Promise<KnownFact[]> {
  const [partnerOf, by] = [await readPartners(tx, events), await readActors(tx, events)];
  const facts: KnownFact[] = [];
  for (const event of events) {
    const partner = partnerOf.get(event.partnerId);
    if (!partner) continue;
    const { subjectId, partnerId, actorId, occurredAt } = event;
    const wireData = event.data as Prisma.InputJsonObject;
    const data = camelCased(wireData);
    for (const type of FOLLOWERS.get(event.type) ?? []) {
      const details = (await type.lookUp?.(tx, { subjectId, data })) ?? null;
      if (type.lookUp && details === null) continue;
      const known = { type, factId: event.id, partnerId, actorId, wireData, occurredAt };
      facts.push({ ...known, subjectId, data, details, partner, by: by(event) });
    }
  }
  return facts;
}

async function readPartners(tx: Tx, events: readonly EventRow[]) {
  const ids = [...new Set(events.map(({ partnerId }) => partnerId))];
  const select = { id: true, code: true, name: true };
  const rows = await tx.partner.findMany({ where: { id: { in: ids } }, select });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Who caused an event, as the partner's people see them: operators are anonymous. */
async function readActors(tx: Tx, events: readonly EventRow[]) {
  const ids = [...new Set(events.flatMap(({ actorId }) => actorId ?? []))];
  const select = { id: true, email: true, partnerId: true };
  const rows = await tx.user.findMany({ where: { id: { in: ids } }, select });
  const users = new Map(rows.map((row) => [row.id, row]));
  return ({ actorId, partnerId }: EventRow): string | null => {
    const user = actorId === null ? undefined : users.get(actorId);
    if (!user) return null;
    return user.partnerId === partnerId ? user.email : "The platform team";
  };
}
