import type { Core, Tx } from "../kernel/actor";
import type { Message } from "../kernel/message";
import {
  type MailChoice,
  mailChoice,
  NOTIFICATION_GROUPS,
  type Reader,
} from "../kernel/notification";
import { writeMails } from "../mail/mutations";
import { NOTIFICATION_TYPES, type NotificationTypeName } from "../notification-types";
import { IS_KNOWN, MAY_READ } from "./readers";

/** Few milliseconds each: requests for the same connections are not held up. */
const PEOPLE_PER_BATCH = 250;
/** Between two batches, for requests that share the database. */
const PAUSE_MS = 25;

type Waiting = {
  id: string;
  type: NotificationTypeName;
  message: Message;
  passedTo: string;
  isSolved: boolean;
  /** It happened more than a day before it was noticed: the demo's history, or after an outage. */
  isOld: boolean;
};

/**
 * Gives each notification to everybody who may read it, some people at a time. How far that is, is
 * noted in the transaction of their rows, so that everybody gets it once, however many processes do
 * this and wherever one of them ends.
 */
export async function passOn(core: Core): Promise<void> {
  const [waiting] = await core.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM notifications AS notification
    WHERE passed_to IS NOT NULL AND ${IS_KNOWN} LIMIT 1`;
  if (!waiting) return;
  while (await core.transact((tx) => passSome(tx, core))) await pause();
}

const pause = () => new Promise((resume) => setTimeout(resume, PAUSE_MS));

/** Returns false if nothing was left to do for this process. */
async function passSome(tx: Tx, core: Core): Promise<boolean> {
  const [waiting] = await tx.$queryRaw<Waiting[]>`
    SELECT id, type, message, passed_to AS "passedTo", resolved_at IS NOT NULL AS "isSolved",
      created_at - occurred_at > interval '1 day' AS "isOld"
    FROM notifications AS notification WHERE passed_to IS NOT NULL AND ${IS_KNOWN}
    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`;
  if (!waiting) return false;
  const people = await nextPeople(tx, waiting);
  const recipients = people.map((person) => ({ ...person, mail: howToMail(waiting, person) }));
  await insertRecipients(tx, core, { waiting, recipients });
  const last = people.length < PEOPLE_PER_BATCH ? null : (people.at(-1)?.id ?? null);
  await tx.notification.update({ where: { id: waiting.id }, data: { passedTo: last } });
  return true;
}

type Person = { id: string; email: string; role: Reader; choices: Record<string, unknown> | null };

// Who has not accepted the invitation yet has no part in anything.
function nextPeople(tx: Tx, { id, type, passedTo }: Waiting): Promise<Person[]> {
  const isKept = NOTIFICATION_TYPES[type].exceptActor === true;
  return tx.$queryRaw<Person[]>`
    SELECT person.id, person.email, person.role::text, preference.choices
    FROM notifications AS notification
    JOIN users AS person ON person.id > ${passedTo} AND ${MAY_READ}
    LEFT JOIN notification_preferences AS preference ON preference.user_id = person.id
    WHERE notification.id = ${id} AND person.password_hash IS NOT NULL
      AND (${!isKept} OR person.id IS DISTINCT FROM notification.actor_id)
    ORDER BY person.id LIMIT ${PEOPLE_PER_BATCH}`;
}

/** Nobody is mailed what was solved before anybody could read it, or what is history. */
function howToMail({ type, isSolved, isOld }: Waiting, { role, choices }: Person): MailChoice {
  const { group, isNeverMailed } = NOTIFICATION_TYPES[type];
  if (isSolved || isOld || isNeverMailed) return "off";
  return mailChoice(group, { role, choices: choices ?? {} });
}

type Passed = { waiting: Waiting; recipients: (Person & { mail: MailChoice })[] };

async function insertRecipients(
  tx: Tx,
  core: Core,
  { waiting, recipients }: Passed,
): Promise<void> {
  if (recipients.length === 0) return;
  const mailedAt = core.clock.now();
  await tx.notificationRecipient.createMany({
    data: recipients.map(({ id: userId, mail }) => ({
      userId,
      notificationId: waiting.id,
      mail,
      mailedAt: mail === "now" ? mailedAt : null,
    })),
    skipDuplicates: true,
  });
  const { id, type, message } = waiting;
  const isOptional = NOTIFICATION_GROUPS[NOTIFICATION_TYPES[type].group].defaults !== "fixed";
  const mailed = recipients.filter(({ mail }) => mail === "now");
  const mails = mailed.map(({ id: userId, email: address }) => {
    return { userId, address, type, fact: `notification:${id}`, message, isOptional };
  });
  await writeMails(tx, core, mails);
}
