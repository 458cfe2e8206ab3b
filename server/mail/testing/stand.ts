import { afterEach, onTestFinished } from "vitest";
import type { Core } from "../../core/kernel/actor";
import { type NewMail, writeMails } from "../../core/mail/mutations";
import type { SmtpServer } from "../../env-mail";
import { platformForTests } from "../../testing/platform";
import { Mailer, type MailerOptions } from "../mailer";
import { openTransport, type Timeouts } from "../transport";
import { type Smtp, startSmtp } from "./smtp";

/** Mail is on; nothing is sent by the platform itself. */
export const MAIL_ENV = {
  SMTP_URL: "smtp://127.0.0.1:1",
  MAIL_FROM: "Latchkey <no-reply@platform.example>",
  NEXTAUTH_URL: "https://p.example",
};
export const FROM = { name: "Latchkey", address: "no-reply@platform.example" };
/** For servers that respond, on a machine that may be busy. */
const PATIENT: Timeouts = {
  connectMs: 50_000,
  greetingMs: 50_000,
  silenceMs: 50_000,
  mailMs: 50_000,
};
/** For servers that do not, so that the tests end. */
export const SHORT: Timeouts = {
  connectMs: 5_000,
  greetingMs: 700,
  silenceMs: 700,
  mailMs: 1_500,
};

const mailOf = (n: number, more: Partial<NewMail>): NewMail => ({
  userId: null,
  address: `a${n}@example.com`,
  type: "test",
  fact: `test:${n}`,
  message: { subject: `Subject ${n}`, paragraphs: ["A paragraph."], reason: "It is a test." },
  isOptional: false,
  ...more,
});

type Target = { server: SmtpServer; ca?: string };
type MailerChoice = Partial<MailerOptions> & { timeouts?: Timeouts };

function newMailer(core: Core, { server, ca }: Target, more: MailerChoice): Mailer {
  const { connections = 3, timeouts = PATIENT, ...options } = more;
  return new Mailer({
    core,
    transport: openTransport({ server, from: FROM, connections, timeouts, ...(ca && { ca }) }),
    linkBase: "https://p.example",
    supportEmail: null,
    settingsPath: "/account#notifications",
    connections,
    ...options,
  });
}

/** A platform for the tests of one file, with mail servers and mailers that end with each test. */
export async function mailStand() {
  const platform = await platformForTests({ env: MAIL_ENV });
  const { system } = platform;
  let made = 0;
  const mailers: Mailer[] = [];
  afterEach(async () => {
    await Promise.all(mailers.splice(0).map((each) => each.close()));
    await system.transact((tx) => tx.mail.deleteMany());
  });
  const newMail = (more: Partial<NewMail> = {}) => mailOf(++made, more);

  return {
    platform,
    newMail,

    async startSmtp(hooks: Parameters<typeof startSmtp>[0] = {}): Promise<Smtp> {
      const smtp = await startSmtp(hooks);
      onTestFinished(smtp.close);
      return smtp;
    },

    /** Writes mails; returns their IDs. */
    async write(...mails: Partial<NewMail>[]): Promise<string[]> {
      const rows = mails.map(newMail);
      await system.transact((tx) => writeMails(tx, system, rows));
      const facts = rows.map(({ fact }) => fact);
      const found = await system.db.mail.findMany({ where: { fact: { in: facts } } });
      return found
        .sort((a, b) => facts.indexOf(a.fact) - facts.indexOf(b.fact))
        .map(({ id }) => id);
    },

    /** A mailer of its own process, as far as the database can see. Not started. */
    openMailer(smtp: Target, more: MailerChoice = {}): Mailer {
      const mailer = newMailer(platform.wiring.core, smtp, more);
      mailers.push(mailer);
      return mailer;
    },

    rowOf: (id: string) => system.db.mail.findUniqueOrThrow({ where: { id } }),
    rows: () => system.db.mail.findMany({ orderBy: { id: "asc" } }),

    /** Moves the next attempts of all that wait to now, and ends the claims. */
    makeDue: () =>
      system.transact(
        (tx) => tx.$executeRaw`UPDATE mails SET next_attempt_at = now() WHERE status = 'pending'`,
      ),

    /** Makes all that waits as old as if it had been written so long ago. */
    age: (hours: number) =>
      system.transact(
        (tx) => tx.$executeRaw`
          UPDATE mails SET created_at = now() - ${hours} * interval '1 hour'
          WHERE status = 'pending'`,
      ),
  };
}
