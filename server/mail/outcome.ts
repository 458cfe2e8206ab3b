/**
 * What followed from an attempt. `retry`: the server wants this mail later. `fault`: no mail gets
 * through now, whichever it is. `refused`: never.
 */
export type Attempt =
  | { result: "sent" }
  | { result: "retry" | "fault" | "refused"; reason: string };

/** The fields of nodemailer's errors. */
type SmtpError = { code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown };

/** By the code of RFC 3463. */
const REFUSALS: [RegExp, string][] = [
  [/^5\.1\.(0|1|6|10)$/, "The mailbox does not exist"],
  [/^5\.1\.2$/, "The domain does not accept mail"],
  [/^5\.1\.3$/, "The address is not valid"],
  [/^5\.2\.1$/, "The mailbox is disabled"],
  [/^5\.2\.2$/, "The mailbox is full"],
  [/^5\.7\./, "The mail server refused it because of its policy"],
];

/** By nodemailer's code. */
const FAULTS: Record<string, string> = {
  EDNS: "The name of the mail server can't be resolved",
  EAUTH: "The mail server refused the login",
  ENOAUTH: "The mail server requires a login",
  ETLS: "TLS with the mail server failed",
  ETIMEDOUT: "The mail server did not respond in time",
  EABORT: "The mail server did not respond in time",
};

/**
 * What the error of an attempt means. The reasons are sentences of ours: what a server returns is
 * not repeated, because it may quote the message, and with it a one-time link.
 */
export function attemptOf(error: unknown): Attempt {
  const { command, code, responseCode, response }: SmtpError = Object(error);
  const status = typeof responseCode === "number" ? responseCode : 0;
  const codes = codesOf(status, response);
  // The server ends the connection (RFC 5321, 3.8), which says nothing about the mail.
  if (status === 421) return fault("The mail server ended the connection", codes);
  if (command === "RCPT TO" || command === "DATA") {
    if (status >= 500) return { result: "refused", reason: refusalOf(command, response, codes) };
    if (status >= 400) {
      return { result: "retry", reason: `The mail server wants the mail later${codes}.` };
    }
  }
  // It concerns every mail, not this address.
  if (command === "MAIL FROM" && status >= 500) {
    return fault("The mail server refused the sender", codes);
  }
  if (command === "MAIL FROM" && status >= 400) {
    return { result: "retry", reason: `The mail server wants the mail later${codes}.` };
  }
  // Nodemailer's own check of the address.
  if (code === "EENVELOPE" && command === "API") {
    return { result: "refused", reason: "The address is not valid." };
  }
  return fault(FAULTS[String(code ?? nameOf(error))] ?? faultText(error), codes);
}

const fault = (text: string, codes: string): Attempt => ({
  result: "fault",
  reason: `${text}${codes}.`,
});

const nameOf = (error: unknown) =>
  error instanceof Error && error.name === "AbortError" ? "ABORT_ERR" : "";

/** The codes of a response, which are numbers: " (550 5.1.1)". */
function codesOf(status: number, response: unknown): string {
  if (status === 0) return "";
  const enhanced = enhancedOf(response);
  return enhanced === null ? ` (${status})` : ` (${status} ${enhanced})`;
}

const enhancedOf = (response: unknown): string | null =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response ?? ""))?.[1] ?? null;

function refusalOf(command: string, response: unknown, codes: string): string {
  const enhanced = enhancedOf(response) ?? "";
  const known = REFUSALS.find(([pattern]) => pattern.test(enhanced))?.[1];
  const usual = command === "DATA" ? "the message" : "the address";
  return `${known ?? `The mail server refused ${usual}`}${codes}.`;
}

/** System errors have codes of constant texts: ECONNREFUSED. */
function faultText(error: unknown): string {
  const text = error instanceof Error ? error.message : "";
  const found = /\b(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE)\b/.exec(text)?.[1];
  return found === undefined
    ? "The connection to the mail server failed"
    : `The connection to the mail server failed (${found})`;
}
