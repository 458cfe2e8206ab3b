import { expect, it } from "vitest";
import { outcomeOf } from "../../testing/outcome";
import { PASSWORD, platformForTests, steppingClock } from "../../testing/platform";
import type { TeamRole } from "../kernel/actor";
import { createPartner, setPartnerStatus } from "../partners/mutations";
import { redeemLink } from "../sign-in/links";
import { inviteUser } from "./invitations";
import { relinkMember, removeMember, setMemberRole } from "./members";
import { listOpenLinks, revokeLink } from "./open-links";

const clock = steppingClock();
const platform = await platformForTests({ clock });

let made = 0;
const redeem = ({ token }: { token: string }) =>
  outcomeOf(redeemLink(platform.system, { token, password: PASSWORD }));

async function team() {
  const partner = await platform.newPartner();
  const person = async (role: TeamRole) => {
    const { actor, email } = await platform.newPerson(partner, role);
    const { userId } = actor as { userId: string };
    return { ctx: platform.as(actor), userId, email };
  };
  const invite = (by: { ctx: Parameters<typeof inviteUser>[0] }, role: TeamRole = "owner") =>
    inviteUser(by.ctx, { partnerId: partner.id, email: `guest-${++made}@links.example`, role });
  const [owner, other] = [await person("owner"), await person("owner")];
  return { partner, person, invite, owner, other };
}

it("removing an owner ends the links they created", async () => {
  const { person, invite, owner, other } = await team();
  const friend = await person("viewer");
  const links = [await invite(owner), await relinkMember(owner.ctx, { userId: friend.userId })];
  const theirs = await invite(other);
  await removeMember(other.ctx, { userId: owner.userId });
  for (const link of links) expect(await redeem(link)).toBe("not_found");
  expect(await redeem(theirs)).toBe("done");
});

it("demoting an owner ends the links they created; other role changes don't", async () => {
  const { person, invite, owner, other } = await team();
  const links = [await invite(owner), await invite(other)];
  const viewer = await person("viewer");
  await setMemberRole(other.ctx, { userId: viewer.userId, role: "developer" });
  await setMemberRole(other.ctx, { userId: owner.userId, role: "developer" });
  const codes = [];
  for (const link of links) codes.push(await redeem(link));
  expect(codes).toEqual(["not_found", "done"]);
});

it("lists usable links with creator, kind and expiration, but never their token", async () => {
  const { partner, invite, owner, other } = await team();
  const reset = await relinkMember(owner.ctx, { userId: other.userId });
  const first = await invite(owner);
  clock.advance(1);
  const again = await relinkMember(other.ctx, { userId: first.userId });
  clock.advance(1);
  const byPlatform = await inviteUser(platform.system, {
    partnerId: partner.id,
    email: `guest-${++made}@links.example`,
    role: "viewer",
  });
  const list = await listOpenLinks(owner.ctx, { partnerId: partner.id });
  const fields = list.map(({ email, kind, madeBy, expiresAt }) => [email, kind, madeBy, expiresAt]);
  expect(fields).toEqual([
    [byPlatform.email, "invite", null, byPlatform.expiresAt],
    [first.email, "invite", other.email, again.expiresAt],
    [other.email, "reset", owner.email, reset.expiresAt],
  ]);
  for (const { token } of [reset, again]) expect(JSON.stringify(list)).not.toContain(token);
  clock.advance(3_600_000);
  await redeem(again);
  expect(
    (await listOpenLinks(owner.ctx, { partnerId: partner.id })).map(({ email }) => email),
  ).toEqual([byPlatform.email]);
});

it("hides the names of operators from partner users", async () => {
  const { actor } = await platform.newOperator();
  const { partner } = await createPartner(platform.as(actor), {
    code: `made-${++made}`,
    name: "Made by an operator",
    revsharePct: 20,
    ownerEmail: `guest-${made}@links.example`,
  });
  const owner = await platform.newPerson(partner, "owner");
  const links = await listOpenLinks(platform.as(owner.actor), { partnerId: partner.id });
  expect(links).toMatchObject([{ madeBy: null }]);
});

it("lets owners revoke their team's links once, even while suspended", async () => {
  const { partner, person, invite, owner } = await team();
  const link = await invite(owner);
  const [{ id: linkId } = { id: "" }] = await listOpenLinks(owner.ctx, { partnerId: partner.id });
  const developer = await person("developer");
  const stranger = (await team()).owner;
  await setPartnerStatus(platform.system, { partnerId: partner.id, status: "suspended" });
  const codes = [];
  for (const { ctx } of [developer, stranger, owner, owner]) {
    codes.push(await outcomeOf(revokeLink(ctx, { linkId })));
  }
  expect(codes).toEqual(["forbidden", "not_found", "done", "not_found"]);
  expect(await redeem(link)).toBe("not_found");
  const row = await platform.system.db.auditEvent.findFirst({
    where: { partnerId: partner.id, action: "user.link_revoked" },
  });
  expect(row).toMatchObject({ actor: owner.userId, detail: { email: link.email, kind: "invite" } });
});
