import { expect, it } from "vitest";
import { PASSWORD, platformForTests, steppingClock } from "../../testing/platform";
import { Message } from "../kernel/message";
import { createPartner } from "../partners/mutations";
import { ACCOUNT_MAILS } from "../registry";
import { inviteUser, resetUserSecondFactor } from "../team/invitations";
import { listMembers } from "../team/members";
import { emailKey } from "../values/text";
import { changePassword } from "./password";
import { beginSecondFactor } from "./second-factor";
import { signIn } from "./sessions";

const MAIL = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "no-reply@platform.example" };
const clock = steppingClock(new Date("2026-05-01T12:00:00Z"));
const platform = await platformForTests({ env: MAIL, clock });

const typesTo = async (email: string) =>
  (
    await platform.wiring.core.db.mail.findMany({
      where: { address: email, type: { not: "user.invited" } },
    })
  ).map(({ type }) => type);

it("every account mail's example is a valid message", () => {
  expect(ACCOUNT_MAILS.map(({ name }) => name)).toHaveLength(new Set(ACCOUNT_MAILS).size);
  for (const { example } of ACCOUNT_MAILS) expect(Message.safeParse(example).success).toBe(true);
});

it("a new partner's owner is mailed the invite, with the partner's name", async () => {
  const created = await createPartner(platform.system, {
    name: "Acme Hosting",
    code: "acme-hosting",
    revsharePct: 20,
    ownerEmail: "ada@acme.example",
  });
  expect(created.invite?.isMailed).toBe(true);
  const [mail] = await platform.wiring.core.db.mail.findMany({
    where: { address: "ada@acme.example" },
  });
  expect(mail).toMatchObject({
    type: "user.invited",
    message: { subject: "You're invited to Acme Hosting", button: { path: "/welcome#" } },
  });
  expect(JSON.stringify(mail)).not.toContain(created.invite?.token);
});

it("an address gets at most five mails with links a day; the link is then shown only", async () => {
  const partner = await platform.newPartner();
  const { resetUser } = await import("../team/invitations");
  const { email } = await platform.newPerson(partner, "viewer");
  await platform.wiring.core.transact((tx) => tx.auditQuota.deleteMany());
  const mailed: boolean[] = [];
  for (let n = 0; n < 6; n++) {
    mailed.push((await resetUser(platform.system, { email })).isMailed);
  }
  expect(mailed).toEqual([true, true, true, true, true, false]);
});

it("one person's invites are mailed at most a hundred times a day", async () => {
  const partner = await platform.newPartner();
  const { actor } = await platform.newPerson(partner, "owner");
  const owner = platform.as(actor);
  const invite = (n: number) =>
    inviteUser(owner, { partnerId: partner.id, email: `n${n}@team.example`, role: "viewer" });
  const made: boolean[] = [];
  for (let n = 0; n < 102; n++) made.push((await invite(n)).isMailed);
  expect(made.filter(Boolean)).toHaveLength(100);
});

it("a sign-in from a new network is mailed; the first one and those from known networks are not", async () => {
  const partner = await platform.newPartner();
  const { email } = await platform.newPerson(partner, "viewer");
  const enter = (address: string) =>
    signIn(platform.wiring.core, { email, password: PASSWORD, address, userAgent: "Firefox/1" });
  const { transact } = platform.wiring.core;
  await transact((tx) =>
    tx.user.update({ where: { emailKey: emailKey(email) }, data: { lastSignedInAt: null } }),
  );
  await enter("198.51.100.1");
  await enter("198.51.100.1");
  expect(await typesTo(email)).toEqual([]);
  await enter("198.51.100.2");
  expect(await typesTo(email)).toEqual(["user.signed_in"]);
  for (let n = 3; n < 12; n++) await enter(`198.51.100.${n}`);
  expect(await typesTo(email)).toHaveLength(5);
});

it("a changed password and a second factor that others turned off are mailed to its owner only", async () => {
  const partner = await platform.newPartner();
  const { actor, email } = await platform.newPerson(partner, "owner");
  const other = await platform.newPerson(partner, "owner");
  await changePassword(platform.as(actor), { current: PASSWORD, next: "another long password" });
  expect(await typesTo(email)).toEqual(["user.password_changed"]);
  if (actor.kind !== "user") throw new Error("not a user");
  const ctx = platform.as(other.actor);
  await beginSecondFactor(ctx, { current: PASSWORD });
  const enabled = { enabledAt: clock.now(), lastStep: 1 };
  const { transact } = platform.wiring.core;
  if (other.actor.kind !== "user") throw new Error("not a user");
  const where = { userId: other.actor.userId };
  await transact((tx) => tx.secondFactor.update({ where, data: enabled }));
  await resetUserSecondFactor(platform.system, { email: other.email });
  expect(await typesTo(other.email)).toEqual(["user.second_factor_changed"]);
  expect(await typesTo(email)).toEqual(["user.password_changed"]);
});

it("owners see that a member's mail was refused, viewers don't", async () => {
  const partner = await platform.newPartner();
  const owner = await platform.newPerson(partner, "owner");
  const viewer = await platform.newPerson(partner, "viewer");
  const invited = await inviteUser(platform.as(owner.actor), {
    partnerId: partner.id,
    email: "gone@team.example",
    role: "viewer",
  });
  const data = {
    status: "refused",
    lastError: "The mailbox does not exist.",
    nextAttemptAt: null,
    endedAt: clock.now(),
    sealed: null,
    sealedBy: null,
  } as const;
  const where = { userId: invited.userId };
  await platform.wiring.core.transact((tx) => tx.mail.updateMany({ where, data }));
  const refusedFor = async ({ actor }: typeof owner) =>
    (await listMembers(platform.as(actor), { partnerId: partner.id })).find(
      ({ id }) => id === invited.userId,
    )?.mailRefused;
  expect(await refusedFor(owner)).toBe("The mailbox does not exist.");
  expect(await refusedFor(viewer)).toBeNull();
});
