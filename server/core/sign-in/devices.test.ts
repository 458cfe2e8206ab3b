import { expect, it } from "vitest";
import { PASSWORD, platformForTests, steppingClock } from "../../testing/platform";
import { endDevice, endDevices, listDevices } from "./devices";
import { findSessionActor, noteSession, signIn } from "./sessions";

const clock = steppingClock();
const platform = await platformForTests({ clock });

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0";
const isAlive = async (id: string) => (await findSessionActor(platform.wiring.core, id)) !== null;

async function person() {
  const made = await platform.newPerson(await platform.newPartner(), "viewer");
  const enter = (userAgent: string | null = FIREFOX) =>
    signIn(platform.wiring.core, {
      email: made.email,
      password: PASSWORD,
      address: "198.51.100.7",
      userAgent,
    });
  return { ...made, ctx: platform.as(made.actor), enter };
}

it("lists active sessions and marks the current one", async () => {
  const { ctx, enter, sessionId } = await person();
  clock.advance(60_000);
  await enter();
  expect(await listDevices(ctx)).toMatchObject([
    { browser: "Firefox", system: "Linux", address: "198.51.100.7", isCurrent: false },
    { id: sessionId, browser: null, system: null, isCurrent: true },
  ]);
});

it("records when and from where a session was last used, to the minute", async () => {
  const { ctx, sessionId } = await person();
  const { core } = platform.wiring;
  const seen = async () => (await listDevices(ctx))[0];
  const before = await seen();
  clock.advance(59_999);
  await noteSession(core, { sessionId, address: "203.0.113.5" });
  expect((await seen())?.lastSeenAt).toEqual(before?.lastSeenAt);
  clock.advance(1);
  await Promise.all([1, 2, 3].map(() => noteSession(core, { sessionId, address: "203.0.113.5" })));
  expect(await seen()).toMatchObject({ lastSeenAt: clock.now(), address: "203.0.113.5" });
});

it("ends one session at its next request and keeps the others", async () => {
  const [mine, theirs] = [await person(), await person()];
  const other = await mine.enter();
  await expect(endDevice(theirs.ctx, { sessionId: other.sessionId })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await isAlive(other.sessionId)).toBe(true);
  await endDevice(mine.ctx, { sessionId: other.sessionId });
  expect([await isAlive(other.sessionId), await isAlive(mine.sessionId)]).toEqual([false, true]);
});

it("ends all other sessions, or all sessions", async () => {
  const { ctx, enter, sessionId } = await person();
  const [one, two] = [await enter(), await enter()];
  await endDevices(ctx, { which: "others" });
  expect([await isAlive(one.sessionId), await isAlive(two.sessionId)]).toEqual([false, false]);
  expect(await isAlive(sessionId)).toBe(true);
  await endDevices(ctx, { which: "all" });
  expect(await isAlive(sessionId)).toBe(false);
});
