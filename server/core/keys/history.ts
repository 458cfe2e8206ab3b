import type { ActorKind, Prisma } from "../../../prisma/client/client";
import type { Ctx } from "../actor";
import { cutPage, type Page, readCursor } from "../paging";
import { getKey } from "./service";

/** Something that was done to a key. `by` is a person's address, a key's id, or "operator". */
export type KeyEvent = {
  id: string;
  at: Date;
  action: string;
  actorKind: ActorKind;
  by: string;
  detail: Prisma.JsonValue;
};

type Query = { keyId: string; cursor?: string | undefined; limit: number };

/**
 * What was done to a key and by whom, newest first: also how it came about by a rotation, and what
 * became of requests for a higher limit. Throws `not_found`, also for a foreign key.
 */
export async function listKeyHistory(
  ctx: Ctx,
  { keyId, cursor, limit }: Query,
): Promise<Page<KeyEvent>> {
  const key = await getKey(ctx, keyId);
  const of = { list: "key-history", partnerId: key.partnerId, filter: { keyId } };
  const [after] = readCursor(ctx, of, cursor) ?? [];
  const asked = await ctx.db.limitRequest.findMany({ where: { keyId }, select: { id: true } });
  const subjects = [keyId, ...asked.map(({ id }) => id)];
  const birth: Prisma.AuditEventWhereInput[] = key.replacesId
    ? [
        {
          subject: key.replacesId,
          action: "key.rotated",
          detail: { path: ["successor"], equals: keyId },
        },
      ]
    : [];
  const rows = await ctx.db.auditEvent.findMany({
    where: {
      OR: [{ subject: { in: subjects } }, ...birth],
      id: { lt: after },
    },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const page = cutPage(ctx, of, { rows, limit, position: ({ id }) => [id] });
  const names = await namesOf(ctx, page.data);
  const data = page.data.map(({ id, at, action, actorKind, actor, detail }) => {
    const by = names.get(actor) ?? (actorKind === "key" ? actor : "operator");
    return { id, at, action, actorKind, by, detail };
  });
  return { ...page, data };
}

// Operators stay nameless, as in actorLabel().
async function namesOf(
  ctx: Ctx,
  events: readonly { actorKind: ActorKind; actor: string }[],
): Promise<Map<string, string>> {
  const ids = events.flatMap(({ actorKind, actor }) => (actorKind === "user" ? [actor] : []));
  const people = await ctx.db.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, email: true },
  });
  return new Map(people.map(({ id, email }) => [id, email]));
}
