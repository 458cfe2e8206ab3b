import pg from "pg";
import { expect, it } from "vitest";
import { PASSWORD, platformForTests, steppingClock } from "../../testing/platform";
import type { Passwords } from "../kernel/ports";
import { inviteUser, resetUser } from "../team/invitations";
import { readLink, redeemLink } from "./links";
import { changePassword } from "./password";
import { findSessionActor, signIn, signOut } from "./sessions";

const clock = steppingClock();
const platform = await platformForTests({ clock });

const HOME = "198.51.100.7";
const STRANGER = "203.0.113.9";
const NEXT = "another long password";
const failure = (code: string) => expect.objectContaining({ code });
const enter = (email: string, password: string, address: string | null = HOME) =>
  signIn(platform.wiring.core, { email, password, address, userAgent: "test" });
const isAlive = async (sessionId: string) =>
  (await findSessionActor(platform.wiring.core, sessionId)) !== null;
const newOwner = async () => platform.newPerson(await platform.newPartner(), "owner");

it("signs in with the email in any case and creates a session that can be looked up", async () => {
  const { email } = await newOwner();
  const { sessionId } = await enter(email.toUpperCase(), PASSWORD);
  expect(await isAlive(sessionId)).toBe(true);
});

it("responds identically to an unknown email and a wrong password", async () => {
  const { email } = await newOwner();
  const wrong = await enter(email, "wrong").catch((error: unknown) => error);
  const unknown = await enter("nobody@example.com", "wrong").catch((error: unknown) => error);
  expect(unknown).toEqual(wrong);
  expect(wrong).toEqual(failure("unauthenticated"));
});

it("does not look for a second factor before the password is right, so that timing reveals nothing", async () => {
  const { email } = await newOwner();
  const client = new pg.Client({ connectionString: platform.databaseUrl });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE second_factors IN ACCESS EXCLUSIVE MODE");
  const wrong = enter(email, "wrong");
  await expect(wrong).rejects.toEqual(failure("unauthenticated"));
  await client.end();
});

it("verifies a password even without an account, so that timing reveals nothing", async () => {
  const { core } = platform.wiring;
  const looked: (string | null)[] = [];
  const watched: Passwords = {
    forClient: (address, work) =>
      core.passwords.forClient(address, (hasher) => {
        const verify = async (hash: string | null) => looked.push(hash) < 0;
        return work({ ...hasher, verify });
      }),
  };
  const slow = { ...core, passwords: watched };
  const nobody = { email: "nobody@example.com", password: "x", address: null, userAgent: null };
  await expect(signIn(slow, nobody)).rejects.toEqual(failure("unauthenticated"));
  expect(looked).toEqual([null]);
});

it("rejects sign-in before the invite is accepted", async () => {
  const partner = await platform.newPartner();
  const invite = { email: "invited@example.com", role: "viewer" as const };
  await inviteUser(platform.system, { partnerId: partner.id, ...invite });
  await expect(enter(invite.email, "")).rejects.toEqual(failure("unauthenticated"));
});

it("sign-out ends one session only", async () => {
  const { email } = await newOwner();
  const [one, other] = [await enter(email, PASSWORD), await enter(email, PASSWORD)];
  const actor = await findSessionActor(platform.wiring.core, one.sessionId);
  if (actor) await signOut(platform.as(actor));
  expect([await isAlive(one.sessionId), await isAlive(other.sessionId)]).toEqual([false, true]);
});

it("changing the password ends every session, including a stolen copy of the current one", async () => {
  const { email, actor, sessionId } = await newOwner();
  const other = await enter(email, PASSWORD);
  const change = { current: PASSWORD, next: NEXT };
  const renewed = await changePassword(platform.as(actor), change);
  expect([await isAlive(sessionId), await isAlive(other.sessionId)]).toEqual([false, false]);
  expect(await isAlive(renewed.sessionId)).toBe(true);
  await expect(changePassword(platform.as(actor), change)).rejects.toEqual(
    failure("unauthenticated"),
  );
  expect(await isAlive((await enter(email, NEXT)).sessionId)).toBe(true);
});

it("renewing a session keeps its device and expiration", async () => {
  const { email } = await newOwner();
  const { core } = platform.wiring;
  const { sessionId } = await enter(email, PASSWORD);
  const before = await core.db.session.findUniqueOrThrow({ where: { id: sessionId } });
  clock.advance(3_600_000);
  const ctx = platform.as(await platform.actorOf(sessionId));
  const renewed = await changePassword(ctx, { current: PASSWORD, next: NEXT });
  const after = await core.db.session.findUniqueOrThrow({ where: { id: renewed.sessionId } });
  expect(after).toEqual({ ...before, id: renewed.sessionId, provedAt: clock.now() });
});

it("rejects a password change in a session that has ended in the meantime", async () => {
  const { email, actor } = await newOwner();
  await signOut(platform.as(actor));
  await expect(
    changePassword(platform.as(actor), { current: PASSWORD, next: NEXT }),
  ).rejects.toEqual(failure("unauthenticated"));
  expect(await isAlive((await enter(email, PASSWORD)).sessionId)).toBe(true);
});

it("a new password voids older links", async () => {
  const { email, actor } = await newOwner();
  const { token } = await resetUser(platform.system, { email });
  await changePassword(platform.as(actor), { current: PASSWORD, next: NEXT });
  await expect(readLink(platform.system, { token })).rejects.toEqual(failure("not_found"));
});

it("throttles password guesses by the holder of a session", async () => {
  const { actor } = await newOwner();
  const guess = () => changePassword(platform.as(actor), { current: "wrong", next: NEXT });
  for (let tries = 0; tries < 5; tries++) {
    await expect(guess()).rejects.toEqual(failure("validation_failed"));
  }
  await expect(guess()).rejects.toEqual(failure("too_many_attempts"));
});

it("ends a session after 7 days", async () => {
  const { email } = await newOwner();
  const { sessionId } = await enter(email, PASSWORD);
  clock.advance(7 * 86_400_000 - 1);
  expect(await isAlive(sessionId)).toBe(true);
  clock.advance(1);
  expect(await isAlive(sessionId)).toBe(false);
});

it("using a reset link ends all sessions and voids the link", async () => {
  const { email, sessionId } = await newOwner();
  const { token } = await resetUser(platform.system, { email });
  expect(await isAlive(sessionId)).toBe(true);
  const tries = [1, 2, 3].map(() => redeemLink(platform.system, { token, password: NEXT }));
  const results = await Promise.allSettled(tries);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await isAlive(sessionId)).toBe(false);
  await expect(readLink(platform.system, { token })).rejects.toEqual(failure("not_found"));
});

it("a reset link expires after one hour or when a newer one is created", async () => {
  const { email } = await newOwner();
  const first = await resetUser(platform.system, { email });
  const second = await resetUser(platform.system, { email });
  await expect(readLink(platform.system, { token: first.token })).rejects.toEqual(
    failure("not_found"),
  );
  clock.advance(3_600_000);
  await expect(readLink(platform.system, { token: second.token })).rejects.toEqual(
    failure("not_found"),
  );
});

it("stores only the hash of a link's token", async () => {
  const { email } = await newOwner();
  const { token } = await resetUser(platform.system, { email });
  const [link] = await platform.system.db.oneTimeLink.findMany({ where: { user: { email } } });
  expect(link?.tokenHash).toHaveLength(32);
  expect(JSON.stringify(link)).not.toContain(token);
});

async function failUntilBlocked(email: string, address: string): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const error = await enter(email, "wrong", address).catch((thrown: unknown) => thrown);
    if ((error as { code: string }).code === "too_many_attempts") return tries;
  }
  return 50;
}

it("throttles an account after five failures and reports the wait", async () => {
  const { email } = await newOwner();
  expect(await failUntilBlocked(email, STRANGER)).toBe(5);
  const error = await enter(email, PASSWORD, STRANGER).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "too_many_attempts", details: { retry_after_seconds: 5 } });
  clock.advance(5_000);
  await enter(email, PASSWORD, STRANGER);
});

it("never makes anyone wait longer than 15 minutes, after any number of failures", async () => {
  const { email } = await newOwner();
  const address = "203.0.113.150";
  for (let failures = 0; failures < 16; failures++) {
    await expect(enter(email, "wrong", address)).rejects.toEqual(failure("unauthenticated"));
    clock.advance(15 * 60_000);
  }
  await expect(enter(email, "wrong", address)).rejects.toEqual(failure("unauthenticated"));
  clock.advance(15 * 60_000 - 1);
  await expect(enter(email, PASSWORD, address)).rejects.toEqual(failure("too_many_attempts"));
  clock.advance(1);
  await enter(email, PASSWORD, address);
});

it("resets failures after a day without one", async () => {
  const { email } = await newOwner();
  const address = "203.0.113.151";
  for (let failures = 0; failures < 4; failures++) {
    await enter(email, "wrong", address).catch(() => null);
  }
  clock.advance(24 * 3_600_000);
  expect(await failUntilBlocked(email, address)).toBe(5);
});

it("never throttles an IP address that signed in to the account within 30 days", async () => {
  const { email } = await newOwner();
  await enter(email, PASSWORD, HOME);
  await failUntilBlocked(email, "203.0.113.77");
  await enter(email, PASSWORD, HOME);
  await expect(enter(email, PASSWORD, "203.0.113.78")).rejects.toEqual(
    failure("too_many_attempts"),
  );
  clock.advance(31 * 86_400_000);
  await failUntilBlocked(email, "203.0.113.77");
  await expect(enter(email, PASSWORD, HOME)).rejects.toEqual(failure("too_many_attempts"));
});

it("throttles an IP address that tries several accounts", async () => {
  const address = "203.0.113.200";
  let tries = 0;
  for (; tries < 50; tries++) {
    const error = await enter(`guess${tries}@example.com`, "x", address).catch((e: unknown) => e);
    if ((error as { code: string }).code === "too_many_attempts") break;
  }
  expect(tries).toBe(20);
});

it("does not let concurrent guesses bypass the throttle", async () => {
  const { email } = await newOwner();
  const tries = Array.from({ length: 40 }, () => enter(email, "wrong", null));
  const results = await Promise.allSettled(tries);
  const judged = results.filter(
    (r) => r.status === "rejected" && r.reason.code === "unauthenticated",
  );
  expect(judged).toHaveLength(5);
});
