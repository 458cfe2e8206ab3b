import { beforeEach, expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { newPayout } from "../../trpc/testing/scene";
import type { Actor, TeamRole } from "../kernel/actor";
import { setKeyExpiry } from "../keys/edit";
import { issueKey, revokeKey, rotateKey } from "../keys/mutations";
import { sweepKeys } from "../keys/notices";
import { decideLimitRequest, openLimitRequest } from "../limit-requests/mutations";
import { setPartnerStatus } from "../partners/mutations";
import type { Partner } from "../partners/schema";
import { markPayout } from "../payouts/mutations";
import { setMemberRole } from "../team/members";
import { markAllRead, markRead } from "./mutations";
import { countUnread, listNotifications } from "./queries";
import { resolveNotifications } from "./resolve";
import { notifyOfAll } from "./testing/notify-of-all";
import { deleteOldNotifications } from "./upkeep";

const DAY_MS = 86_400_000;
const clock = steppingClock();
const platform = await platformForTests({ clock });

type Team = { partner: Partner } & Record<TeamRole, Actor>;
let team: Team;
let operator: Actor;

async function newTeam(): Promise<Team> {
  const partner = await platform.newPartner();
  const actorOf = async (role: TeamRole) => (await platform.newPerson(partner, role)).actor;
  const [owner, developer, viewer] = [
    await actorOf("owner"),
    await actorOf("developer"),
    await actorOf("viewer"),
  ];
  return { partner, owner, developer, viewer };
}

beforeEach(async () => {
  team = await newTeam();
  operator = (await platform.newOperator()).actor;
  await run();
  await platform.system.transact((tx) => tx.notification.deleteMany());
});

const run = () => notifyOfAll(platform);
const list = async (actor: Actor, filter: object = {}) =>
  (await listNotifications(platform.as(actor), { limit: 50, ...filter })).data;
const titles = async (actor: Actor) => (await list(actor)).map(({ title }) => title);
const newKey = (actor: Actor, label: string, expiresAt: Date | null = null) =>
  issueKey(platform.as(actor), { partnerId: team.partner.id, label, scopes: [], expiresAt });

it("people get what happened to keys, except the person who did it", async () => {
  const { key } = await newKey(team.owner, "Shop");
  await run();
  expect(await titles(team.owner)).toEqual([]);
  expect(await titles(team.developer)).toEqual(["API key Shop was created"]);
  expect(await titles(team.viewer)).toEqual([]);
  expect(await titles(operator)).toEqual([]);
  await revokeKey(platform.as(team.developer), { keyId: key.id, after: "now" });
  await run();
  expect(await titles(team.owner)).toEqual(["API key Shop was revoked"]);
  expect(await titles(team.developer)).toEqual(["API key Shop was created"]);
});

it("a rotated key is one notification, not another for its successor", async () => {
  const { key } = await newKey(team.owner, "Till");
  await rotateKey(platform.as(team.owner), { keyId: key.id });
  await run();
  expect(await titles(team.developer)).toEqual([
    "API key Till was rotated",
    "API key Till was created",
  ]);
});

it("names a person of the partner, and of the platform only the team", async () => {
  const { key } = await newKey(team.owner, "Shop");
  await revokeKey(platform.as(operator), { keyId: key.id, after: "now" });
  await run();
  const rows = await platform.system.db.notification.findMany();
  const messageOf = (type: string) =>
    JSON.stringify(rows.find((row) => row.type === type)?.message);
  expect(messageOf("key.created")).toContain(team.owner.kind === "user" ? team.owner.email : "");
  expect(messageOf("key.revoked")).toContain("The platform team");
});

it("a notification of a newer release's type is left to that release", async () => {
  await newKey(team.owner, "Shop");
  await run();
  const { db, transact } = platform.system;
  const newer = { type: "of.a_newer_release", passedTo: "" };
  await transact(async (tx) => {
    await tx.notificationRecipient.deleteMany();
    await tx.notification.updateMany({ data: newer });
  });
  await run();
  expect(await db.notification.findMany()).toMatchObject([newer]);
  expect(await titles(team.developer)).toEqual([]);
});

it("nobody of another partner gets anything, whatever the role", async () => {
  const other = await newTeam();
  await newKey(team.owner, "Shop");
  const payoutId = await newPayout(platform, team.partner);
  const failed = { payoutId, status: "failed", reference: "returned" } as const;
  await markPayout(platform.as(operator), failed);
  const { partner } = team;
  const suspended = { partnerId: partner.id, status: "suspended", reason: "unpaid" } as const;
  await setPartnerStatus(platform.as(operator), suspended);
  await run();
  expect((await titles(team.owner)).length).toBe(2);
  for (const role of ["owner", "developer", "viewer"] as const) {
    expect(await titles(other[role])).toEqual([]);
    expect(await countUnread(platform.as(other[role]))).toEqual({ unread: 0 });
  }
  // Nor can they mark it as read.
  const ids = (await list(team.owner)).map(({ id }) => id);
  expect(await markRead(platform.as(other.owner), { ids })).toEqual({ count: 0 });
  expect(await countUnread(platform.as(team.owner))).toEqual({ unread: 2 });
});

it("operators get requests for limits, and the partner the decision", async () => {
  const { key } = await newKey(team.owner, "Shop");
  const asked = { keyId: key.id, wantedPerMinute: 900, reason: "more" };
  const { id } = await openLimitRequest(platform.as(team.owner), asked);
  await run();
  const [opened] = await list(operator);
  expect(opened).toMatchObject({ isOpen: true, partner: team.partner.name });
  expect(opened?.title).toBe(`${team.partner.name} requested a limit increase`);
  expect(await titles(team.owner)).toEqual([]);
  await decideLimitRequest(platform.as(operator), { id, decision: "decline", answer: "Not now." });
  await run();
  expect(await list(operator)).toMatchObject([{ isOpen: false, resolvedAt: clock.now() }]);
  expect(await list(team.viewer)).toMatchObject([
    { title: "Limit increase for Shop was declined", text: "Reason: Not now." },
  ]);
});

it("a key's expiration is open until the key is rotated, revoked or extended", async () => {
  const expiring = async (label: string) => {
    const expiresAt = new Date(clock.now().getTime() + 32 * DAY_MS);
    return (await newKey(team.owner, label, expiresAt)).key.id;
  };
  const [rotated, revoked, extended] = [
    await expiring("rotated"),
    await expiring("revoked"),
    await expiring("extended"),
  ];
  await expiring("left alone");
  clock.advance(3 * DAY_MS);
  const fresh = (actor: Actor): Actor =>
    actor.kind === "user" ? { ...actor, provedAt: clock.now() } : actor;
  await sweepKeys(platform.wiring.core);
  await run();
  const openTitles = async () =>
    (await list(team.viewer, { which: "open" })).map(({ title }) => title).sort();
  expect(await openTitles()).toHaveLength(4);
  const owner = platform.as(fresh(team.owner));
  await rotateKey(owner, { keyId: rotated });
  await revokeKey(owner, { keyId: revoked, after: "now" });
  const expiresAt = new Date(clock.now().getTime() + 300 * DAY_MS);
  await setKeyExpiry(owner, { keyId: extended, expiresAt });
  await resolveNotifications(platform.wiring.core);
  expect(await openTitles()).toEqual(["API key left alone expires soon"]);
  expect(await list(team.viewer)).toHaveLength(4);
});

it("a person whose role changed reads nothing that the new role may not read", async () => {
  await newKey(team.owner, "Shop");
  await run();
  expect(await titles(team.developer)).toHaveLength(1);
  const userId = team.developer.kind === "user" ? team.developer.userId : "";
  await setMemberRole(platform.system, { userId, role: "viewer" });
  const demoted: Actor = { ...team.viewer, userId } as Actor;
  expect(await titles(demoted)).toEqual([]);
  expect(await countUnread(platform.as(demoted))).toEqual({ unread: 0 });
});

/** Creates keys, with a notification of each: of one millisecond, they have no order. */
async function inOrder(...labels: string[]): Promise<void> {
  for (const label of labels) {
    await newKey(team.owner, label);
    await run();
    clock.advance(1);
  }
}

it("read marks are counted once, and the list can be filtered", async () => {
  await inOrder("One", "Two");
  const developer = platform.as(team.developer);
  const [two] = await list(team.developer);
  expect(await countUnread(developer)).toEqual({ unread: 2 });
  expect(await markRead(developer, { ids: [two?.id ?? ""] })).toEqual({ count: 1 });
  expect(await markRead(developer, { ids: [two?.id ?? ""] })).toEqual({ count: 0 });
  const unread = await list(team.developer, { which: "unread" });
  expect(unread.map(({ title }) => title)).toEqual(["API key One was created"]);
  expect(await list(team.developer, { group: "payouts" })).toEqual([]);
  expect(await markAllRead(developer)).toEqual({ count: 1 });
  expect(await countUnread(developer)).toEqual({ unread: 0 });
});

it("a list is paged", async () => {
  await inOrder("A", "B", "C");
  const developer = platform.as(team.developer);
  const first = await listNotifications(developer, { limit: 2 });
  const cursor = first.nextCursor ?? "";
  const second = await listNotifications(developer, { limit: 2, cursor });
  const all = [...first.data, ...second.data].map(({ title }) => title.split(" ")[2]);
  expect(all).toEqual(["C", "B", "A"]);
  expect(second.nextCursor).toBeNull();
});

it("old notifications are deleted", async () => {
  await newKey(team.owner, "Shop");
  await run();
  await deleteOldNotifications(platform.wiring.core);
  expect(await titles(team.developer)).toHaveLength(1);
  const later = {
    ...platform.wiring.core,
    clock: { now: () => new Date(clock.now().getTime() + 91 * DAY_MS) },
  };
  await deleteOldNotifications(later);
  expect(await titles(team.developer)).toEqual([]);
  expect(await platform.system.db.notification.count()).toBe(0);
});
