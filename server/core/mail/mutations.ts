import type { Ctx, Tx } from "../kernel/actor";
import { newId } from "../kernel/ids";
import { Message } from "../kernel/message";

/** A mail to be sent. */
export type NewMail = {
  /** Null if the address is not a user's. */
  userId: string | null;
  /** Where it is sent, as the user entered it. */
  address: string;
  /** What kind of message it is, as users choose among them. */
  type: string;
  /**
   * Identifies what it is about: "key.expiring:key_...:7". An address gets at most one mail about a
   * fact, however many processes write it.
   */
  fact: string;
  message: Message;
  /** Whether the user can turn mails of this type off. */
  isOptional: boolean;
  /**
   * The token of a one-time link, which completes the button's path: "/welcome#" and the token. It
   * is sealed, and erased once the mail is sent.
   */
  token?: string;
  /** When the link no longer works: it is not sent later. */
  expiresAt?: Date;
};

/** Rows of one statement: each has a text of up to some kilobytes. */
const ROWS_AT_ONCE = 500;

/**
 * Writes mails in the transaction of the change that they are about; the mailer sends them after the
 * commit. Returns how many: none if mail is not configured, and none that an address got before.
 */
export async function writeMails(
  tx: Tx,
  ctx: Pick<Ctx, "mail" | "clock">,
  mails: readonly NewMail[],
): Promise<number> {
  if (!ctx.mail.isOn) return 0;
  // Loaded lazily: the command line lists what may send mail without loading the database client.
  const { newRows } = await import("../kernel/columns");
  let written = 0;
  for (let start = 0; start < mails.length; start += ROWS_AT_ONCE) {
    const rows = mails.slice(start, start + ROWS_AT_ONCE).map((mail) => mailRow(ctx, mail));
    const { columns, records } = newRows("mails", rows);
    written += await tx.$executeRaw`
      INSERT INTO mails (${columns}) SELECT ${columns} FROM ${records}
      ON CONFLICT (fact, address) DO NOTHING`;
  }
  return written;
}

/** The columns of a new mail. The others have the database's defaults, among them its times. */
function mailRow({ mail: { tokens }, clock }: Pick<Ctx, "mail" | "clock">, mail: NewMail) {
  const id = newId("mail", clock.now().getTime());
  const sealed = mail.token === undefined ? null : tokens.seal(mail.token, id);
  return {
    id,
    userId: mail.userId,
    address: mail.address,
    type: mail.type,
    fact: mail.fact,
    message: Message.parse(mail.message),
    isOptional: mail.isOptional,
    sealed: sealed && `\\x${Buffer.from(sealed.bytes).toString("hex")}`,
    sealedBy: sealed?.by ?? null,
    expiresAt: mail.expiresAt ?? null,
    status: "pending",
  };
}
