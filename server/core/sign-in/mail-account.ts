import type { Ctx, Tx } from "../kernel/actor";
import { newId } from "../kernel/ids";
import type { MailType } from "../kernel/mail-type";
import { writeMails } from "../mail/mutations";

/** A mail to a person about a change of their own account, in its transaction. */
export async function mailAccount<Data>(
  tx: Tx,
  ctx: Pick<Ctx, "mail" | "clock">,
  { user, type, data }: { user: { id: string; email: string }; type: MailType<Data>; data: Data },
): Promise<void> {
  const fact = `${type.name}:${newId("mail", ctx.clock.now().getTime())}`;
  const message = type.message(data);
  const mail = { userId: user.id, address: user.email, type: type.name, fact, message };
  await writeMails(tx, ctx, [{ ...mail, isOptional: false }]);
}
