import { beforeEach, expect, it, vi } from "vitest";
import { codeAt, enrol } from "../../testing/authenticator";
import { PASSWORD, platformForTests, steppingClock } from "../../testing/platform";
import { inviteUser } from "../team/invitations";
import { readLink } from "./links";
import { findSessionActor, noteSession, signIn } from "./sessions";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const JUMPS = [-HOUR_MS, -5_000, HOUR_MS];

const clock = steppingClock();
let email: string;
let sessionId: string;
const platform = await platformForTests({ clock });
beforeEach(async () => {
  ({ email, sessionId } = await platform.newPerson(await platform.newPartner(), "owner"));
});

let made = 0;
const nextAddress = () => `198.51.100.${++made}`;
const tryToSignIn = (password: string, address: string) =>
  signIn(platform.wiring.core, { email, password, address, userAgent: null });
const jump = async (ms: number, then: () => Promise<unknown>) => {
  clock.advance(ms);
  await then().finally(() => clock.advance(-ms));
};

it.each(JUMPS)(
  "after a clock jump of %i ms, a user with one failed sign-in and existing sessions keep access",
  async (ms) => {
    const address = nextAddress();
    await expect(tryToSignIn("wrong password", address)).rejects.toThrow("Incorrect email");
    await jump(ms, () => tryToSignIn(PASSWORD, address));
    await jump(ms, () => tryToSignIn(PASSWORD, address));
    await jump(ms, async () => {
      expect(await findSessionActor(platform.wiring.core, sessionId)).not.toBeNull();
    });
  },
);

it("setting the clock back never extends the wait after failed sign-ins", async () => {
  const address = nextAddress();
  for (let failure = 0; failure < 5; failure++) {
    await expect(tryToSignIn("wrong password", address)).rejects.toThrow("Incorrect email");
  }
  await expect(tryToSignIn(PASSWORD, address)).rejects.toThrow("Too many failed attempts");
  await jump(-HOUR_MS, () => tryToSignIn(PASSWORD, address));
});

it("a clock jump gives a guesser one additional attempt, then the usual wait", async () => {
  const address = nextAddress();
  for (let failure = 0; failure < 8; failure++) {
    await tryToSignIn("wrong password", address).catch(() => null);
    clock.advance(60_000);
  }
  await expect(tryToSignIn("wrong password", address)).rejects.toThrow("Incorrect email");
  await jump(-HOUR_MS, async () => {
    await expect(tryToSignIn("wrong password", address)).rejects.toThrow("Incorrect email");
    await expect(tryToSignIn(PASSWORD, address)).rejects.toThrow("Too many failed attempts");
  });
});

it("two processes whose clocks differ by an hour check no more passwords than one", async () => {
  const address = nextAddress();
  const realNow = Date.now;
  let checked = 0;
  for (let attempt = 0; attempt < 30; attempt++) {
    const aheadMs = attempt % 2 === 0 ? 0 : HOUR_MS;
    const spy = vi.spyOn(Date, "now").mockImplementation(() => realNow() + aheadMs);
    await jump(aheadMs, async () => {
      const refused = await tryToSignIn("wrong password", address).catch(String);
      if (String(refused).includes("Incorrect email")) checked++;
    });
    spy.mockRestore();
  }
  expect(checked).toBe(5);
});

it.each(JUMPS)("a new link works after a clock jump of %i ms", async (ms) => {
  const partner = await platform.newPartner();
  const invite = { email: `${++made}@example.com`, role: "viewer" as const };
  const { token } = await inviteUser(platform.system, { partnerId: partner.id, ...invite });
  await jump(ms, async () => {
    expect((await readLink(platform.system, { token })).email).toBe(invite.email);
  });
});

it("a minute that occurs twice counts each request once", async () => {
  const { key, plaintext } = await platform.newKey(await platform.newPartner());
  const call = async () => {
    expect((await platform.call("/me", { key: plaintext })).status).toBe(200);
    await platform.wiring.recorder.flush();
  };
  await call();
  await jump(-HOUR_MS, call);
  await call();
  const { db } = platform.system;
  const minutes = await db.keyUsage.findMany({ where: { keyId: key.id } });
  expect(minutes).toHaveLength(2);
  expect(await db.requestLog.count({ where: { keyId: key.id } })).toBe(3);
  const { lastUsedAt } = await db.apiKey.findUniqueOrThrow({ where: { id: key.id } });
  expect(lastUsedAt).toEqual(clock.now());
});

it("a last-used time in the future is corrected at the next use", async () => {
  const { key, plaintext } = await platform.newKey(await platform.newPartner());
  const call = async () => {
    expect((await platform.call("/prices", { key: plaintext })).status).toBe(200);
    await platform.wiring.recorder.flush();
  };
  await jump(DAY_MS, call);
  clock.advance(1_000);
  await call();
  const { db } = platform.system;
  const { lastUsedAt } = await db.apiKey.findUniqueOrThrow({ where: { id: key.id } });
  expect(lastUsedAt).toEqual(clock.now());
  expect(await db.keyScopeUse.findMany({ where: { keyId: key.id } })).toMatchObject([
    { scope: "prices:read", lastUsedAt: clock.now() },
  ]);
});

it("a session from a clock one day ahead does not last a day longer", async () => {
  const { core } = platform.wiring;
  const ids = [sessionId];
  await jump(DAY_MS, async () => {
    await noteSession(core, { sessionId, address: null });
    ids.push((await tryToSignIn(PASSWORD, nextAddress())).sessionId);
  });
  for (const id of ids) {
    expect(await noteSession(core, { sessionId: id, address: null })).not.toBeNull();
    const { lastSeenAt, expiresAt } = await core.db.session.findUniqueOrThrow({ where: { id } });
    expect(lastSeenAt).toEqual(clock.now());
    expect(expiresAt.getTime()).toBeLessThanOrEqual(clock.now().getTime() + WEEK_MS);
  }
});

it("a two-factor code used while the clock was one day ahead locks nobody out", async () => {
  const person = await platform.newPerson(await platform.newPartner(), "owner");
  const { secret } = await enrol(platform.as(person.actor), PASSWORD);
  const enter = () => {
    const code = codeAt(secret, clock.now().getTime());
    const login = { email: person.email, password: PASSWORD, code };
    return signIn(platform.wiring.core, { ...login, address: nextAddress(), userAgent: null });
  };
  await jump(DAY_MS, enter);
  await enter();
  await expect(enter()).rejects.toThrow();
});
