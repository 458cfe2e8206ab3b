import { Resolver } from "node:dns/promises";
import { isLoopback } from "../../core/values/addresses";
import type { MailSettings } from "../../env-mail";
import { attemptOf } from "../../mail/outcome";
import { openTransport, TIMEOUTS } from "../../mail/transport";
import { type Finding, fault, ok, warning } from "./finding";

/** Reads the TXT records of a name; null if they can't be read. */
type ReadTxt = (name: string) => Promise<string[] | null>;

const DNS = { timeout: 2_000, tries: 2 };
/** A command that checks, not one that sends: nobody waits for minutes. */
const CHECK_TIMEOUTS = { ...TIMEOUTS, silenceMs: 10_000 };
const SECURITY = {
  tls: "TLS",
  starttls: "STARTTLS",
  optional: "STARTTLS if offered",
  none: "without TLS",
} as const;

/** The findings about the mail server, and the records of the sender's domain. */
export async function lookAtMail(
  settings: MailSettings,
  readTxt: ReadTxt = readTxtRecords,
): Promise<Finding[]> {
  const { server, from } = settings;
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1).toLowerCase();
  const reached = await lookAtServer(settings);
  // A catcher of this machine sends nothing to others.
  if (isLoopback(server.host)) return [reached];
  return [reached, await lookAtSpf(domain, readTxt), await lookAtDmarc(domain, readTxt)];
}

async function lookAtServer({ server, from }: MailSettings): Promise<Finding> {
  const transport = openTransport({ server, from, connections: 1, timeouts: CHECK_TIMEOUTS });
  const { host, port, security, login } = server;
  const where = `${host}:${port}, ${SECURITY[security]}, ${login ? "with a login" : "without a login"}`;
  try {
    await transport.verify();
    return ok("mail server", `responds at ${where}`);
  } catch (error) {
    const attempt = attemptOf(error);
    const reason = attempt.result === "sent" ? "" : attempt.reason;
    return fault(
      "mail server",
      `${reason} (${where})`,
      "Check SMTP_URL. Mail waits for a day; then it is given up.",
    );
  } finally {
    transport.close();
  }
}

async function lookAtSpf(domain: string, readTxt: ReadTxt): Promise<Finding> {
  const records = await readTxt(domain);
  if (records === null) return unread("SPF record", domain);
  if (records.some((text) => /^v=spf1( |$)/i.test(text))) {
    return ok("SPF record", `${domain} has one`);
  }
  return warning(
    "SPF record",
    `${domain} has none`,
    "Add the TXT record that your mail provider names. Without it, mail is likely to be spam.",
  );
}

async function lookAtDmarc(domain: string, readTxt: ReadTxt): Promise<Finding> {
  const isDmarc = (text: string) => /^v=DMARC1(;|\s|$)/i.test(text);
  // Of the domain itself, or of one above it.
  const labels = domain.split(".");
  for (let start = 0; start <= labels.length - 2; start++) {
    const name = labels.slice(start).join(".");
    const records = await readTxt(`_dmarc.${name}`);
    if (records === null) return unread("DMARC record", name);
    if (records.some(isDmarc)) return ok("DMARC record", `${name} has one`);
  }
  return warning(
    "DMARC record",
    `${domain} has none`,
    `Add a TXT record to _dmarc.${domain}, for example "v=DMARC1; p=none". Large providers require one.`,
  );
}

const unread = (check: string, name: string) =>
  warning(check, `the records of ${name} can't be read`, "Check DNS from this machine.");

async function readTxtRecords(name: string): Promise<string[] | null> {
  try {
    return (await new Resolver(DNS).resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code === "ENODATA" || code === "ENOTFOUND" ? [] : null;
  }
}
