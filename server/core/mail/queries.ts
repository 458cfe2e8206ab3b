import { assertOperator } from "../kernel/access";
import type { Ctx, ReadDb } from "../kernel/actor";
import { Message } from "../kernel/message";
import { cutPage, type Page, type Pages, readCursor } from "../kernel/paging";
import type { MailRow, MailStatus } from "./schema";

/** Mail to a person that the mail server refused for good. */
type Bounce = {
  userId: string;
  address: string;
  /** A sentence of ours. */
  reason: string;
  at: Date;
};

/**
 * The users among these whose latest mail was refused, at the address that they still have. For
 * callers that have checked who may see these users.
 */
export async function findBounces(
  db: Pick<ReadDb, "$queryRaw">,
  userIds: readonly string[],
): Promise<Map<string, Bounce>> {
  const rows = await db.$queryRaw<Bounce[]>`
    SELECT latest."userId", latest.address, latest.reason, latest.at
    FROM unnest(${[...userIds]}::text[]) AS wanted(id)
    JOIN users ON users.id = wanted.id
    CROSS JOIN LATERAL (
      SELECT user_id AS "userId", address, last_error AS reason, ended_at AS at, status
      FROM mails WHERE user_id = wanted.id AND mails.status IN ('sent', 'refused')
      ORDER BY id DESC LIMIT 1) AS latest
    WHERE latest.status = 'refused' AND latest.address = users.email`;
  return new Map(rows.map((row) => [row.userId, row]));
}

/** All mails, newest first; for operators. Retention deletes those of a month ago. */
export async function listMails(
  ctx: Ctx,
  { cursor, limit, status }: Pages & { status?: MailStatus | undefined },
): Promise<Page<MailRow>> {
  assertOperator(ctx);
  const of = { list: "mails", partnerId: "", filter: { status } };
  const [after] = readCursor(ctx, of, cursor) ?? [];
  const rows = await ctx.db.mail.findMany({
    where: { ...(status && { status }), ...(after !== undefined && { id: { lt: after } }) },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const page = cutPage(ctx, of, { rows, limit, position: ({ id }) => [id] });
  const data = page.data.map(({ message, ...row }) => ({
    id: row.id,
    address: row.address,
    type: row.type,
    subject: Message.parse(message).subject,
    status: row.status,
    attempts: row.attempts,
    lastError: row.lastError,
    createdAt: row.createdAt,
    endedAt: row.endedAt,
  }));
  return { ...page, data };
}
