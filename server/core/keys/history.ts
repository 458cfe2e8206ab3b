import type { ActorKind, Prisma } from "../../../prisma/client/client";
import type { Ctx } from "../actor";
import { namesOf, readEvents } from "../audit/read";
import type { Page, Pages } from "../paging";
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

/**
 * What was done to a key and by whom, newest first: also how it came about by a rotation, and what
 * became of requests for a higher limit. Throws `not_found`, also for another partner's key.
 */
export async function listKeyHistory(
  ctx: Ctx,
  { keyId, ...pages }: Pages & { keyId: string },
): Promise<Page<KeyEvent>> {
  const { partnerId, replacesId } = await getKey(ctx, keyId);
  const of = { list: "key-history", partnerId, filter: { keyId } };
  const asked = await ctx.db.limitRequest.findMany({ where: { keyId }, select: { id: true } });
  const subjects = [keyId, ...asked.map(({ id }) => id)];
  const detail = { path: ["successor"], equals: keyId };
  const birth = replacesId ? [{ subject: replacesId, action: "key.rotated", detail }] : [];
  const events = await readEvents(ctx, of, pages, {
    OR: [{ subject: { in: subjects } }, ...birth],
  });
  const names = await namesOf(ctx.db, partnerId, events.data);
  const data = events.data.map(({ id, at, action, actorKind, actor, detail }) => {
    const person = names.get(actor) ?? "someone who left";
    // Operators stay nameless, as in actorLabel().
    const by = { user: person, key: actor, operator: "operator", system: "operator" }[actorKind];
    return { id, at, action, actorKind, by, detail };
  });
  return { ...events, data };
}
