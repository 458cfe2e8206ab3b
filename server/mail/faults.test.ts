import { expect, it } from "vitest";
import { isThorough } from "../testing/extent";
import { refusal, type Smtp, startSmtp } from "./testing/smtp";
import { mailStand, SHORT } from "./testing/stand";

const stand = await mailStand();
const { openMailer, write, rowOf, rows, makeDue } = stand;

/** How many mails wait at each fault. */
const COUNT = isThorough ? 20 : 4;

type Fault = {
  /** Starts a server that fails, and returns what makes it work. */
  begin(): Promise<{ target: Smtp; mend(): void }>;
  reason: RegExp;
};

/** A mail server that fails in the ways of `hooks` until it is mended. */
async function failing(
  hooks: (isBroken: () => boolean) => Parameters<typeof startSmtp>[0],
): ReturnType<Fault["begin"]> {
  let isBroken = true;
  const target = await stand.startSmtp(hooks(() => isBroken));
  const mend = () => {
    isBroken = false;
  };
  return { target, mend };
}

/** Calls back with a refusal until it is mended. */
const refuse =
  (isBroken: () => boolean, status: number) =>
  (_: unknown, __: unknown, callback: (error?: Error) => void) =>
    isBroken() ? callback(refusal(status)) : callback();

/** Does not call back until it is mended. */
const hang =
  (isBroken: () => boolean) => (_: unknown, __: unknown, callback: (error?: Error) => void) =>
    isBroken() ? undefined : callback();

const greeting = (isBroken: () => boolean, how: "refuse" | "hang") => ({
  onConnect: (_: unknown, callback: (error?: Error | null) => void) => {
    if (!isBroken()) callback();
    else if (how === "refuse") callback(refusal(554));
  },
});

const FAULTS: Record<string, Fault> = {
  "refuses the greeting": {
    begin: () => failing((isBroken) => greeting(isBroken, "refuse")),
    reason: /failed \(554\)/,
  },
  "is too busy at the greeting": {
    begin: () =>
      failing((isBroken) => ({
        onConnect: (_, callback) => (isBroken() ? callback(refusal(421)) : callback()),
      })),
    reason: /ended the connection \(421\)/,
  },
  "does not greet": {
    begin: () => failing((isBroken) => greeting(isBroken, "hang")),
    reason: /did not respond in time/,
  },
  "refuses the login": {
    begin: () =>
      failing((isBroken) => ({
        onAuth: (_, __, callback) =>
          isBroken() ? callback(refusal(535)) : callback(null, { user: "ada" }),
      })),
    reason: /refused the login \(535/,
  },
  "does not respond to the login": {
    begin: () =>
      failing((isBroken) => ({
        onAuth: (_, __, callback) => (isBroken() ? undefined : callback(null, { user: "ada" })),
      })),
    reason: /did not respond in time/,
  },
  "refuses the sender": {
    begin: () => failing((isBroken) => ({ onMailFrom: refuse(isBroken, 550) })),
    reason: /refused the sender \(550/,
  },
  "wants the sender later": {
    begin: () => failing((isBroken) => ({ onMailFrom: refuse(isBroken, 451) })),
    reason: /wants the mail later \(451/,
  },
  "does not respond to the sender": {
    begin: () => failing((isBroken) => ({ onMailFrom: hang(isBroken) })),
    reason: /did not respond in time/,
  },
  "wants the recipient later": {
    begin: () => failing((isBroken) => ({ onRcptTo: refuse(isBroken, 450) })),
    reason: /wants the mail later \(450/,
  },
  "does not respond to the recipient": {
    begin: () => failing((isBroken) => ({ onRcptTo: hang(isBroken) })),
    reason: /did not respond in time/,
  },
  "wants the message later": {
    begin: () => failing((isBroken) => ({ onMail: () => (isBroken() ? refusal(452) : null) })),
    reason: /wants the mail later \(452/,
  },
  "does not respond to the message": {
    begin: () => failing((isBroken) => ({ onMail: () => (isBroken() ? "hang" : null) })),
    reason: /did not respond in time/,
  },
  "closes the connection after the message": {
    begin: () => failing((isBroken) => ({ onMail: () => (isBroken() ? "close" : null) })),
    reason: /^The (connection to the mail server failed|mail server ended the connection)/,
  },
};

it.each(Object.entries(FAULTS))(
  "if the server %s, mail waits: none is lost, none arrives twice",
  async (_, fault) => {
    const { target, mend } = await fault.begin();
    const ids = await write(...Array.from({ length: COUNT }, () => ({})));
    // One that never responds is given up.
    const isSilent = fault.reason.test("did not respond in time");
    await openMailer(target, isSilent ? { timeouts: SHORT } : {}).drained();
    const delayed = (await rows()).filter(({ lastError }) => lastError !== null);
    expect(delayed.length).toBeGreaterThan(0);
    for (const row of delayed) {
      expect(row).toMatchObject({
        status: "pending",
        lastError: expect.stringMatching(fault.reason),
      });
    }
    mend();
    await makeDue();
    // A new process has no pause left.
    await openMailer(target).drained();
    expect(target.accepted.map(({ id }) => id).sort()).toEqual(ids.sort());
    for (const row of await rows()) expect(row).toMatchObject({ status: "sent", lastError: null });
  },
);

it.each([
  ["RCPT TO", "550 5.1.1 <ada> unknown", /^The mailbox does not exist \(550 5\.1\.1\)\.$/],
  ["RCPT TO", "552 5.2.2 over quota", /^The mailbox is full \(552 5\.2\.2\)\.$/],
  ["RCPT TO", "550 no", /^The mail server refused the address \(550/],
  [
    "DATA",
    "554 5.7.1 spam",
    /^The mail server refused it because of its policy \(554 5\.7\.1\)\.$/,
  ],
  ["DATA", "554 no", /^The mail server refused the message \(554/],
])("a final refusal of %s is a bounce, and is not tried again: %s", async (stage, text, reason) => {
  const [status = "", ...rest] = text.split(" ");
  const error = refusal(Number(status), rest.join(" "));
  const smtp = await stand.startSmtp({
    ...(stage === "RCPT TO" && { onRcptTo: (_, __, callback) => callback(error) }),
    ...(stage === "DATA" && { onMail: () => error }),
  });
  const [id = ""] = await write({ token: "a token" });
  const mailer = openMailer(smtp);
  await mailer.drained();
  await makeDue();
  await mailer.drained();
  expect(mailer.stats()).toMatchObject({ refused: 1, retried: 0, fault: null });
  expect(await rowOf(id)).toMatchObject({
    status: "refused",
    attempts: 1,
    lastError: expect.stringMatching(reason),
    sealed: null,
  });
});

it("what a server returns is not stored: it may quote the link", async () => {
  let n = 0;
  const smtp = await stand.startSmtp({
    onMail: ({ raw }) => refusal(++n === 1 ? 451 : 554, raw.replaceAll(/\s+/g, " ").slice(-300)),
  });
  const button = { label: "Open", path: "/welcome#" };
  const message = { subject: "S", paragraphs: ["P"], button, reason: "R" };
  const [id = ""] = await write({ message, token: "tok-en_of_ada" });
  for (const status of ["pending", "refused"]) {
    await makeDue();
    await openMailer(smtp).drained();
    const row = await rowOf(id);
    expect(row.status).toBe(status);
    expect(JSON.stringify(row)).not.toMatch(/tok-en|welcome#t/);
  }
});

it("a server that ends each connection after 50 mails gets them all, once each", async () => {
  const counts = new Map<string, number>();
  const smtp = await stand.startSmtp({
    onMailFrom: (_, { id }, callback) => {
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      callback(count > 50 ? refusal(421, "too many mails") : undefined);
    },
  });
  const ids = await write(...Array.from({ length: isThorough ? 600 : 170 }, () => ({})));
  const mailer = openMailer(smtp, { connections: 2 });
  mailer.start();
  const hasAll = () => smtp.accepted.length >= ids.length;
  await expect.poll(hasAll, { timeout: 50_000 }).toBe(true);
  await mailer.drained();
  expect(smtp.accepted.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(mailer.stats()).toMatchObject({ sent: ids.length, refused: 0, failed: 0 });
});

it("a server that is away delays mail; it arrives when the server is back", async () => {
  const first = await startSmtp();
  await first.close();
  const ids = await write({}, {}, {}, {}, {}, {});
  const mailer = openMailer(first);
  mailer.start();
  await expect.poll(() => mailer.stats().fault).toMatch(/failed \(ECONNREFUSED\)\.$/);
  const back = await stand.startSmtp({ port: first.server.port });
  await expect.poll(() => back.accepted.length).toBe(ids.length);
  await mailer.drained();
  expect(back.accepted.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(mailer.stats()).toMatchObject({ fault: null, failed: 0 });
});

it("during an outage one mail tries, and the others have used no attempt", async () => {
  const smtp = await startSmtp();
  await smtp.close();
  await write(...Array.from({ length: 50 }, () => ({})));
  const mailer = openMailer(smtp);
  for (let n = 0; n < 5; n++) await mailer.drained();
  const tried = (await rows()).filter(({ attempts }) => attempts > 0);
  expect(tried.length).toBeLessThanOrEqual(3);
});

it("mail is given up after a day, and not before", async () => {
  const smtp = await stand.startSmtp({ onRcptTo: (_, __, callback) => callback(refusal(450)) });
  const [id = ""] = await write({ token: "a token" });
  const tryOnce = async () => {
    await makeDue();
    await openMailer(smtp).drained();
  };
  for (let n = 0; n < 6; n++) await tryOnce();
  expect(await rowOf(id)).toMatchObject({ status: "pending", attempts: 6 });
  await stand.age(23);
  await tryOnce();
  const { nextAttemptAt } = await rowOf(id);
  const waitMs = (nextAttemptAt?.getTime() ?? 0) - Date.now();
  expect(waitMs).toBeGreaterThan(3 * 3_600_000);
  await stand.age(25);
  await tryOnce();
  expect(await rowOf(id)).toMatchObject({ status: "failed", sealed: null });
});

it("mail that waited for days before its first attempt is tried more than once", async () => {
  const smtp = await stand.startSmtp({ onRcptTo: (_, __, callback) => callback(refusal(450)) });
  const [id = ""] = await write({});
  await stand.age(100);
  await openMailer(smtp).drained();
  expect(await rowOf(id)).toMatchObject({ status: "pending", attempts: 1 });
});
