import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { writeMails } from "../../core/mail/mutations";
import { exampleMessages } from "../../mail/examples";
import { refusal, startSmtp } from "../../mail/testing/smtp";
import { FROM, MAIL_ENV } from "../../mail/testing/stand";
import { openTransport } from "../../mail/transport";
import { platformForTests } from "../../testing/platform";
import { temporaryFolder } from "../../testing/processes";
import { findCommand } from "../commands";
import { lookAtMail } from "../doctor/look-at-mail";
import { openCatcher } from "../mail/catcher";
import { partsOf } from "../mail/parts";
import { sendTest } from "../mail/send-test";

const platform = await platformForTests({ env: MAIL_ENV });

async function run(name: string, words: Record<string, string>) {
  const command = findCommand(name);
  if (!command) throw new Error("no such command");
  const host = {
    core: platform.wiring.core,
    siteUrl: "",
    migrate: async () => ({ applied: [] }),
    dispatcher: null,
  };
  const result = await command.run(platform.system, words, host);
  return command.toText(result);
}

async function conduct(name: string, words: Record<string, string>, environment = {}) {
  const command = findCommand(name);
  if (!command?.conduct) throw new Error("no such command");
  const session = {
    environment,
    ask: async () => null,
    show: () => {},
    print: () => {},
    askSecret: async () => "",
    untilStopped: () => AbortSignal.abort(),
  };
  return command.toText(await command.conduct(session, words));
}

it("mail list shows what became of mails, without texts", async () => {
  const message = { subject: "A subject", paragraphs: ["secret text"], reason: "R" };
  const rest = { userId: null, type: "key.created", message, isOptional: true };
  await platform.system.transact(async (tx) => {
    await writeMails(tx, platform.system, [
      { ...rest, address: "a@example.com", fact: "a" },
      { ...rest, address: "b@example.com", fact: "b" },
    ]);
    const lastError = "The mailbox does not exist (550 5.1.1).";
    const data = {
      status: "refused",
      lastError,
      nextAttemptAt: null,
      endedAt: new Date(),
    } as const;
    await tx.mail.updateMany({ where: { fact: "b" }, data });
  });
  const all = await run("mail list", {});
  expect(all).toMatch(/pending +a@example.com +key.created +0 +-/);
  expect(all).toMatch(/refused +b@example.com +key.created +0 +The mailbox does not exist/);
  expect(all).not.toContain("secret text");
  expect(await run("mail list", { status: "sent" })).toBe("No mails found.");
  const { actor } = await platform.newPerson(await platform.newPartner(), "owner");
  const host = { core: platform.wiring.core, siteUrl: "", dispatcher: null };
  const migrate = async () => ({ applied: [] });
  const asOwner = findCommand("mail list")?.run(platform.as(actor), {}, { ...host, migrate });
  await expect(asOwner).rejects.toMatchObject({ code: "forbidden" });
});

it("mail preview writes each message as HTML and text", async () => {
  const folder = join(temporaryFolder("mail"), "new");
  expect(await conduct("mail preview", { folder })).toContain(
    `${exampleMessages().length} messages`,
  );
  const files = readdirSync(folder);
  expect(files).toHaveLength(exampleMessages().length * 2);
  const invite = readFileSync(join(folder, "user.invited.txt"), "utf8");
  expect(invite).toContain("https://partners.example.com/welcome#one-time-token\n");
});

it("mail test sends at once, and shows why the server refuses", async () => {
  const smtp = await startSmtp({ security: "none" });
  onTestFinished(smtp.close);
  const settings = { server: smtp.server, from: FROM, linkBase: "https://p.example" };
  const to = { address: "ada@example.com", supportEmail: null };
  expect(await sendTest(settings, to)).toBeNull();
  expect(smtp.accepted).toHaveLength(1);
  const strict = await startSmtp({
    security: "none",
    onRcptTo: (_, __, callback) => callback(refusal(550, "5.7.1 not from\u0007 here")),
  });
  onTestFinished(strict.close);
  expect(await sendTest({ ...settings, server: strict.server }, to)).toMatch(
    /^The mail server refused it because of its policy \(550 5\.7\.1\)\. It returned: 550 5\.7\.1 not from +here$/,
  );
  const { port } = strict.server;
  const login = { user: "ada", password: "hunter2" };
  const problem = await sendTest({ ...settings, server: { ...strict.server, port, login } }, to);
  expect(problem).toMatch(/refused the login/);
  await expect(conduct("mail test", { address: "a@example.com" })).rejects.toThrow(/SMTP_URL/);
});

it("the catcher stores what the mailer sends, and reads it back", async () => {
  const caught: { to: string[]; raw: string }[] = [];
  const catcher = await openCatcher(0, async (mail) => void caught.push(mail));
  onTestFinished(catcher.close);
  const server = {
    host: "127.0.0.1",
    port: catcher.port,
    security: "optional",
    login: null,
  } as const;
  const transport = openTransport({ server, from: FROM, connections: 1 });
  const long = "ü".repeat(300);
  const parts = {
    id: "msg_1",
    address: "ada@example.com",
    subject: `Größe “${"x".repeat(100)}” ü`,
    text: `.first\n..\n${long} = https://p.example/welcome#tok-en\n`,
    html: `<p>.</p>\n<a href="https://p.example/?a=b">${long}</a>\n`,
    unsubscribeUrl: null,
  };
  await transport.send(parts);
  await transport.send({ ...parts, subject: "plain" });
  transport.close();
  expect(caught.map(({ to }) => to)).toEqual([["ada@example.com"], ["ada@example.com"]]);
  const [first] = caught.map(({ raw }) => partsOf(raw));
  expect(first?.subject).toBe(parts.subject);
  expect(first?.text.trim()).toBe(parts.text.trim());
  expect(first?.html.trim()).toBe(parts.html.trim());
});

const RECORDS: Record<string, string[]> = {
  "platform.example": ["v=spf1 include:provider.example -all"],
  "_dmarc.platform.example": ["v=DMARC1; p=none"],
};
const remote = { host: "mail.invalid", port: 587, security: "starttls", login: null } as const;
const readTxt = async (name: string) => RECORDS[name] ?? [];

it("doctor names what is wrong with the mail server and with the sender's domain", async () => {
  const settings = { server: remote, from: FROM, linkBase: "" };
  expect(await lookAtMail(settings, readTxt)).toMatchObject([
    { check: "mail server", state: "fault" },
    { check: "SPF record", state: "ok" },
    { check: "DMARC record", state: "ok" },
  ]);
  const from = { name: "", address: "a@mail.other.example" };
  expect(await lookAtMail({ ...settings, from }, readTxt)).toMatchObject([
    { state: "fault" },
    { state: "warning", says: "mail.other.example has none" },
    { state: "warning", says: "mail.other.example has none" },
  ]);
  // The record of the domain above counts for a subdomain.
  const below = { name: "", address: "a@news.platform.example" };
  expect((await lookAtMail({ ...settings, from: below }, readTxt))[2]).toMatchObject({
    says: "platform.example has one",
  });
  expect(await lookAtMail(settings, async () => null)).toMatchObject(
    [
      { state: "fault" },
      { state: "warning", says: /can't be read/ },
      { state: "warning", says: /can't be read/ },
    ].map(({ state }) => ({ state })),
  );
});

it("doctor finds a wrong password, and shows none", async () => {
  const smtp = await startSmtp({ security: "none" });
  onTestFinished(smtp.close);
  const settings = { server: smtp.server, from: FROM, linkBase: "" };
  expect(await lookAtMail(settings)).toMatchObject([{ check: "mail server", state: "ok" }]);
  const login = { user: "ada", password: "hunter2" };
  const findings = await lookAtMail({ ...settings, server: { ...smtp.server, login } });
  expect(findings).toMatchObject(
    [{ state: "fault", says: /refused the login \(535/ }].map(({ state }) => ({ state })),
  );
  expect(findings[0]?.says).toMatch(/^The mail server refused the login \(535/);
  expect(JSON.stringify(findings)).not.toContain("hunter2");
});
