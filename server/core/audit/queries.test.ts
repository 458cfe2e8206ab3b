import { expect, it } from "vitest";
import { platformForTests, steppingClock } from "../../testing/platform";
import { wholeList } from "../kernel/whole-list";
import { issueKey, setKeyLimit } from "../keys/mutations";
import { ACTIONS } from "../registry";
import { inviteUser } from "../team/invitations";
import { removeMember } from "../team/members";
import { listAudit, listAuditChoices, sentenceOf } from "./queries";
import { AuditQuery } from "./schema";

// No two events have the same time: their order would be arbitrary.
const stepping = steppingClock();
const clock = {
  now: () => {
    stepping.advance(1);
    return stepping.now();
  },
};
const platform = await platformForTests({ clock });

async function scene() {
  const partner = await platform.newPartner();
  const owner = await platform.newPerson(partner, "owner");
  const ctx = platform.as(owner.actor);
  const read = async (query: Record<string, unknown> = {}) =>
    (await listAudit(ctx, { partnerId: partner.id, ...AuditQuery.parse(query) })).data;
  return { partner, owner, ctx, read };
}

it("lists events as sentences, newest first, with actor and IP address", async () => {
  const { partner, owner, ctx, read } = await scene();
  const { key } = await issueKey(ctx, { partnerId: partner.id, label: "Billing", scopes: [] });
  await setKeyLimit(platform.system, { keyId: key.id, perMinute: 600 });
  const [limit, issued, signedIn, chosen, invited] = await read();
  expect(limit).toMatchObject({
    actor: { kind: "operator", id: "operator", name: "The platform team" },
    sentence:
      "changed the limit of the API key “Billing” from the default limit to 600/min, bursts of 100",
    address: null,
  });
  expect(issued).toMatchObject({
    actor: { kind: "user", name: owner.email },
    sentence: "created the API key “Billing”",
    subject: key.id,
    address: "192.0.2.1",
  });
  expect(signedIn).toMatchObject({ actor: { name: owner.email }, sentence: "signed in" });
  expect(chosen).toMatchObject({
    actor: { name: owner.email },
    sentence: "set a password with a one-time link",
  });
  expect(invited).toMatchObject({ actor: { name: "The platform team" } });
});

it("shows the email of users who have left the team", async () => {
  const { partner, ctx, read } = await scene();
  const gone = await platform.newPerson(partner, "developer");
  await issueKey(platform.as(gone.actor), { partnerId: partner.id, label: "Theirs", scopes: [] });
  await removeMember(ctx, { userId: (gone.actor as { userId: string }).userId });
  const [removed, issued] = await read();
  expect(removed?.sentence).toBe(`removed ${gone.email} (developer) from the team`);
  expect(issued?.actor.name).toBe(gone.email);
});

it("filters by actor, action, subject and time", async () => {
  const { partner, owner, ctx, read } = await scene();
  const before = clock.now();
  const { key } = await issueKey(ctx, { partnerId: partner.id, label: "One", scopes: [] });
  const { userId } = owner.actor as { userId: string };
  const ids = async (query: Record<string, unknown>) =>
    (await read(query)).map(({ action }) => action);
  expect(await ids({ actor: userId })).toEqual(["key.issued", "user.signed_in"]);
  expect(await ids({ actor: "operator", action: "user.invited" })).toEqual(["user.invited"]);
  expect(await ids({ subject: key.id })).toEqual(["key.issued"]);
  const since = new Date(before.getTime() + 1).toISOString();
  expect(await ids({ after: since })).toEqual(["key.issued"]);
  expect(await ids({ before: since, actor: userId })).toEqual(["user.signed_in"]);
  expect(await ids({ action: "no.such_action" })).toEqual([]);
  const { actors, actions } = await listAuditChoices(ctx, { partnerId: partner.id });
  expect(actors.map(({ id }) => id)).toEqual([userId, "operator"]);
  expect(actions).toEqual(expect.arrayContaining(["key.issued", "user.signed_in"]));
});

it("pages through each event once, and rejects a cursor of another filter", async () => {
  const { partner, ctx, read } = await scene();
  for (let made = 0; made < 7; made++) {
    const invite = { email: `p${made}@${partner.code}.example`, role: "viewer" as const };
    await inviteUser(ctx, { partnerId: partner.id, ...invite });
  }
  const all = await read({ limit: 100 });
  const list = (query: object) =>
    listAudit(ctx, { partnerId: partner.id, ...AuditQuery.parse(query) });
  expect((await wholeList(list, 3)).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  const { nextCursor } = await list({ limit: 3 });
  const other = list({ limit: 3, cursor: nextCursor, action: "user.invited" });
  await expect(other).rejects.toMatchObject({ code: "invalid_request" });
});

it("renders a sentence for every action, even when details are missing", () => {
  for (const action of Object.keys(ACTIONS)) {
    const generic = sentenceOf(action, { detail: {}, name: null });
    expect(generic, action).toMatch(/^[a-z].*[^.]$/);
    expect(generic).not.toBe(action);
  }
  expect(sentenceOf("gone.action", { detail: {}, name: null })).toBe("gone.action");
});
