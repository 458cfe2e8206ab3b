import { beforeEach, expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { newPayout } from "../../trpc/testing/scene";
import { beginImport, finishImport } from "../imports/mutations";
import type { Actor, TeamRole } from "../kernel/actor";
import { issueKey } from "../keys/mutations";
import type { Partner } from "../partners/schema";
import { markPayout } from "../payouts/mutations";
import { digestMessage, writeDigests } from "./digest";
import { setNotificationChoice } from "./mutations";
import { getNotificationSettings, listNotifications } from "./queries";
import { notifyOfAll } from "./testing/notify-of-all";

const HOUR_MS = 3_600_000;
const clock = steppingClock(new Date("2026-11-23T12:00:00Z"));
const env = {
  SMTP_URL: "smtps://user:password@mail.example.com",
  MAIL_FROM: "no-reply@example.com",
  NEXTAUTH_URL: "https://latchkey.example",
};
const platform = await platformForTests({ clock, env });

let partner: Partner;
beforeEach(async () => {
  partner = await platform.newPartner();
  await notifyOfAll(platform);
  await platform.system.transact(async (tx) => {
    await tx.notification.deleteMany();
    await tx.mail.deleteMany();
  });
});

const actorOf = async (role: TeamRole) => (await platform.newPerson(partner, role)).actor;
const idOf = (actor: Actor) => (actor.kind === "user" ? actor.userId : "");
const newKey = (actor: Actor) =>
  issueKey(platform.as(actor), { partnerId: partner.id, label: "Shop", scopes: [] });

async function failPayout(): Promise<void> {
  const { id: partnerId } = partner;
  const { db, transact } = platform.system;
  const known = await db.payout.findFirst({ where: { partnerId } });
  const payoutId = known?.id ?? (await newPayout(platform, partner));
  await transact((tx) =>
    tx.payout.updateMany({
      where: { partnerId },
      data: { status: "pending", reference: null, settledAt: null },
    }),
  );
  await markPayout(platform.system, { payoutId, status: "failed", reference: "returned" });
  await notifyOfAll(platform);
}

/** Mails about the person's own account, such as the invite, are no notifications. */
const ABOUT_FACTS = { NOT: { type: { startsWith: "user." } } };

async function mailsOf(actor: Actor) {
  const userId = idOf(actor);
  const rows = await platform.system.db.mail.findMany({
    where: { userId, ...ABOUT_FACTS },
    orderBy: { id: "asc" },
  });
  return rows.map(({ type, isOptional }) => ({ type, isOptional }));
}

it("mails by default: owners about payouts, everybody with keys about security, viewers nothing", async () => {
  const [owner, developer, viewer] = [
    await actorOf("owner"),
    await actorOf("developer"),
    await actorOf("viewer"),
  ];
  await newKey(owner);
  await failPayout();
  expect(await mailsOf(owner)).toEqual([{ type: "payout.failed", isOptional: true }]);
  expect(await mailsOf(developer)).toEqual([{ type: "key.created", isOptional: false }]);
  expect(await mailsOf(viewer)).toEqual([]);
  const [mail] = await platform.system.db.mail.findMany({
    where: { userId: idOf(owner), ...ABOUT_FACTS },
  });
  const [shown] = (await listNotifications(platform.as(owner), { limit: 1 })).data;
  expect(mail?.message).toMatchObject({ subject: shown?.title, button: { path: shown?.path } });
});

it("mails as the person has chosen, and security always", async () => {
  const viewer = await actorOf("viewer");
  const owner = await actorOf("owner");
  await setNotificationChoice(platform.as(viewer), { group: "payouts", mail: "now" });
  await setNotificationChoice(platform.as(owner), { group: "payouts", mail: "off" });
  await failPayout();
  expect(await mailsOf(viewer)).toHaveLength(1);
  expect(await mailsOf(owner)).toHaveLength(0);
  const fixed = { group: "security", mail: "off" } as const;
  const refused = expect.objectContaining({ code: "validation_failed" });
  await expect(setNotificationChoice(platform.as(owner), fixed)).rejects.toEqual(refused);
  await expect(setNotificationChoice(platform.as(viewer), fixed)).rejects.toEqual(refused);
  const { groups } = await getNotificationSettings(platform.as(owner));
  expect(groups).toEqual([
    { group: "security", mail: "now", isFixed: true },
    { group: "payouts", mail: "off", isFixed: false },
    { group: "keys", mail: "digest", isFixed: false },
    { group: "webhooks", mail: "digest", isFixed: false },
    { group: "alerts", mail: "digest", isFixed: false },
  ]);
});

it("what happened days before it was noticed is in the dashboard, and nobody is mailed about it", async () => {
  const earlier = { ...platform.system, clock: { now: () => new Date("2026-11-21T12:00:00Z") } };
  const developer = await actorOf("developer");
  await issueKey(earlier, { partnerId: partner.id, label: "Old", scopes: [] });
  await notifyOfAll(platform);
  expect(await mailsOf(developer)).toEqual([]);
  const { data } = await listNotifications(platform.as(developer), { limit: 10 });
  expect(data.map(({ type }) => type)).toContain("key.created");
});

it("a digest is one mail a day (UTC), from 6:00 on, also of two processes", async () => {
  const owner = await actorOf("owner");
  await setNotificationChoice(platform.as(owner), { group: "payouts", mail: "digest" });
  const { core } = platform.wiring;
  const at = (time: string) => ({ ...core, clock: { now: () => new Date(time) } });
  await failPayout();
  await failPayout();
  await writeDigests(at("2026-11-24T05:59:59Z"));
  expect(await mailsOf(owner)).toEqual([]);
  const morning = at("2026-11-24T06:00:00Z");
  await Promise.all([1, 2, 3, 4].map(() => writeDigests(morning)));
  expect(await mailsOf(owner)).toEqual([{ type: "digest", isOptional: true }]);
  const [{ message } = { message: null }] = await platform.system.db.mail.findMany({
    where: ABOUT_FACTS,
  });
  expect(message).toMatchObject({ subject: `2 notifications about ${partner.name}` });

  await failPayout();
  await writeDigests(at("2026-11-24T23:59:59Z"));
  // A clock that is behind writes no second one either.
  await writeDigests(at("2026-11-23T12:00:00Z"));
  expect(await mailsOf(owner)).toHaveLength(1);
  await writeDigests(at("2026-11-25T06:00:00Z"));
  await writeDigests(at("2026-11-26T06:00:00Z"));
  expect(await mailsOf(owner)).toHaveLength(2);
});

it("a digest doesn't say that it was chosen, because owners have it by default", () => {
  expect(digestMessage([], "Acme").reason).toBe(
    "You're receiving this email because some of your notifications are sent as a daily digest.",
  );
});

it("a clock that ran ahead and was set back keeps nobody from digests", async () => {
  const owner = await actorOf("owner");
  await setNotificationChoice(platform.as(owner), { group: "payouts", mail: "digest" });
  const { core } = platform.wiring;
  const at = (time: string) => ({ ...core, clock: { now: () => new Date(time) } });
  await failPayout();
  const digestedOn = new Date("2027-11-24");
  await platform.system.transact((tx) =>
    tx.notificationPreference.updateMany({ where: { userId: idOf(owner) }, data: { digestedOn } }),
  );
  await writeDigests(at("2026-11-25T06:00:00Z"));
  expect(await mailsOf(owner)).toHaveLength(1);
  await failPayout();
  await writeDigests(at("2026-11-25T07:00:00Z"));
  expect(await mailsOf(owner)).toHaveLength(1);
});

it("a digest leaves out what was solved meanwhile, and of nothing there is none", async () => {
  const owner = await actorOf("owner");
  await setNotificationChoice(platform.as(owner), { group: "payouts", mail: "digest" });
  await failPayout();
  await platform.system.transact((tx) =>
    tx.notification.updateMany({ data: { isOpen: false, resolvedAt: clock.now() } }),
  );
  const later = new Date(clock.now().getTime() + 24 * HOUR_MS);
  await writeDigests({ ...platform.wiring.core, clock: { now: () => later } });
  expect(await mailsOf(owner)).toEqual([]);
});

it("operators get an import that took more than a minute, once", async () => {
  const { actor } = await platform.newOperator();
  const run = async (ms: number) => {
    const begun = { kind: "charges", partner: partner.code, fileHash: null } as const;
    const { runId } = await beginImport(platform.system, begun);
    clock.advance(ms);
    await finishImport(platform.system, { runId });
    await finishImport(platform.system, { runId });
    await notifyOfAll(platform);
  };
  await run(59_000);
  expect((await listNotifications(platform.as(actor), { limit: 5 })).data).toEqual([]);
  await run(61_000);
  expect((await listNotifications(platform.as(actor), { limit: 5 })).data).toMatchObject([
    { title: "Import of charges finished", isOpen: false },
  ]);
});
