import { expect, it } from "vitest";
import { openPlatform, platformForTests } from "../../testing/platform";
import type { Ctx, Tx } from "../kernel/actor";
import { type NewMail, writeMails } from "./mutations";
import { findBounces } from "./queries";

const MAIL = {
  SMTP_URL: "smtp://127.0.0.1:1",
  MAIL_FROM: "Latchkey <no-reply@platform.example>",
};

const platform = await platformForTests({ env: MAIL });

let made = 0;
const newMail = (more: Partial<NewMail> = {}): NewMail => ({
  userId: null,
  address: "ada@example.com",
  type: "test",
  fact: `test:${++made}`,
  message: { subject: "A subject", paragraphs: ["A paragraph."], reason: "It is a test." },
  isOptional: false,
  ...more,
});

const write = (mails: NewMail[], ctx: Pick<Ctx, "mail" | "clock"> = platform.system) =>
  platform.system.transact((tx) => writeMails(tx, ctx, mails));
const rowsOf = (fact: string) => platform.system.db.mail.findMany({ where: { fact } });

async function newUser() {
  const partner = await platform.newPartner();
  const { actor, email } = await platform.newPerson(partner, "viewer");
  if (actor.kind !== "user") throw new Error("not a user");
  return { userId: actor.userId, address: email };
}

it("an address gets one mail about a fact, however often and from how many processes", async () => {
  const mail = newMail();
  const other = newMail({ fact: mail.fact, address: "bob@example.com" });
  expect(await write([mail, other, mail])).toBe(2);
  const all = await Promise.all(Array.from({ length: 4 }, () => write([mail, other])));
  expect(all).toEqual([0, 0, 0, 0]);
  expect(await rowsOf(mail.fact)).toHaveLength(2);
});

it("a mail of a change that is rolled back is not written", async () => {
  const mail = newMail();
  const run = async (tx: Tx) => {
    await writeMails(tx, platform.system, [mail]);
    throw new Error("rolled back");
  };
  await expect(platform.system.transact(run)).rejects.toThrow("rolled back");
  expect(await rowsOf(mail.fact)).toEqual([]);
});

it("10,000 mails of one fact are written at once", async () => {
  const fact = `test:${++made}`;
  const mails = Array.from({ length: 10_000 }, (_, n) =>
    newMail({ fact, address: `${n}@a.example` }),
  );
  expect(await write(mails)).toBe(10_000);
});

it("without a mail server, nothing is written", async () => {
  const other = await openPlatform();
  const mail = newMail({ token: "a token" });
  const run = (tx: Tx) => writeMails(tx, other.system, [mail]);
  expect(await other.system.transact(run)).toBe(0);
  expect(await other.system.db.mail.count()).toBe(0);
  await other.close();
});

it("the token of a link is readable only with the secret, and only for its mail", async () => {
  const first = newMail({ token: "the-token-of-ada" });
  const second = newMail({ token: "the-token-of-bob" });
  await write([first, second]);
  const [a, b] = [...(await rowsOf(first.fact)), ...(await rowsOf(second.fact))];
  if (!a?.sealed || !a.sealedBy || !b) throw new Error("not written");
  expect(Buffer.from(a.sealed).includes("the-token")).toBe(false);
  expect(JSON.stringify(a)).not.toContain("the-token");
  const { tokens } = platform.system.mail;
  const sealed = { bytes: a.sealed, by: a.sealedBy };
  expect(tokens.open(sealed, a.id)).toBe("the-token-of-ada");
  expect(tokens.open(sealed, b.id)).toBeNull();
});

it.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "welcome",
  "/a b",
  "javascript:x",
])("a button can't lead to %s", async (path) => {
  const message = { ...newMail().message, button: { label: "Open", path } };
  await expect(write([newMail({ message })])).rejects.toThrow(/path of this deployment/);
});

it("a removed user gets no mail that still waits", async () => {
  const user = await newUser();
  const mail = newMail(user);
  await write([mail]);
  await platform.system.transact((tx) => tx.user.delete({ where: { id: user.userId } }));
  expect(await rowsOf(mail.fact)).toEqual([]);
});

it("a bounce shows until a later mail is sent, or the address changes", async () => {
  const user = await newUser();
  const { db, transact } = platform.system;
  const end = async (status: "refused" | "sent", lastError: string | null) => {
    const mail = newMail(user);
    await write([mail]);
    const data = { status, lastError, nextAttemptAt: null, endedAt: new Date() };
    await transact((tx) => tx.mail.updateMany({ where: { fact: mail.fact }, data }));
  };
  expect(await findBounces(db, [user.userId])).toEqual(new Map());
  await end("refused", "The mailbox does not exist.");
  await write([newMail(user)]);
  expect((await findBounces(db, [user.userId, "usr_none"])).get(user.userId)).toMatchObject({
    address: user.address,
    reason: "The mailbox does not exist.",
  });
  await end("sent", null);
  expect(await findBounces(db, [user.userId])).toEqual(new Map());
  await end("refused", "The mailbox does not exist.");
  const email = "new@example.com";
  await transact((tx) => tx.user.update({ where: { id: user.userId }, data: { email } }));
  expect(await findBounces(db, [user.userId])).toEqual(new Map());
});
