import { newId } from "../../core/kernel/ids";
import type { Message } from "../../core/kernel/message";
import type { MailSettings } from "../../env-mail";
import { attemptOf } from "../../mail/outcome";
import { render } from "../../mail/render";
import { openTransport } from "../../mail/transport";

const MESSAGE: Message = {
  subject: "Test of your mail server",
  paragraphs: ["This email shows that Latchkey can send mail through your mail server."],
  button: { label: "Open the dashboard", path: "/" },
  reason: "You're receiving this email because an operator ran `latchkey mail test`.",
};

/** Sends one message at once, not through the queue. Returns why it was not sent; null if it was. */
export async function sendTest(
  { server, from, linkBase }: MailSettings,
  { address, supportEmail }: { address: string; supportEmail: string | null },
): Promise<string | null> {
  const transport = openTransport({ server, from, connections: 1 });
  const delivery = { linkBase, supportEmail, token: null, settingsPath: null };
  const parts = { id: newId("mail"), address, unsubscribeUrl: null };
  try {
    await transport.send({ ...render(MESSAGE, delivery), ...parts });
    return null;
  } catch (error) {
    const attempt = attemptOf(error);
    if (attempt.result === "sent") return null;
    // Without a one-time link in it, what the server returned can be shown.
    const response = (error as { response?: unknown }).response;
    const said = typeof response === "string" ? ` It returned: ${lineOf(response)}` : "";
    return `${attempt.reason}${said}`;
  } finally {
    transport.close();
  }
}

const lineOf = (text: string) => text.replaceAll(/\p{Cc}+/gu, " ").slice(0, 500);
