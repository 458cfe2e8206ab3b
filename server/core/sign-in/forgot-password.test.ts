import { expect, it } from "vitest";
import { openPlatform, PASSWORD, platformForTests, steppingClock } from "../../testing/platform";
import { Email, emailKey } from "../values/text";
import { requestPasswordReset } from "./forgot-password";
import { readLink, redeemLink } from "./links";
import { signIn } from "./sessions";

const MAIL = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "no-reply@platform.example" };
const clock = steppingClock(new Date("2026-05-01T12:00:00Z"));
const platform = await platformForTests({ env: MAIL, clock });

let networks = 0;
const nextAddress = () => `198.51.${++networks}.1`;
const request = (email: string, address: string | null = nextAddress()) =>
  requestPasswordReset(platform.wiring.core, { email, address });

async function newOwner() {
  const partner = await platform.newPartner();
  const { actor, email } = await platform.newPerson(partner, "owner");
  if (actor.kind !== "user") throw new Error("not a user");
  return { partner, email, userId: actor.userId };
}
const mailsTo = (userId: string) =>
  platform.wiring.core.db.mail.findMany({
    where: { userId, type: "user.reset" },
  });
/** The tokens of the mails, as the mailer would send them. */
async function tokensTo(userId: string): Promise<string[]> {
  const { tokens } = platform.wiring.core.mail;
  return (await mailsTo(userId)).map(({ id, sealed, sealedBy }) => {
    const token = sealed && sealedBy ? tokens.open({ bytes: sealed, by: sealedBy }, id) : null;
    return token ?? "no token";
  });
}

it("mails a link that sets a new password once and ends all sessions", async () => {
  const { email, userId } = await newOwner();
  await request(email.toUpperCase());
  const [mail, ...others] = await mailsTo(userId);
  expect(others).toEqual([]);
  // To the address as stored, not as typed.
  expect(mail).toMatchObject({ type: "user.reset", address: email });
  const [token = ""] = await tokensTo(userId);
  const password = "an entirely new password";
  await redeemLink(platform.system, { token, password });
  const { db } = platform.wiring.core;
  expect(await db.session.count({ where: { userId } })).toBe(0);
  await expect(redeemLink(platform.system, { token, password })).rejects.toMatchObject({
    code: "not_found",
  });
  const who = { email, userAgent: null, address: nextAddress() };
  await signIn(platform.wiring.core, { ...who, password });
  await expect(signIn(platform.wiring.core, { ...who, password: PASSWORD })).rejects.toThrow();
  const changed = await db.mail.findMany({ where: { userId, type: "user.password_changed" } });
  expect(changed).toHaveLength(1);
});

it("gives the same result for an account, an unknown address and a disabled operator", async () => {
  const { email } = await newOwner();
  const operator = await platform.newOperator();
  const { transact, db } = platform.wiring.core;
  const data = { disabledAt: clock.now() };
  await transact((tx) => tx.user.update({ where: { emailKey: emailKey(operator.email) }, data }));
  const before = await db.mail.count();
  const results = await Promise.all(
    [email, "nobody@example.com", operator.email].map((one) => request(one)),
  );
  expect(results).toEqual([undefined, undefined, undefined]);
  expect(await db.mail.count()).toBe(before + 1);
});

it("takes as long for an unknown address as for an account", async () => {
  const timed = async (email: string) => {
    const startedAt = performance.now();
    await request(email);
    return performance.now() - startedAt;
  };
  const known = [await newOwner(), await newOwner(), await newOwner(), await newOwner()];
  const times = { known: [] as number[], unknown: [] as number[] };
  for (const [n, { email }] of known.entries()) {
    times.known.push(await timed(email));
    times.unknown.push(await timed(`nobody-${n}@example.com`));
  }
  // The shortest of each: on a busy machine, others take as much longer as they please.
  const difference = Math.abs(Math.min(...times.known) - Math.min(...times.unknown));
  // The work for an account takes 5 to 20 ms.
  expect(Math.min(...times.known, ...times.unknown)).toBeGreaterThanOrEqual(499);
  expect(difference).toBeLessThan(50);
});

it("sends an account at most three links a day, and says nothing about it", async () => {
  const { email, userId } = await newOwner();
  await Promise.all(Array.from({ length: 6 }, () => request(email)));
  expect(await mailsTo(userId)).toHaveLength(3);
  clock.advance(86_400_000);
  await request(email);
  expect(await mailsTo(userId)).toHaveLength(4);
});

it("refuses more than 30 requests of a network per day, whatever the accounts", async () => {
  const addresses = ["2001:db8:9:9::1", "2001:db8:9:9:ffff::2"];
  const many = Array.from({ length: 33 }, (_, n) =>
    request(`nobody${n}@example.com`, addresses[n % 2]).catch((error: unknown) => error),
  );
  const refused = (await Promise.all(many)).filter((outcome) => outcome !== undefined);
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({
    code: "too_many_attempts",
    details: { retry_after_seconds: expect.any(Number) },
  });
});

it("a stranger's request does not end the link that an owner has created", async () => {
  const { partner, email, userId } = await newOwner();
  const { resetUser } = await import("../team/invitations");
  const { token } = await resetUser(platform.system, { email });
  await request(email);
  expect(await readLink(platform.system, { token })).toMatchObject({ partnerId: partner.id });
  // A password that was chosen ends all of them.
  const [mailed = ""] = (await tokensTo(userId)).filter((one) => one !== token);
  await redeemLink(platform.system, { token: mailed, password: "an entirely new password" });
  await expect(readLink(platform.system, { token })).rejects.toMatchObject({ code: "not_found" });
});

it("the audit log has the request, with the address of whoever made it", async () => {
  const { email, userId } = await newOwner();
  await request(email, "203.0.113.77");
  const rows = await platform.wiring.core.db.auditEvent.findMany({
    where: { action: "user.reset_requested", subject: userId },
  });
  expect(rows).toMatchObject([{ address: "203.0.113.77", actor: "sign-in" }]);
});

it.each([
  '"e@attacker.example"@victim.example',
  "a@b.example,c@d.example",
  "a@b.example\r\nBcc: c@d.example",
  "Ada <a@b.example>",
])("an address that mail programs read in two ways is not accepted: %s", (address) => {
  expect(Email.safeParse(address).success).toBe(false);
});

it("without a mail server there is nothing to request", async () => {
  const other = await openPlatform();
  const input = { email: "a@example.com", address: null };
  await expect(requestPasswordReset(other.wiring.core, input)).rejects.toMatchObject({
    code: "not_found",
  });
  await other.close();
});
