import { expect, it } from "vitest";
import { enrol } from "../../testing/authenticator";
import { outcomeOf } from "../../testing/outcome";
import { PASSWORD, platformForTests, steppingClock } from "../../testing/platform";
import { newId } from "../kernel/ids";
import { setPartnerStatus } from "../partners/mutations";
import { readLink, redeemLink } from "../sign-in/links";
import { findSessionActor, signIn } from "../sign-in/sessions";
import { inviteUser } from "./invitations";
import {
  listMembers,
  relinkMember,
  removeMember,
  resetMemberSecondFactor,
  setMemberRole,
} from "./members";

const clock = steppingClock();
const platform = await platformForTests({ clock });

const failure = (code: string) => expect.objectContaining({ code });
const idOf = (actor: object) => (actor as { userId: string }).userId;

type Role = "owner" | "developer" | "viewer";

async function team() {
  const partner = await platform.newPartner();
  const owner = await platform.newPerson(partner, "owner");
  const person = async (role: Role) => {
    const made = await platform.newPerson(partner, role);
    return { ...made, userId: idOf(made.actor), ctx: platform.as(made.actor) };
  };
  const ctx = platform.as(owner.actor);
  const invite = (email: string, role: Role = "viewer") =>
    inviteUser(ctx, { partnerId: partner.id, email, role });
  return { partner, person, invite, owner: { ...owner, userId: idOf(owner.actor), ctx } };
}

it("lists members and invited users with role, two-factor status and last sign-in", async () => {
  const { partner, owner, person, invite } = await team();
  const viewer = await person("viewer");
  await enrol(viewer.ctx, PASSWORD);
  const { expiresAt } = await invite("guest@list.example", "developer");
  const now = clock.now();
  const members = await listMembers(viewer.ctx, { partnerId: partner.id });
  expect(members).toMatchObject([
    {
      email: owner.email,
      role: "owner",
      lastSignedInAt: now,
      hasSecondFactor: false,
      isInvited: false,
      isSelf: false,
    },
    {
      email: "guest@list.example",
      role: "developer",
      lastSignedInAt: null,
      isInvited: true,
      invitedUntil: expiresAt,
    },
    { email: viewer.email, role: "viewer", hasSecondFactor: true, isSelf: true },
  ]);
});

it("an invite link works once, until a newer one is created or it is revoked", async () => {
  const { owner, invite } = await team();
  const first = await invite("late@invite.example");
  const second = await relinkMember(owner.ctx, { userId: first.userId });
  expect(second.kind).toBe("invite");
  await expect(readLink(platform.system, { token: first.token })).rejects.toEqual(
    failure("not_found"),
  );
  expect(await readLink(platform.system, { token: second.token })).toMatchObject({
    kind: "invite",
  });
  await removeMember(owner.ctx, { userId: first.userId });
  await expect(
    redeemLink(platform.system, { token: second.token, password: PASSWORD }),
  ).rejects.toEqual(failure("not_found"));
  const again = await invite("late@invite.example");
  clock.advance(7 * 86_400_000);
  await expect(readLink(platform.system, { token: again.token })).rejects.toEqual(
    failure("not_found"),
  );
});

it("ends sessions and links of a removed member immediately", async () => {
  const { owner, person } = await team();
  const member = await person("developer");
  const { token } = await relinkMember(owner.ctx, { userId: member.userId });
  await removeMember(owner.ctx, { userId: member.userId });
  expect(await findSessionActor(platform.wiring.core, member.sessionId)).toBeNull();
  await expect(readLink(platform.system, { token })).rejects.toEqual(failure("not_found"));
  const origin = { address: null, userAgent: null };
  const entering = signIn(platform.wiring.core, {
    email: member.email,
    password: PASSWORD,
    ...origin,
  });
  await expect(entering).rejects.toEqual(failure("unauthenticated"));
});

it("applies a new role at the next request", async () => {
  const { owner, person } = await team();
  const member = await person("viewer");
  await setMemberRole(owner.ctx, { userId: member.userId, role: "developer" });
  expect(await findSessionActor(platform.wiring.core, member.sessionId)).toMatchObject({
    role: "developer",
  });
});

it("keeps the last owner who can sign in, even against an operator", async () => {
  const { owner, invite } = await team();
  // An invited owner does not count as one yet.
  await invite("second@owner.example", "owner");
  for (const ctx of [owner.ctx, platform.system]) {
    expect(await outcomeOf(setMemberRole(ctx, { userId: owner.userId, role: "viewer" }))).toBe(
      "conflict",
    );
    expect(await outcomeOf(removeMember(ctx, { userId: owner.userId }))).toBe("conflict");
  }
});

it("keeps one owner when two demote or remove each other concurrently", async () => {
  for (const act of [
    (ctx: Parameters<typeof removeMember>[0], userId: string) =>
      setMemberRole(ctx, { userId, role: "viewer" }),
    (ctx: Parameters<typeof removeMember>[0], userId: string) => removeMember(ctx, { userId }),
  ]) {
    for (let round = 0; round < 5; round++) {
      const { partner, owner, person } = await team();
      const other = await person("owner");
      const codes = await Promise.all([
        outcomeOf(act(owner.ctx, other.userId)),
        outcomeOf(act(other.ctx, owner.userId)),
      ]);
      expect(codes.filter((code) => code === "done")).toHaveLength(1);
      const left = await listMembers(platform.system, { partnerId: partner.id });
      expect(left.filter(({ role }) => role === "owner")).toHaveLength(1);
    }
  }
});

it("a removed owner can't do anything more, including inviting users", async () => {
  const { partner, owner, person } = await team();
  const other = await person("owner");
  await removeMember(owner.ctx, { userId: other.userId });
  // This request started earlier: its actor is still an owner.
  const invite = { email: "friend@gone.example", role: "owner" as const };
  const ended = "unauthenticated";
  const invited = await outcomeOf(inviteUser(other.ctx, { partnerId: partner.id, ...invite }));
  expect(invited).toBe(ended);
  expect(await outcomeOf(relinkMember(other.ctx, { userId: owner.userId }))).toBe(ended);
});

it("nobody can create a reset link for their own account, even after recent authentication", async () => {
  const { owner, invite } = await team();
  const { token } = await invite("accomplice@self.example");
  expect(await outcomeOf(relinkMember(owner.ctx, { userId: owner.userId }))).toBe("forbidden");
  expect(await readLink(platform.system, { token })).toMatchObject({ kind: "invite" });
});

it("turns off another member's two-factor authentication and ends their sessions, never one's own", async () => {
  const { owner, person } = await team();
  const member = await person("developer");
  const enrolled = [await enrol(member.ctx, PASSWORD), await enrol(owner.ctx, PASSWORD)];
  const [ofMember, ofOwner] = enrolled.map(({ sessionId }) => sessionId);
  const ctx = platform.as(await platform.actorOf(ofOwner ?? ""));
  expect(await outcomeOf(resetMemberSecondFactor(ctx, { userId: owner.userId }))).toBe("forbidden");
  await resetMemberSecondFactor(ctx, { userId: member.userId });
  expect(await findSessionActor(platform.wiring.core, ofMember ?? "")).toBeNull();
  expect(await outcomeOf(resetMemberSecondFactor(ctx, { userId: member.userId }))).toBe("conflict");
});

it("a reset link does not turn off two-factor authentication", async () => {
  const { owner, person } = await team();
  const member = await person("developer");
  await enrol(member.ctx, PASSWORD);
  const { token } = await relinkMember(owner.ctx, { userId: member.userId });
  await redeemLink(platform.system, { token, password: "another long password" });
  const origin = { address: null, userAgent: null };
  const entering = signIn(platform.wiring.core, {
    email: member.email,
    password: "another long password",
    ...origin,
  });
  await expect(entering).rejects.toEqual(failure("second_factor_required"));
});

it("allows at most 200 members", async () => {
  const { partner, owner } = await team();
  const data = Array.from({ length: 198 }, (_, n) => ({
    id: newId("user"),
    partnerId: partner.id,
    role: "viewer" as const,
    createdAt: clock.now(),
    email: `m${n}@full.example`,
    emailKey: `m${n}@full.example`,
  }));
  await platform.wiring.core.transact((tx) => tx.user.createMany({ data }));
  const invite = (email: string) =>
    inviteUser(owner.ctx, { partnerId: partner.id, email, role: "viewer" });
  await invite("last@full.example");
  expect(await outcomeOf(invite("more@full.example"))).toBe("conflict");
});

it("throttles a team that probes which email addresses have an account", async () => {
  const { partner, invite } = await team();
  const elsewhere = await team();
  const probe = () => outcomeOf(invite(elsewhere.owner.email));
  for (let tries = 0; tries < 10; tries++) expect(await probe()).toBe("conflict");
  expect(await probe()).toBe("too_many_attempts");
  clock.advance(60_000);
  for (let made = 0; made < 12; made++) {
    expect(await outcomeOf(invite(`fine${made}@${partner.code}.example`))).toBe("done");
  }
});

it("while suspended, a partner can only remove access", async () => {
  const { partner, owner, person, invite } = await team();
  const { userId } = await person("developer");
  const suspended = { partnerId: partner.id, status: "suspended", reason: "unpaid" } as const;
  await setPartnerStatus(platform.system, suspended);
  for (const grow of [
    () => invite("no@suspended.example"),
    () => setMemberRole(owner.ctx, { userId, role: "owner" }),
    () => relinkMember(owner.ctx, { userId }),
  ]) {
    expect(await outcomeOf(grow())).toBe("partner_suspended");
  }
  expect(await outcomeOf(removeMember(owner.ctx, { userId }))).toBe("done");
});
