import { expect, it } from "vitest";
import { codeAt, enrol } from "../../testing/authenticator";
import { outcomeOf } from "../../testing/outcome";
import { PASSWORD, platformForTests, steppingClock } from "../../testing/platform";
import { USER_PROOF_FAILED } from "./actions";
import { reauthenticate } from "./reauthenticate";
import { recordFailure } from "./record-failure";
import { disableSecondFactor, renewRecoveryCodes } from "./second-factor";
import { signIn } from "./sessions";
import { countCode } from "./throttle";

const clock = steppingClock();
const platform = await platformForTests({ clock });

const enter = (email: string, code: string | undefined, address: string | null) =>
  signIn(platform.wiring.core, {
    email,
    password: PASSWORD,
    address,
    userAgent: "test",
    ...(code && { code }),
  });

/** An owner with a second factor, one time step later, so that every code is unused. */
async function enrolled() {
  const person = await platform.newPerson(await platform.newPartner(), "owner");
  const made = await enrol(platform.as(person.actor), PASSWORD);
  clock.advance(60_000);
  const ctx = platform.as(await platform.actorOf(made.sessionId));
  return { ...person, ctx, code: () => codeAt(made.secret, clock.now().getTime()) };
}

it("counts guesses of codes from every address together, however the password was proved", async () => {
  const { email, code, actor, ctx } = await enrolled();
  const { userId } = actor as { userId: string };
  const guessAs: ((at: typeof ctx) => Promise<unknown>)[] = [
    (at) => reauthenticate(at, { code: "000000" }),
    (at) => disableSecondFactor(at, { current: PASSWORD, code: "000000" }),
    (at) => renewRecoveryCodes(at, { current: PASSWORD, code: "000000" }),
    (at) => enter(email, "000000", at.address),
  ];
  const outcomes: string[] = [];
  for (let tries = 0; tries < 24; tries++) {
    // Fresh addresses of one network, on which the password was proved before.
    const at = { ...ctx, address: `2001:db8:1:1::${tries.toString(16)}` };
    await outcomeOf(reauthenticate(at, { current: PASSWORD }));
    await outcomeOf(enter(email, undefined, at.address));
    const guess = guessAs[tries % 4] ?? (() => Promise.resolve());
    outcomes.push(await outcomeOf(guess(at)));
  }
  const judged = outcomes.filter((one) => one !== "too_many_attempts");
  expect(judged).toHaveLength(5);
  // Not from an address at which it has signed in either.
  expect(await outcomeOf(enter(email, code(), "198.51.100.7"))).toBe("too_many_attempts");
  const failures = {
    subject: userId,
    action: { in: ["user.sign_in_failed", "user.proof_failed"] },
  };
  expect(await platform.system.db.auditEvent.count({ where: failures })).toBe(5);
});

it("remembers an address only after the password and the code", async () => {
  const { email, code, actor, ctx } = await enrolled();
  const { userId } = actor as { userId: string };
  const known = () => platform.system.db.knownAddress.findMany({ where: { userId } });
  const before = await known();
  const address = "198.51.100.77";
  await reauthenticate({ ...ctx, address }, { current: PASSWORD });
  expect(await outcomeOf(enter(email, undefined, address))).toBe("second_factor_required");
  expect(await outcomeOf(enter(email, "000000", address))).toBe("second_factor_invalid");
  expect(await known()).toEqual(before);
  expect(await outcomeOf(enter(email, code(), address))).toBe("done");
  expect(await known()).toHaveLength(before.length + 1);
});

it("audits each wrong code, however many wrong passwords the network and the account had", async () => {
  const { ctx, actor } = await enrolled();
  const { userId: id } = actor as { userId: string };
  const at = { ...ctx, address: "203.0.113.200" };
  const fails = (reason: "password" | "code") =>
    recordFailure(at, { action: USER_PROOF_FAILED, user: { id, partnerId: null }, reason });
  for (let tries = 0; tries < 120; tries++) await fails("password");
  await fails("code");
  const recorded = (reason: string) =>
    platform.system.db.auditEvent.count({
      where: { subject: id, action: "user.proof_failed", detail: { equals: { reason } } },
    });
  expect([await recorded("password"), await recorded("code")]).toEqual([50, 1]);
});

it("lets an account's own address through while somebody else guesses its codes", async () => {
  const { email, code, actor } = await enrolled();
  const { userId } = actor as { userId: string };
  const home = "198.51.100.10";
  expect(await outcomeOf(enter(email, code(), home))).toBe("done");
  clock.advance(60_000);
  for (let tries = 0; tries < 7; tries++)
    await outcomeOf(enter(email, "000000", `203.0.113.${tries}`));
  expect(await outcomeOf(enter(email, "000000", "203.0.113.200"))).toBe("too_many_attempts");
  // Not a stranger with the right code either.
  expect(await outcomeOf(enter(email, code(), "203.0.113.201"))).toBe("too_many_attempts");
  expect(await outcomeOf(enter(email, code(), home))).toBe("done");
  // It cleared nothing for the others.
  expect(await outcomeOf(enter(email, "000000", "203.0.113.202"))).toBe("too_many_attempts");
  const failures = { subject: userId, action: "user.sign_in_failed" };
  expect(await platform.system.db.auditEvent.count({ where: failures })).toBe(5);
});

it("an address that was known before the second factor was set up gets no attempts of its own", async () => {
  const person = await platform.newPerson(await platform.newPartner(), "owner");
  const home = "198.51.100.11";
  expect(await outcomeOf(enter(person.email, undefined, home))).toBe("done");
  clock.advance(1_000);
  const { secret } = await enrol(platform.as(person.actor), PASSWORD);
  clock.advance(60_000);
  for (let tries = 0; tries < 5; tries++) {
    await outcomeOf(enter(person.email, "000000", "203.0.113.9"));
  }
  const code = codeAt(secret, clock.now().getTime());
  expect(await outcomeOf(enter(person.email, code, home))).toBe("too_many_attempts");
});

it("checks no more codes in a day, with own addresses, than with waits of 15 minutes without", async () => {
  const { email, code, actor } = await enrolled();
  const { userId } = actor as { userId: string };
  const home = "198.51.100.12";
  expect(await outcomeOf(enter(email, code(), home))).toBe("done");
  const end = clock.now().getTime() + 24 * 3_600_000;
  let counted = 0;
  while (clock.now().getTime() < end) {
    const attempt = countCode(platform.wiring.core, { userId, email, address: home });
    const seconds = await attempt.then(
      () => 0,
      ({ details }: { details: { retry_after_seconds: number } }) => details.retry_after_seconds,
    );
    if (seconds === 0) counted++;
    clock.advance(seconds * 1_000);
  }
  // Five at once, eight with doubled waits, then one each 15 minutes.
  expect(counted).toBeGreaterThan(100);
  expect(counted).toBeLessThanOrEqual(108);
});
