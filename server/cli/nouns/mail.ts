import { z } from "zod";
import { wholeList } from "../../core/kernel/whole-list";
import { listMails } from "../../core/mail/queries";
import { MailRow, MailStatus } from "../../core/mail/schema";
import { Email } from "../../core/values/text";
import { command } from "../command";
import { CommandFailed } from "../failure";
import { oneOf, WholeNumber } from "../fields";
import { envOf, mailOf } from "../mail/settings";
import { minute, tableOr } from "../table";

const list = command({
  name: "mail list",
  summary: "list the mails of the last 30 days, newest first, without their texts",
  options: {
    status: {
      shown: "STATUS",
      about: "filter by status: pending, sent, refused (by the mail server) or failed (given up)",
      is: oneOf("status", MailStatus.options).optional(),
    },
  },
  example: "latchkey mail list --status refused",
  output: z.array(MailRow),
  run: (call, { status }) => wholeList((page) => listMails(call, { status, ...page })),
  render: tableOr("No mails found.", [
    { title: "CREATED", cell: ({ createdAt }) => minute(createdAt) },
    { title: "STATUS", cell: ({ status }) => status },
    { title: "TO", cell: ({ address }) => address },
    { title: "TYPE", cell: ({ type }) => type },
    { title: "ATTEMPTS", cell: ({ attempts }) => attempts },
    { title: "PROBLEM", cell: ({ lastError }) => lastError ?? "-" },
  ]),
});

const preview = command({
  name: "mail preview",
  summary: "write every kind of mail to a folder, as HTML and text, with example data",
  args: {
    folder: {
      shown: "FOLDER",
      about: "created if it doesn't exist",
      is: z.string().min(1, "Must not be empty."),
    },
  },
  example: "latchkey mail preview /tmp/mails",
  output: z.object({ folder: z.string(), messages: z.array(z.string()) }),
  conduct: async (session, { folder }) => {
    const { mail, supportEmail } = envOf(session);
    const { writePreviews } = await import("../mail/preview");
    const linkBase = mail?.linkBase ?? "https://partners.example.com";
    return { folder, messages: await writePreviews(folder, { linkBase, supportEmail }) };
  },
  render: ({ folder, messages }) => `${messages.length} messages were written to ${folder}.`,
});

const test = command({
  name: "mail test",
  summary: "send one mail at once, to check the settings",
  args: { address: { shown: "ADDRESS", about: "email address that gets it", is: Email } },
  example: "latchkey mail test you@example.com",
  output: z.object({ address: z.string() }),
  conduct: async (session, { address }) => {
    const env = envOf(session);
    const { sendTest } = await import("../mail/send-test");
    const problem = await sendTest(mailOf(env), { address, supportEmail: env.supportEmail });
    if (problem === null) return { address };
    const error = `The mail was not sent. ${problem}`;
    throw new CommandFailed({ error, code: "unavailable", details: {} });
  },
  render: ({ address }) =>
    `The mail server accepted the mail to ${address}. Check that it arrives, and not as spam.`,
});

const CATCH_PORT = 1_025;

const catchAll = command({
  name: "mail catch",
  summary: "catch mail on this machine instead of sending it, for development",
  options: {
    port: {
      shown: "PORT",
      about: `port to listen on (default: ${CATCH_PORT})`,
      is: WholeNumber.pipe(z.int().max(65_535, "Must be at most 65535.")).default(CATCH_PORT),
    },
    folder: {
      shown: "FOLDER",
      about: "stores the mails (default: caught-mail)",
      is: z.string().min(1, "Must not be empty.").default("caught-mail"),
    },
  },
  example: "latchkey mail catch",
  output: z.object({ caught: z.int() }),
  conduct: async (console, input) => {
    const { catchMail } = await import("../mail/catch");
    return { caught: await catchMail(console, input) };
  },
  render: ({ caught }) => `Stopped. ${caught} caught.`,
});

export const MAIL_COMMANDS = [list, preview, test, catchAll];
