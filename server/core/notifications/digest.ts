import { Prisma } from "../../../prisma/client/client";
import type { Core, Tx } from "../kernel/actor";
import type { Message } from "../kernel/message";
import { writeMails } from "../mail/mutations";
import { counted, moment } from "../values/phrases";
import { MAY_READ } from "./readers";

const DAY_MS = 86_400_000;
/** Digests are written from this hour on, UTC: the morning of Europe. */
const DIGEST_HOUR = 6;
/** Of at most so many days: mail may have been off. */
const DIGEST_DAYS = 7;
const MOST_LISTED = 50;

/**
 * Writes the day's digest of each person who has something in it, one person at a time. The day is
 * noted in the transaction of the mail, so that nobody gets two a day, however many processes do
 * this and however often they are restarted.
 */
export async function writeDigests(core: Core): Promise<void> {
  const now = core.clock.now();
  if (!core.mail.isOn || now.getUTCHours() < DIGEST_HOUR) return;
  let after = "";
  for (;;) {
    const userId = await nextPerson(core, { after, now });
    if (userId === null) return;
    await core.transact((tx) => writeDigest(tx, core, { userId, now }));
    after = userId;
  }
}

const dayOf = (now: Date) => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);

/**
 * Whether somebody has had no digest that day. Clocks may differ by a day; a later one comes from a
 * clock that ran ahead, and would keep the person from digests until then.
 */
function isDayFree(column: string, day: Date): Prisma.Sql {
  const last = Prisma.raw(column);
  return Prisma.sql`(${last} IS NULL OR ${last} < ${day}::date OR ${last} > ${day}::date + 1)`;
}

/** The next person, by ID, with something for a digest and none today. */
async function nextPerson(
  { db }: Core,
  { after, now }: { after: string; now: Date },
): Promise<string | null> {
  const [row] = await db.$queryRaw<{ userId: string }[]>`
    SELECT own.user_id AS "userId" FROM notification_recipients AS own
    LEFT JOIN notification_preferences AS preference ON preference.user_id = own.user_id
    WHERE own.mail = 'digest' AND own.mailed_at IS NULL AND own.user_id > ${after}
      AND ${isDayFree("digested_on", dayOf(now))}
    ORDER BY own.user_id LIMIT 1`;
  return row?.userId ?? null;
}

type Digest = { userId: string; now: Date };

async function writeDigest(tx: Tx, core: Core, { userId, now }: Digest): Promise<void> {
  if (!(await takeDay(tx, { userId, now }))) return;
  const items = await takeItems(tx, { userId, now });
  const user = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    include: { partner: { select: { name: true } } },
  });
  if (items.length === 0) return;
  const day = dayOf(now).toISOString().slice(0, 10);
  const message = digestMessage(items, user.partner?.name ?? null);
  const to = { userId, address: user.email, isOptional: true };
  await writeMails(tx, core, [{ ...to, type: "digest", fact: `digest:${userId}:${day}`, message }]);
}

/** Whether this day's digest is ours: of two processes, one gets the row. */
async function takeDay(tx: Tx, { userId, now }: Digest): Promise<boolean> {
  const day = dayOf(now);
  const taken = await tx.$queryRaw<{ userId: string }[]>`
    INSERT INTO notification_preferences AS kept (user_id, digested_on)
    SELECT id, ${day}::date FROM users WHERE id = ${userId}
    ON CONFLICT (user_id) DO UPDATE SET digested_on = excluded.digested_on
      WHERE ${isDayFree("kept.digested_on", day)}
    RETURNING user_id`;
  return taken.length > 0;
}

type Item = { message: Pick<Message, "subject">; occurredAt: Date };

/** What the person may still read and is not solved, oldest first. What is left out is done, too. */
function takeItems(tx: Tx, { userId, now }: Digest): Promise<Item[]> {
  const since = new Date(now.getTime() - DIGEST_DAYS * DAY_MS);
  return tx.$queryRaw<Item[]>`
    WITH taken AS (
      UPDATE notification_recipients SET mailed_at = ${now}::timestamptz
      WHERE user_id = ${userId} AND mail = 'digest' AND mailed_at IS NULL
      RETURNING notification_id, read_at)
    SELECT message, occurred_at AS "occurredAt" FROM taken
    JOIN notifications AS notification ON notification.id = taken.notification_id
    JOIN users AS person ON person.id = ${userId}
    WHERE ${MAY_READ} AND resolved_at IS NULL AND notification.created_at >= ${since}::timestamptz
    ORDER BY notification.id`;
}

/** The digest of these items; `partner` is the name of the person's partner, null for operators. */
export function digestMessage(items: readonly Item[], partner: string | null): Message {
  const listed = items
    .slice(0, MOST_LISTED)
    .map(({ message, occurredAt }): [string, string] => [
      moment(occurredAt.toISOString()),
      message.subject,
    ]);
  const left = items.length - listed.length;
  const news = "This is what's new since your last digest.";
  return {
    subject: `${counted(items.length, "notification")} about ${partner ?? "the platform"}`,
    paragraphs: [left > 0 ? `${news} ${counted(left, "notification")} not listed.` : news],
    facts: listed,
    button: { label: "View notifications", path: "/notifications" },
    reason:
      "You're receiving this email because some of your notifications are sent as a daily digest.",
  };
}
