import { createTransport } from "nodemailer";
import SMTPPool, { type SMTPPoolOptions } from "nodemailer/lib/smtp-pool";
import type { MailAddress, SmtpServer } from "../env-mail";
import type { Rendered } from "./render";

/** How long each stage may take. */
export type Timeouts = {
  /** The name's lookup and the connection, with TLS. */
  connectMs: number;
  greetingMs: number;
  /**
   * Without a byte from the server. RFC 5321 (4.5.3.2.6) asks for ten minutes after the message's
   * end, because a client that gives up sends it twice.
   */
  silenceMs: number;
  /** For a whole mail, also from a server that answers byte by byte. */
  mailMs: number;
};

export const TIMEOUTS: Timeouts = {
  connectMs: 10_000,
  greetingMs: 20_000,
  silenceMs: 2 * 60_000,
  mailMs: 5 * 60_000,
};

/** Mails of one connection. Servers end those that are used for long. */
const MAILS_PER_CONNECTION = 100;
/** Shorter than servers wait. */
const IDLE_MS = 30_000;

/** A mail as it goes out. */
type Outgoing = Rendered & {
  id: string;
  address: string;
  /** Where the person turns such mails off; null if that is not possible. */
  unsubscribeUrl: string | null;
};

export type Transport = {
  /** Resolves once the server has accepted the mail; rejects with nodemailer's error. */
  send(mail: Outgoing): Promise<void>;
  /** Connects and logs in, and sends nothing. Rejects with nodemailer's error. */
  verify(): Promise<void>;
  /** Ends all connections, also those that send. */
  close(): void;
};

type TransportOptions = {
  server: SmtpServer;
  from: MailAddress;
  connections: number;
  timeouts?: Timeouts;
  /** Certificates to trust instead of the system's. */
  ca?: string;
};

/** Connections to the mail server, opened when they are needed and kept for a while. */
export function openTransport(options: TransportOptions): Transport {
  const { from, timeouts = TIMEOUTS } = options;
  const pool = new SMTPPool(poolOptions(options, timeouts));
  const sender = createTransport(pool);
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    send: async (mail) => {
      const signal = AbortSignal.timeout(timeouts.mailMs);
      await sender.sendMail({ ...mailOptions(mail, from, domain), signal });
    },
    verify: async () => {
      await sender.verify();
    },
    close: () => pool.close({ force: true }),
  };
}

function poolOptions(options: TransportOptions, timeouts: Timeouts): SMTPPoolOptions {
  const { server, connections, ca } = options;
  const { host, port, security, login } = server;
  return {
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    // "optional" is for this machine, whose certificate nobody signs.
    tls: { rejectUnauthorized: security !== "optional", ...(ca && { ca }) },
    ...(login && { auth: { user: login.user, pass: login.password } }),
    maxConnections: connections,
    maxMessages: MAILS_PER_CONNECTION,
    connectionTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.silenceMs,
    // Messages are texts of ours: nothing is ever read from a file or fetched for them.
    disableFileAccess: true,
    disableUrlAccess: true,
    // The mailer repeats, when and as often as it decides.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
  };
}

function mailOptions(mail: Outgoing, from: MailAddress, domain: string) {
  const { id, address, subject, text, html, unsubscribeUrl } = mail;
  return {
    from,
    // As objects: a text would be parsed as a list of addresses.
    to: { name: "", address },
    envelope: { from: { name: "", address: from.address }, to: [{ name: "", address }] },
    subject,
    text,
    html,
    // The same in every attempt, so that a mail that arrives twice is recognized.
    messageId: `<${id}@${domain}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      ...(unsubscribeUrl && { "List-Unsubscribe": `<${unsubscribeUrl}>` }),
    },
  };
}
