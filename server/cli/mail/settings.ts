import { type Env, readEnv } from "../../env";
import type { MailSettings } from "../../env-mail";
import type { Session } from "../command";
import { CommandFailed } from "../failure";

/** Without the secret that only a server needs. */
export const envOf = ({ environment }: Pick<Session, "environment">): Env =>
  readEnv(environment, { isServing: false });

/** Throws CommandFailed if no mail server is set. */
export function mailOf(env: Env): MailSettings {
  if (env.mail !== null) return env.mail;
  const error = "No mail server is set. Set SMTP_URL and MAIL_FROM.";
  throw new CommandFailed({ error, code: "usage", details: {} });
}
