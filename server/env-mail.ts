import { z } from "zod";
import { isLoopback } from "./core/values/addresses";

/**
 * The mail server. `security`: TLS from the first byte; STARTTLS, without which nothing is sent;
 * STARTTLS if offered, without a check of the certificate (on this machine only); or none.
 */
export type SmtpServer = {
  host: string;
  port: number;
  security: "tls" | "starttls" | "optional" | "none";
  login: { user: string; password: string } | null;
};

export type MailAddress = { name: string; address: string };

/** How mail is sent. Links in it begin with `linkBase`, which has no trailing slash. */
export type MailSettings = { server: SmtpServer; from: MailAddress; linkBase: string };

// Constant texts: the setting contains a password.
const SMTP_EXAMPLE = "smtp://user:password@mail.example.com:587 or smtps://mail.example.com";
const SMTP_FAULT = `SMTP_URL must be a URL like ${SMTP_EXAMPLE}.`;
const ENCODING_FAULT =
  "SMTP_URL has a user or password that is not percent-encoded: write @ as %40, : as %3A, / as %2F and % as %25.";
const OPTION_FAULT =
  "SMTP_URL has an unknown option. The only one is ?tls=never, for a mail server without STARTTLS.";
const LOGIN_FAULT = "SMTP_URL must have both a user and a password, or neither.";
const FROM_FAULT =
  "MAIL_FROM must be an email address, or a name with one: Latchkey <no-reply@example.com>.";

const PORTS = { "smtp:": 587, "smtps:": 465 };

export function smtpServer(text: string, ctx: z.RefinementCtx): SmtpServer {
  const refuse = (message: string) => {
    ctx.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  if (!URL.canParse(text)) return refuse(/@.*@/.test(text) ? ENCODING_FAULT : SMTP_FAULT);
  const url = new URL(text);
  const { protocol, searchParams: options, pathname } = url;
  if (protocol !== "smtp:" && protocol !== "smtps:") return refuse(SMTP_FAULT);
  // An unencoded slash, question mark or hash in the password ends the host early.
  if (url.hash !== "" || !["", "/"].includes(pathname)) return refuse(ENCODING_FAULT);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (!/^[a-z0-9.:_-]+$/i.test(host)) return refuse(SMTP_FAULT);
  const isPlain = options.get("tls") === "never";
  const known = isPlain ? 1 : 0;
  if ([...options].length !== known || (isPlain && protocol === "smtps:"))
    return refuse(OPTION_FAULT);
  const login = loginOf(url);
  if (typeof login === "string") return refuse(login);
  const security = protocol === "smtps:" ? "tls" : isPlain ? "none" : securityOf(host);
  return { host, port: url.port === "" ? PORTS[protocol] : Number(url.port), security, login };
}

const securityOf = (host: string) => (isLoopback(host) ? "optional" : "starttls");

/** The user and password of the URL, or what is wrong with them. */
function loginOf(url: URL): SmtpServer["login"] | string {
  if (url.username === "" && url.password === "") return null;
  if (url.username === "" || url.password === "") return LOGIN_FAULT;
  // The URL parser has encoded an @ in the password itself, but not a single %.
  try {
    const user = decodeURIComponent(url.username);
    const password = decodeURIComponent(url.password);
    return /\p{Cc}/u.test(user + password) ? ENCODING_FAULT : { user, password };
  } catch {
    return ENCODING_FAULT;
  }
}

const Address = z.email().max(254);

/** An address, or a name and an address in angle brackets. */
export function mailFrom(text: string, ctx: z.RefinementCtx): MailAddress {
  const [, named = "", bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const name = named.trim().replace(/^"(.*)"$/, "$1");
  const address = bracketed ?? text.trim();
  const isName = name.length <= 80 && !/[\p{Cc}"\\]/u.test(name);
  if (isName && Address.safeParse(address).success) return { name, address };
  ctx.addIssue({ code: "custom", message: FROM_FAULT });
  return z.NEVER;
}

/** Problems of the settings of mail in combination. */
export function mailProblems(raw: Record<string, string | undefined>): string[] {
  const { SMTP_URL: server, MAIL_FROM: from, NEXTAUTH_URL: url, HOST: host = "127.0.0.1" } = raw;
  if (server === undefined && from === undefined) return [];
  if (from === undefined) {
    return ["SMTP_URL is set but MAIL_FROM is not. Set it to the address that mail is sent from."];
  }
  if (server === undefined) return ["MAIL_FROM is set but SMTP_URL is not."];
  if (url !== undefined || isLoopback(host)) return [];
  return [
    "SMTP_URL needs NEXTAUTH_URL: links in mail begin with it. Set it to the URL that browsers use, for example https://partners.example.com.",
  ];
}

/** Null if no mail is to be sent. */
export function mailOf(settings: {
  SMTP_URL?: SmtpServer | undefined;
  MAIL_FROM?: MailAddress | undefined;
  NEXTAUTH_URL?: string | undefined;
  PORT: number;
}): MailSettings | null {
  const { SMTP_URL: server, MAIL_FROM: from, NEXTAUTH_URL: url, PORT: port } = settings;
  if (server === undefined || from === undefined) return null;
  return { server, from, linkBase: (url ?? `http://localhost:${port}`).replace(/\/+$/, "") };
}
