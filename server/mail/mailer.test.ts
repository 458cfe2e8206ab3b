import { expect, it } from "vitest";
import { newId } from "../core/kernel/ids";
import { issueKey } from "../core/keys/mutations";
import { notifyOfAll } from "../core/notifications/testing/notify-of-all";
import { resetUser } from "../core/team/invitations";
import { setMemberRole } from "../core/team/members";
import { type Accepted, PASSWORD, parsed, USER } from "./testing/smtp";
import { FROM, mailStand } from "./testing/stand";
import { openTransport } from "./transport";

const stand = await mailStand();
const { openMailer, write, rowOf, rows, makeDue } = stand;

const onlyOne = (accepted: readonly Accepted[]): Accepted => {
  expect(accepted).toHaveLength(1);
  const [first] = accepted;
  if (!first) throw new Error("nothing has arrived");
  return first;
};

it.each(["starttls", "tls", "none"] as const)(
  "a mail arrives through a login and %s",
  async (security) => {
    const smtp = await stand.startSmtp({ security });
    const message = {
      subject: "Your key “Größe” expires",
      paragraphs: ["It expires on December 1, 2026, at 12:00 UTC — in seven days."],
      facts: [["Key", "lk_ab…"]] satisfies [string, string][],
      button: { label: "Open the key", path: "/partners/acme/api-keys/key_1" },
      reason: "You get this because you are an owner.",
    };
    const [id = ""] = await write({ address: "ada@example.com", message, isOptional: true });
    await openMailer(smtp).drained();
    const mail = onlyOne(smtp.accepted);
    expect(mail).toMatchObject({
      id,
      from: "no-reply@platform.example",
      to: ["ada@example.com"],
      isSecure: security !== "none",
    });
    const email = await parsed(mail);
    expect(email).toMatchObject({
      subject: message.subject,
      from: { name: "Latchkey", address: "no-reply@platform.example" },
      to: [{ address: "ada@example.com" }],
      messageId: `<${id}@platform.example>`,
    });
    const headers = Object.fromEntries(email.headers.map(({ key, value }) => [key, value]));
    expect(headers["auto-submitted"]).toBe("auto-generated");
    expect(headers["list-unsubscribe"]).toBe("<https://p.example/account#notifications>");
    expect(Math.abs(Date.parse(headers.date ?? "") - Date.now())).toBeLessThan(60_000);
    for (const part of [email.text, email.html]) {
      expect(part).toContain("https://p.example/partners/acme/api-keys/key_1");
      expect(part).toContain(message.paragraphs[0]);
    }
    expect(mail.raw.split("\r\n").every((line) => line.length <= 998)).toBe(true);
    expect(await rowOf(id)).toMatchObject({ status: "sent", attempts: 1, lastError: null });
  },
);

it("mail that nobody can turn off has no List-Unsubscribe", async () => {
  const smtp = await stand.startSmtp();
  await write({ isOptional: false });
  await openMailer(smtp).drained();
  expect(onlyOne(smtp.accepted).raw).not.toMatch(/list-unsubscribe|account\/notifications/i);
});

it("the token of a link is in the mail, and nowhere once it is sent", async () => {
  const smtp = await stand.startSmtp();
  const button = { label: "Choose a password", path: "/welcome#" };
  const message = {
    subject: "Welcome",
    paragraphs: ["Hello."],
    button,
    reason: "You are invited.",
  };
  const [id = ""] = await write({ message, token: "tok-en_of_ada" });
  expect(JSON.stringify(await rowOf(id))).not.toContain("tok-en_of_ada");
  await openMailer(smtp).drained();
  const { text, html } = await parsed(onlyOne(smtp.accepted));
  expect(text).toContain("https://p.example/welcome#tok-en_of_ada\n");
  expect(html).toContain('href="https://p.example/welcome#tok-en_of_ada"');
  expect(await rowOf(id)).toMatchObject({ status: "sent", sealed: null, sealedBy: null });
});

it.each([
  '"e@attacker.example"@victim.example',
  "a@x.example, b@y.example",
  "a@x.example\r\nRCPT TO:<b@y.example>",
  "<a@x.example> b@y.example",
  "a@[127.0.0.1@evil.example]",
  "group: a@x.example, b@y.example;",
])("%j is not sent to, because servers read it in different ways", async (address) => {
  const smtp = await stand.startSmtp();
  const [id = ""] = await write({ address });
  await openMailer(smtp).drained();
  expect(smtp.accepted).toEqual([]);
  expect(await rowOf(id)).toMatchObject({
    status: "refused",
    lastError: "The address is not valid.",
  });
});

it("the transport has one recipient, even for an address that the mailer would refuse", async () => {
  const smtp = await stand.startSmtp();
  const transport = openTransport({ ...smtp, from: FROM, connections: 1 });
  const parts = { id: "msg_1", subject: "A", text: "B", html: "C", unsubscribeUrl: null };
  for (const address of ['"e@attacker.example"@victim.example', "a@x.example, b@y.example"]) {
    await transport.send({ ...parts, address }).catch(() => {});
  }
  transport.close();
  for (const { to } of smtp.accepted) {
    expect(to).toHaveLength(1);
    expect(to[0]).toMatch(/@(victim|y)\.example$/);
  }
});

it("200 mails arrive once each, shared by two processes, over few connections", async () => {
  const smtp = await stand.startSmtp();
  const ids = await write(...Array.from({ length: 200 }, () => ({})));
  const mailers = [openMailer(smtp), openMailer(smtp)];
  await Promise.all(mailers.map((each) => each.drained()));
  await mailers[0]?.drained();
  expect(smtp.accepted.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(smtp.connected()).toBeLessThanOrEqual(20);
  const sent = mailers.map((each) => each.stats().sent);
  expect(Math.min(...sent)).toBeGreaterThan(0);
  expect(sent.reduce((a, b) => a + b)).toBe(200);
});

it("a disabled person, and one with another address, get nothing that was waiting", async () => {
  const smtp = await stand.startSmtp();
  const { system, newOperator } = stand.platform;
  const people = [await newOperator(), await newOperator(), await newOperator()];
  const written = people.map(({ actor, email }) => {
    if (!("userId" in actor)) throw new Error("not a user");
    return { userId: actor.userId, address: email, token: "a token" };
  });
  const [disabled = "", moved = "", kept = ""] = await write(...written);
  const edit = (n: number, data: { disabledAt?: Date; email?: string }) =>
    system.transact((tx) => tx.user.update({ where: { id: written[n]?.userId ?? "" }, data }));
  await edit(0, { disabledAt: new Date() });
  await edit(1, { email: "elsewhere@example.com" });
  await openMailer(smtp).drained();
  // Other mails are about their new second factors.
  const arrived = smtp.accepted.filter(({ id }) => [disabled, moved, kept].includes(id));
  expect(onlyOne(arrived).id).toBe(kept);
  expect(await rowOf(disabled)).toMatchObject({
    status: "failed",
    lastError: "The account is disabled.",
    sealed: null,
  });
  expect(await rowOf(moved)).toMatchObject({
    status: "failed",
    lastError: "The account has another address now.",
    sealed: null,
  });
});

it("a mail that waits is given up when its person may no longer read it", async () => {
  const smtp = await stand.startSmtp();
  const platform = stand.platform;
  const partner = await platform.newPartner();
  const owner = await platform.newPerson(partner, "owner");
  const developer = await platform.newPerson(partner, "developer");
  await issueKey(platform.as(owner.actor), { partnerId: partner.id, label: "Shop", scopes: [] });
  await notifyOfAll(platform);
  const statuses = async () => {
    const where = { address: developer.email, type: "key.created" };
    return (await platform.system.db.mail.findMany({ where })).map(({ status }) => status);
  };
  expect(await statuses()).toEqual(["pending"]);
  if (developer.actor.kind !== "user") throw new Error("not a user");
  const { userId } = developer.actor;
  await setMemberRole(platform.system, { userId, role: "viewer" });
  await openMailer(smtp).drained();
  expect(await statuses()).toEqual(["failed"]);
  const subjects = (await Promise.all(smtp.accepted.map(parsed))).map(({ subject }) => subject);
  expect(subjects).not.toContain("API key Shop was created");
});

it("a mail about what was resolved while it waited is not sent, unless it is about security", async () => {
  const smtp = await stand.startSmtp();
  const { system } = stand.platform;
  const newNotice = async (isOpen: boolean) => {
    const id = newId("notification");
    const at = new Date();
    const resolvedAt = isOpen ? null : at;
    const message = { subject: "A notice", paragraphs: ["It is."], reason: "You are an owner." };
    const of = { factId: id, subjectId: "alert_1", data: {}, message, passedTo: null };
    const times = { occurredAt: at, createdAt: at, resolvedAt };
    await system.transact((tx) =>
      tx.notification.create({ data: { id, type: "alert.triggered", isOpen, ...of, ...times } }),
    );
    return `notification:${id}`;
  };
  const [solved = "", open = "", fixed = ""] = await write(
    { fact: await newNotice(false), isOptional: true },
    { fact: await newNotice(true), isOptional: true },
    { fact: await newNotice(false), isOptional: false },
  );
  await openMailer(smtp).drained();
  const lastError = "What it is about was resolved before it could be sent.";
  expect(await rowOf(solved)).toMatchObject({ status: "failed", lastError });
  for (const id of [open, fixed]) expect(await rowOf(id)).toMatchObject({ status: "sent" });
});

it("a link doesn't wait for the mails that an outage has delayed", async () => {
  const smtp = await stand.startSmtp();
  const bulk = await write(...Array.from({ length: 200 }, () => ({ isOptional: true })));
  const [link = ""] = await write({ expiresAt: new Date(Date.now() + 3_600_000) });
  await openMailer(smtp).drained();
  const ids = smtp.accepted.map(({ id }) => id);
  expect(new Set(ids)).toEqual(new Set([...bulk, link]));
  expect(ids.indexOf(link)).toBeLessThan(10);
});

it("rows of a newer release neither stop the mailer nor are lost", async () => {
  const smtp = await stand.startSmtp();
  const [strange = "", known = ""] = await write({}, {});
  const message = { subject: "A subject", chapters: [] };
  const { transact } = stand.platform.system;
  await transact((tx) => tx.mail.update({ where: { id: strange }, data: { message } }));
  await openMailer(smtp).drained();
  expect(onlyOne(smtp.accepted).id).toBe(known);
  expect(await rowOf(strange)).toMatchObject({ status: "pending" });
});

it("a link that no longer works is not sent", async () => {
  const smtp = await stand.startSmtp();
  const [id = ""] = await write({ token: "a token", expiresAt: new Date(Date.now() - 1_000) });
  await openMailer(smtp).drained();
  expect(smtp.accepted).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ status: "failed", sealed: null });
});

it("while mail waits, a newer link ends the earlier one, which is then not sent", async () => {
  const smtp = await stand.startSmtp();
  const { system, newOperator } = stand.platform;
  const { email } = await newOperator();
  const { token: earlier } = await resetUser(system, { email });
  const { token: latest } = await resetUser(system, { email });
  await openMailer(smtp).drained();
  const texts = (await Promise.all(smtp.accepted.map(parsed))).map(({ text }) => text);
  expect(texts.filter((text) => text?.includes(latest))).toHaveLength(1);
  expect(texts.filter((text) => text?.includes(earlier))).toEqual([]);
  const links = (await rows()).filter(({ type }) => type === "user.reset");
  expect(links).toMatchObject([{ status: "failed", sealed: null }, { status: "sent" }]);
});

it("what a dead process has claimed is sent by another, once its claim has ended", async () => {
  const smtp = await stand.startSmtp({ onMail: (_, n) => (n === 1 ? "hang" : null) });
  const [id = ""] = await write({});
  // Waits for the response as if it were dead.
  openMailer(smtp).start();
  await expect.poll(async () => (await rowOf(id)).claimedBy).not.toBeNull();
  const other = openMailer(smtp);
  await other.drained();
  expect(smtp.accepted).toEqual([]);
  await makeDue();
  await other.drained();
  expect(onlyOne(smtp.accepted).id).toBe(id);
  expect(await rowOf(id)).toMatchObject({ status: "sent" });
});

it("a wrong password, with which mail is delayed, is in no log, row or figure", async () => {
  const lines: string[] = [];
  const note = (fields: object, message: string) =>
    void lines.push(JSON.stringify([fields, message]));
  const log = { info: note, warn: note, error: note };
  const { core: own } = stand.platform.wiring;
  const smtp = await stand.startSmtp();
  await write({}, {}, {});
  const login = { user: USER, password: "hunter2" };
  const core = { ...own, log };
  const mailer = openMailer({ ...smtp, server: { ...smtp.server, login } }, { core });
  await mailer.drained();
  expect(mailer.stats().fault).toBe("The mail server refused the login (535).");
  expect(lines).toHaveLength(1);
  const stored = JSON.stringify([lines, await rows(), mailer.stats()]);
  for (const secret of ["hunter2", PASSWORD]) expect(stored).not.toContain(secret);
});

it("a mail whose next attempt a clock that ran ahead has scheduled is sent soon", async () => {
  const smtp = await stand.startSmtp();
  await write({});
  const schedule = (at: string) =>
    stand.platform.system.transact((tx) =>
      tx.$executeRawUnsafe(`UPDATE mails SET next_attempt_at = now() + interval '${at}'`),
    );
  await schedule("4 hours");
  const early = openMailer(smtp);
  early.start();
  await early.drained();
  await early.close();
  expect(smtp.accepted).toHaveLength(0);
  await schedule("1 year");
  openMailer(smtp).start();
  await expect.poll(() => smtp.accepted).toHaveLength(1);
});
