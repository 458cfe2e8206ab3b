import { expect, it } from "vitest";
import { codeAt, enrol } from "../../testing/authenticator";
import { outcomeOf } from "../../testing/outcome";
import { PASSWORD, platformForTests, steppingClock } from "../../testing/platform";
import type { Action } from "../kernel/access";
import type { Actor, Ctx } from "../kernel/actor";
import { change } from "../kernel/change";
import { ACTIONS } from "../registry";
import { inviteUser } from "../team/invitations";
import { relinkMember, setMemberRole } from "../team/members";
import { reauthenticate } from "./reauthenticate";
import { signIn, signOut } from "./sessions";

const MINUTES_15 = 15 * 60_000;
const clock = steppingClock();
const platform = await platformForTests({ clock });

const ASKED = "reauthentication_required";

/** An owner, a colleague, and functions that load the owner's session on each call. */
async function team() {
  const partner = await platform.newPartner();
  const owner = await platform.newPerson(partner, "owner");
  const { userId } = (await platform.newPerson(partner, "viewer")).actor as { userId: string };
  const session = async (sessionId = owner.sessionId) =>
    platform.as(await platform.actorOf(sessionId));
  const relink = async (sessionId?: string) =>
    outcomeOf(relinkMember(await session(sessionId), { userId }));
  return { partner, owner, userId, session, relink };
}

const SENSITIVE = Object.values<Action>(ACTIONS).filter(({ recentProof }) => recentProof);

it("requires authentication within the last 15 minutes for each of these actions", async () => {
  const { partner, owner } = await team();
  const operator = await platform.newOperator();
  const attempt = (action: Action, ageMs: number) => {
    const { actor } = action.roles.length > 0 ? owner : operator;
    const provedAt = new Date(clock.now().getTime() - ageMs);
    const ctx = platform.as({ ...actor, provedAt } as Actor);
    const target = { action, partnerId: partner.id };
    return outcomeOf(change(ctx, target, async () => ({ result: undefined, subject: "x" })));
  };
  for (const action of SENSITIVE) {
    expect(await attempt(action, MINUTES_15), action.name).toBe("done");
    expect(await attempt(action, MINUTES_15 + 1), action.name).toBe(ASKED);
  }
});

it("asks for the password and accepts it for 15 minutes", async () => {
  const { session, relink } = await team();
  clock.advance(MINUTES_15 + 1);
  const refused = await outcomeOf(reauthenticate(await session(), { current: "wrong" }));
  expect([refused, await relink()]).toEqual(["validation_failed", ASKED]);
  await reauthenticate(await session(), { current: PASSWORD });
  clock.advance(MINUTES_15);
  expect(await relink()).toBe("done");
  clock.advance(1);
  expect(await relink()).toBe(ASKED);
});

it("accepts a code (each once) or the password if two-factor authentication is on", async () => {
  const { session, relink, owner } = await team();
  const { secret, sessionId } = await enrol(await session(), PASSWORD);
  const code = () => codeAt(secret, clock.now().getTime());
  for (const proof of [() => ({ code: code() }), () => ({ current: PASSWORD })]) {
    clock.advance(MINUTES_15 + 1);
    const error = setMemberRole(await session(sessionId), {
      userId: owner.actor.kind === "user" ? owner.actor.userId : "",
      role: "viewer",
    });
    await expect(error).rejects.toMatchObject({
      code: ASKED,
      details: { methods: ["code", "password"] },
    });
    await reauthenticate(await session(sessionId), proof());
    expect(await relink(sessionId)).toBe("done");
  }
  const shown = code();
  await reauthenticate(await session(sessionId), { code: shown });
  await expect(reauthenticate(await session(sessionId), { code: shown })).rejects.toMatchObject({
    details: { issues: [{ path: "code" }] },
  });
});

it("rejects codes of accounts without two-factor authentication and lists the accepted methods", async () => {
  const { session, userId } = await team();
  clock.advance(MINUTES_15 + 1);
  await expect(relinkMember(await session(), { userId })).rejects.toMatchObject({
    details: { methods: ["password"] },
  });
  const proof = { code: "123456" };
  expect(await outcomeOf(reauthenticate(await session(), proof))).toBe("validation_failed");
});

it("throttles wrong passwords and codes like sign-in", async () => {
  for (const proof of [{ current: "wrong" }, { code: "000000" }]) {
    const { session } = await team();
    const { sessionId } = await enrol(await session(), PASSWORD);
    const attempts = Array.from({ length: 12 }, async () =>
      outcomeOf(reauthenticate(await session(sessionId), proof)),
    );
    const codes = await Promise.all(attempts);
    expect(codes.filter((code) => code === "validation_failed")).toHaveLength(5);
    expect(codes.filter((code) => code === "too_many_attempts")).toHaveLength(7);
  }
});

it("applies to one session and never to an ended one", async () => {
  const { session, owner, relink } = await team();
  const origin = { address: null, userAgent: null };
  const login = { email: owner.email, password: PASSWORD, ...origin };
  const other = await signIn(platform.wiring.core, login);
  clock.advance(MINUTES_15 + 1);
  const stale = await session();
  await reauthenticate(stale, { current: PASSWORD });
  expect([await relink(), await relink(other.sessionId)]).toEqual(["done", ASKED]);
  await signOut(stale);
  expect(await outcomeOf(reauthenticate(stale, { current: PASSWORD }))).toBe("unauthenticated");
});

it("ignores an authentication time in the future", async () => {
  const { relink } = await team();
  // As if a process whose clock was ahead had stored the time.
  clock.advance(-MINUTES_15 - 1);
  expect(await relink()).toBe(ASKED);
  clock.advance(1);
  expect(await relink()).toBe("done");
});

it("is recorded like a sign-in, with the method used", async () => {
  const { session, owner, partner } = await team();
  await reauthenticate(await session(), { current: PASSWORD });
  const row = await platform.system.db.auditEvent.findFirst({
    where: { partnerId: partner.id, action: "user.reauthenticated" },
  });
  const { userId } = owner.actor as { userId: string };
  expect(row).toMatchObject({ actor: userId, subject: userId, detail: { by: "password" } });
});

it("does not apply to the CLI and API keys", async () => {
  const { partner, session, userId } = await team();
  clock.advance(MINUTES_15 + 1);
  expect(await outcomeOf(relinkMember(platform.system, { userId }))).toBe("done");
  const guest = (n: number) => ({ email: `asked-${n}@guest.example`, role: "owner" as const });
  const invite = async (ctx: Ctx, n: number) =>
    outcomeOf(inviteUser(ctx, { partnerId: partner.id, ...guest(n) }));
  for (let n = 0; n < 12; n++) expect(await invite(await session(), n)).toBe(ASKED);
  await reauthenticate(await session(), { current: PASSWORD });
  expect(await invite(await session(), 12)).toBe("done");
});
