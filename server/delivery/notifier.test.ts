import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { event } from "../core/kernel/event";
import { newId } from "../core/kernel/ids";
import { notifyOfEvents } from "../core/notifications/from-events";
import { PARTNER_EVENTS } from "../core/partners/events";
import { deferred } from "../testing/deferred";
import { isThorough } from "../testing/extent";
import { platformForTests } from "../testing/platform";
import { spawnScript } from "../testing/script";

const SECRET = "a secret of the tests, long enough to sign with";
const SCRIPT = fileURLToPath(new URL("testing/notifier-process.ts", import.meta.url));
const PEOPLE = isThorough ? 5_000 : 2_000;
const ROUNDS = isThorough ? 6 : 4;

const platform = await platformForTests();

/** Another process that notifies people of the same database. */
function startProcess() {
  const child = spawnScript(SCRIPT, { args: [platform.databaseUrl, SECRET] });
  onTestFinished(() => child.signal("SIGKILL"));
  return child;
}

/** A partner with so many owners. */
async function newCrowd(people: number): Promise<string> {
  const partner = await platform.newPartner();
  const data = Array.from({ length: people }, (_, n) => {
    const email = `owner-${n}@${partner.code}.example`;
    const own = { id: newId("user"), email, emailKey: email, partnerId: partner.id };
    return { ...own, role: "owner" as const, passwordHash: "x", createdAt: new Date() };
  });
  await platform.system.transact((tx) => tx.user.createMany({ data }));
  return partner.id;
}

const emit = (partnerId: string) =>
  platform.system.transact(async (_, { emit }) =>
    emit(partnerId, event(PARTNER_EVENTS["partner.reactivated"], { subject: partnerId, data: {} })),
  );

async function counts(partnerId: string) {
  const [row] = await platform.system.db.$queryRaw<object[]>`
    SELECT count(*)::int AS recipients, count(DISTINCT user_id)::int AS people,
      (SELECT count(*)::int FROM mails JOIN users ON users.id = mails.user_id
        WHERE partner_id = ${partnerId}) AS mails
    FROM notification_recipients
    WHERE notification_id IN (SELECT id FROM notifications WHERE partner_id = ${partnerId})`;
  return row;
}

it("everybody gets a fact once, from two processes that are killed again and again", async () => {
  const partnerId = await newCrowd(PEOPLE);
  let running = [startProcess(), startProcess()];
  await emit(partnerId);
  for (let round = 0; round < ROUNDS; round++) {
    const [victim, other] = running;
    const before = await platform.system.db.notificationRecipient.count();
    const hasMoved = async () => {
      const now = await platform.system.db.notificationRecipient.count();
      return now > before || now === PEOPLE;
    };
    await expect.poll(hasMoved, { timeout: 30_000 }).toBe(true);
    victim?.signal("SIGKILL");
    await victim?.exited;
    running = [...(other ? [other] : []), startProcess()];
  }
  const people = async () => (await counts(partnerId)) as { people: number };
  await expect.poll(async () => (await people()).people, { timeout: 60_000 }).toBe(PEOPLE);
  expect(await counts(partnerId)).toEqual({ recipients: PEOPLE, people: PEOPLE, mails: PEOPLE });
  expect(await platform.system.db.notification.count({ where: { partnerId } })).toBe(1);
});

it("an event whose transaction began earlier and committed later is not missed", async () => {
  const { id: early } = await platform.newPartner();
  const { id: late } = await platform.newPartner();
  const { core } = platform.wiring;
  const notified = async () => {
    await notifyOfEvents(core);
    const rows = await core.db.notification.findMany({
      where: { partnerId: { in: [early, late] } },
      orderBy: { id: "asc" },
    });
    return rows.map(({ partnerId }) => (partnerId === early ? "early" : "late"));
  };
  const { promise: mayCommit, resolve: commit } = deferred();
  const { promise: hasBegun, resolve: begin } = deferred();
  const slow = core.transact(async (tx, { emit: add }) => {
    await tx.$queryRaw`SELECT pg_current_xact_id()::text`;
    add(early, event(PARTNER_EVENTS["partner.reactivated"], { subject: early, data: {} }));
    begin();
    await mayCommit;
  });
  await hasBegun;
  await emit(late);
  expect(await notified()).toEqual([]);
  commit();
  await slow;
  await expect.poll(notified, { timeout: 20_000 }).toEqual(["early", "late"]);
});

it("after a restore of the database, events before it are no news, and later ones are", async () => {
  const { id: partnerId } = await platform.newPartner();
  const { core } = platform.wiring;
  const count = async () => {
    await notifyOfEvents(core);
    return core.db.notification.count({ where: { partnerId } });
  };
  await emit(partnerId);
  await expect.poll(count, { timeout: 20_000 }).toBe(1);
  // As a restored database does, so that no position is given out twice.
  await core.transact(
    (tx) => tx.$queryRaw`SELECT continue_events(ARRAY[event_place()], true)::text`,
  );
  expect(await count()).toBe(1);
  await emit(partnerId);
  await expect.poll(count, { timeout: 20_000 }).toBe(2);
});
