import { expect, it } from "vitest";
import { codeAt, enrol } from "../../testing/authenticator";
import { outcomeOf } from "../../testing/outcome";
import { PASSWORD, platformForTests, steppingClock } from "../../testing/platform";
import { resetUserSecondFactor } from "../team/invitations";
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from "./second-factor";
import { findSessionActor, signIn } from "./sessions";

const clock = steppingClock();
const platform = await platformForTests({ clock });

const HOME = "198.51.100.7";
const failure = (code: string) => expect.objectContaining({ code });
const enter = (email: string, code?: string, password = PASSWORD, address: string | null = HOME) =>
  signIn(platform.wiring.core, {
    email,
    password,
    address,
    userAgent: "test",
    ...(code && { code }),
  });
const now = () => clock.now().getTime();

/** An owner with a second factor, one time step later, so that every code is unused. */
async function enrolled() {
  const person = await platform.newPerson(await platform.newPartner(), "owner");
  const made = await enrol(platform.as(person.actor), PASSWORD);
  clock.advance(60_000);
  const ctx = platform.as(await platform.actorOf(made.sessionId));
  return { ...person, ...made, ctx, code: () => codeAt(made.secret, now()) };
}

it("asks for a code after the correct password and creates no session before it", async () => {
  const { email, code, actor } = await enrolled();
  const count = () =>
    platform.system.db.session.count({ where: { userId: (actor as { userId: string }).userId } });
  const before = await count();
  expect(await outcomeOf(enter(email))).toBe("second_factor_required");
  expect(await outcomeOf(enter(email, "000000"))).toBe("second_factor_invalid");
  expect(await count()).toBe(before);
  expect(await outcomeOf(enter(email, code()))).toBe("done");
  expect(await count()).toBe(before + 1);
});

it("does not reveal two-factor authentication without the correct password", async () => {
  const { email, code } = await enrolled();
  const answers = [
    await enter(email, undefined, "wrong").catch((error: unknown) => error),
    await enter(email, code(), "wrong").catch((error: unknown) => error),
    await enter("nobody@example.com", "123456", "wrong").catch((error: unknown) => error),
  ];
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]).toEqual(failure("unauthenticated"));
});

it("accepts each code once, including concurrently", async () => {
  const { email, code } = await enrolled();
  const shown = code();
  const tries = Array.from({ length: 4 }, () => outcomeOf(enter(email, shown)));
  expect((await Promise.all(tries)).filter((one) => one === "done")).toHaveLength(1);
  expect(await outcomeOf(enter(email, shown))).not.toBe("done");
  clock.advance(24 * 3_600_000);
  expect(await outcomeOf(enter(email, code()))).toBe("done");
});

it("rejects codes older than the last accepted one", async () => {
  const { email, secret } = await enrolled();
  expect(await outcomeOf(enter(email, codeAt(secret, now() + 30_000)))).toBe("done");
  expect(await outcomeOf(enter(email, codeAt(secret, now())))).toBe("second_factor_invalid");
});

it.each([
  ["Arabic", 0x660],
  ["Persian", 0x6f0],
  ["Hindi", 0x966],
])("accepts a code in the digits of an %s keyboard", async (_name, zero) => {
  const { email, code } = await enrolled();
  const typed = code().replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  expect(await outcomeOf(enter(email, typed))).toBe("done");
});

it("accepts each recovery code once, with spaces and dashes, including concurrently", async () => {
  const { email, recoveryCodes, ctx } = await enrolled();
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = "", second = ""] = recoveryCodes;
  expect(first).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  const tries = Array.from({ length: 4 }, () => outcomeOf(enter(email, first)));
  expect((await Promise.all(tries)).filter((one) => one === "done")).toHaveLength(1);
  clock.advance(24 * 3_600_000);
  const asTyped = second
    .toLowerCase()
    .replaceAll("0", "o")
    .replaceAll("1", "l")
    .replaceAll("-", " ");
  expect(await outcomeOf(enter(email, asTyped))).toBe("done");
  expect(await getSecondFactor(ctx)).toMatchObject({ recoveryCodesLeft: 8 });
});

it("throttles guessed codes even if the password is entered in between", async () => {
  const { email, code } = await enrolled();
  let judged = 0;
  for (let tries = 0; tries < 30; tries++) {
    // A new address each time, and the password alone before each code.
    const address = `203.0.113.${tries}`;
    await outcomeOf(enter(email, undefined, PASSWORD, address));
    const got = await outcomeOf(enter(email, "000000", PASSWORD, address));
    if (got === "second_factor_invalid") judged++;
    else expect(got).toBe("too_many_attempts");
  }
  expect(judged).toBe(5);
  expect(await outcomeOf(enter(email, code(), PASSWORD, "203.0.113.99"))).toBe("too_many_attempts");
});

it("does not let concurrent guesses bypass the throttle", async () => {
  const { email } = await enrolled();
  const tries = Array.from({ length: 20 }, () => outcomeOf(enter(email, "000000", PASSWORD, null)));
  const judged = (await Promise.all(tries)).filter((one) => one === "second_factor_invalid");
  expect(judged).toHaveLength(5);
});

it("failed passwords throttle an account independently of its codes", async () => {
  const { email } = await enrolled();
  for (let tries = 0; tries < 4; tries++) await outcomeOf(enter(email, undefined, "wrong", null));
  await outcomeOf(enter(email, undefined, PASSWORD, null));
  // The right password alone is not a failure, but clears no earlier ones: the fifth failure blocks
  // the account.
  await outcomeOf(enter(email, undefined, "wrong", null));
  expect(await outcomeOf(enter(email, undefined, "wrong", null))).toBe("too_many_attempts");
});

it("requires the password and a code within 15 minutes to set up", async () => {
  const person = await platform.newPerson(await platform.newPartner(), "viewer");
  const ctx = platform.as(person.actor);
  await expect(beginSecondFactor(ctx, { current: "wrong" })).rejects.toMatchObject({
    code: "validation_failed",
    details: { issues: [{ path: "current" }] },
  });
  await expect(confirmSecondFactor(ctx, { code: "123456" })).rejects.toEqual(failure("conflict"));
  const { secret } = await beginSecondFactor(ctx, { current: PASSWORD });
  expect(await getSecondFactor(ctx)).toMatchObject({ enabledAt: null });
  expect(await outcomeOf(enter(person.email))).toBe("done");
  await expect(confirmSecondFactor(ctx, { code: "000000" })).rejects.toMatchObject({
    details: { issues: [{ path: "code" }] },
  });
  clock.advance(15 * 60_000);
  const code = codeAt(secret, now());
  await expect(confirmSecondFactor(ctx, { code })).rejects.toEqual(failure("conflict"));
});

it("ends all other sessions when it is turned on, renewed or turned off", async () => {
  const { core } = platform.wiring;
  const alive = async (id: string) => (await findSessionActor(core, id)) !== null;
  const person = await platform.newPerson(await platform.newPartner(), "developer");
  let { sessionId } = person;
  let other = (await enter(person.email)).sessionId;
  const ctx = async () => platform.as(await platform.actorOf(sessionId));
  const expectRenewed = async (renewed: { sessionId: string }) => {
    expect([await alive(sessionId), await alive(other)]).toEqual([false, false]);
    sessionId = renewed.sessionId;
    expect(await alive(sessionId)).toBe(true);
    clock.advance(60_000);
  };
  const { secret, ...enabled } = await enrol(await ctx(), PASSWORD);
  await expectRenewed(enabled);
  const proof = () => {
    clock.advance(60_000);
    return { current: PASSWORD, code: codeAt(secret, now()) };
  };
  other = (await enter(person.email, proof().code)).sessionId;
  await expectRenewed(await renewRecoveryCodes(await ctx(), proof()));
  other = (await enter(person.email, proof().code)).sessionId;
  await expectRenewed(await disableSecondFactor(await ctx(), proof()));
});

it("can't be replaced while it is on, even with the password", async () => {
  const { ctx } = await enrolled();
  await expect(beginSecondFactor(ctx, { current: PASSWORD })).rejects.toEqual(failure("conflict"));
});

it("requires the password and a code to turn off, and deletes the recovery codes", async () => {
  const { email, ctx, code, recoveryCodes } = await enrolled();
  const proofs = [
    { current: "wrong", code: code() },
    { current: PASSWORD, code: "000000" },
  ];
  for (const proof of proofs) {
    await expect(disableSecondFactor(ctx, proof)).rejects.toEqual(failure("validation_failed"));
  }
  await disableSecondFactor(ctx, { current: PASSWORD, code: code() });
  expect(await getSecondFactor(ctx)).toMatchObject({ enabledAt: null, recoveryCodesLeft: 0 });
  expect(await outcomeOf(enter(email))).toBe("done");
  expect(recoveryCodes).toHaveLength(10);
});

it("replaces the old recovery codes with new ones", async () => {
  const { email, ctx, code, recoveryCodes } = await enrolled();
  const { recoveryCodes: fresh } = await renewRecoveryCodes(ctx, {
    current: PASSWORD,
    code: code(),
  });
  expect(await outcomeOf(enter(email, recoveryCodes[0]))).toBe("second_factor_invalid");
  expect(await outcomeOf(enter(email, fresh[0]))).toBe("done");
});

it("stores no readable secret or recovery code", async () => {
  const { secret, recoveryCodes, actor } = await enrolled();
  const { userId } = actor as { userId: string };
  const { db } = platform.system;
  const [factor, codes, events] = await Promise.all([
    db.secondFactor.findUnique({ where: { userId } }),
    db.recoveryCode.findMany({ where: { userId } }),
    db.auditEvent.findMany({ where: { subject: userId } }),
  ]);
  const kept = [
    Buffer.from(factor?.sealed ?? []).toString("latin1"),
    ...codes.map(({ hash }) => Buffer.from(hash).toString("latin1")),
    JSON.stringify(events),
  ].join("\n");
  for (const text of [
    secret,
    ...recoveryCodes,
    ...recoveryCodes.map((one) => one.replaceAll("-", "")),
  ]) {
    expect(kept).not.toContain(text);
  }
});

it("after a new NEXTAUTH_SECRET, only recovery codes or a reset work", async () => {
  const { email, code, recoveryCodes, actor } = await enrolled();
  const { userId } = actor as { userId: string };
  await platform.wiring.core.transact((tx) =>
    tx.secondFactor.update({ where: { userId }, data: { sealedBy: "the key before" } }),
  );
  expect(await outcomeOf(enter(email, code()))).toBe("second_factor_invalid");
  expect(await outcomeOf(enter(email, recoveryCodes[0]))).toBe("done");
  await resetUserSecondFactor(platform.system, { email });
  expect(await outcomeOf(enter(email))).toBe("done");
});

it("is required for every operator except the demo operator", async () => {
  const operator = await platform.newOperator();
  expect(operator.actor).not.toHaveProperty("mustEnrol");
  await resetUserSecondFactor(platform.system, { email: operator.email });
  const { sessionId } = await enter(operator.email);
  const { core } = platform.wiring;
  expect(await findSessionActor(core, sessionId)).toMatchObject({ mustEnrol: true });
  const demo = { ...core, demoOperator: operator.email };
  expect(await findSessionActor(demo, sessionId)).not.toHaveProperty("mustEnrol");
});
