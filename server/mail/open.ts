import type { Core } from "../core/kernel/actor";
import type { Figures } from "../core/kernel/health";
import type { MailSettings } from "../env-mail";
import type { Mailer } from "./mailer";

/** Where people choose which mails they get. */
export const SETTINGS_PATH = "/account#notifications";
/** Most providers allow ten from one address. */
const CONNECTIONS = 5;
/** In a process that serves too, API requests come first. */
const SERVING_CONNECTIONS = 2;

export type MailSender = Pick<Mailer, "start" | "drained" | "close"> & {
  stats(): Figures["mail"];
};

const NO_FIGURES = { sent: 0, refused: 0, retried: 0, failed: 0, inFlight: 0, fault: null };

/** Where no mail is sent. */
const NO_MAILER: MailSender = {
  start: () => {},
  drained: async () => {},
  close: async () => {},
  stats: () => NO_FIGURES,
};

type Settings = { mail: MailSettings | null; supportEmail: string | null };

/** A mailer that sends through the mail server of the settings. It is not started. */
export async function openMailer(
  core: Core,
  { mail, supportEmail }: Settings,
  { isServing, isBusy }: { isServing: boolean; isBusy: () => boolean },
): Promise<MailSender> {
  if (mail === null || !core.mail.isOn) return NO_MAILER;
  // Loaded only where mail is sent.
  const [{ Mailer }, { openTransport }] = await Promise.all([
    import("./mailer"),
    import("./transport"),
  ]);
  const { server, from, linkBase } = mail;
  const connections = isServing ? SERVING_CONNECTIONS : CONNECTIONS;
  return new Mailer({
    core,
    transport: openTransport({ server, from, connections }),
    linkBase,
    supportEmail,
    settingsPath: SETTINGS_PATH,
    connections,
    ...(isServing && { isBusy }),
  });
}
