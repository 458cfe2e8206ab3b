import type { Prisma, AuditEvent as Row } from "../../../prisma/client/client";
import type { Ctx, ReadDb } from "../actor";
import { cutPage, type ListOf, type Page, type Pages, readCursor } from "../paging";

/** A page of the events that fit, newest first. Throws `invalid_request` for a cursor of another list. */
export async function readEvents(
  ctx: Ctx,
  of: ListOf,
  { cursor, limit }: Pages,
  where: Prisma.AuditEventWhereInput,
): Promise<Page<Row>> {
  const [lastId] = readCursor(ctx, of, cursor) ?? [];
  const rows = await ctx.db.auditEvent.findMany({
    where: { ...where, id: { lt: lastId } },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  return cutPage(ctx, of, { rows, limit, position: ({ id }) => [id] });
}

/** Whose names an event needs. */
export type Named = Pick<Row, "actorKind" | "actor" | "subject">;

/**
 * The addresses of people, also of those who have left, and the names of things, by their ids: of one
 * partner, or with null of all.
 */
export async function namesOf(
  db: ReadDb,
  partnerId: string | null,
  rows: readonly Named[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ actor, subject }) => [actor, subject]))];
  const having = (prefix: string) => ids.filter((id) => id.startsWith(prefix));
  const own = partnerId === null ? {} : { partnerId };
  const within = (prefix: string) => ({ where: { ...own, id: { in: having(prefix) } } });
  const [users, keys, customers] = await Promise.all([
    db.user.findMany(within("usr_")),
    db.apiKey.findMany(within("key_")),
    db.customer.findMany(within("acc_")),
  ]);
  const names = new Map<string, string>();
  for (const { id, email } of [...users, ...customers]) names.set(id, email);
  for (const { id, label } of keys) names.set(id, label);
  const gone = having("usr_").filter((id) => !names.has(id));
  if (gone.length === 0) return names;
  const removals = await db.auditEvent.findMany({
    where: { ...own, action: { in: ["user.removed", "operator.removed"] }, subject: { in: gone } },
  });
  for (const { subject, detail } of removals) {
    const { email } = (detail ?? {}) as { email?: unknown };
    if (typeof email === "string") names.set(subject, email);
  }
  return names;
}
