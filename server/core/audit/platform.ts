import { assertOperator } from "../access";
import type { Ctx } from "../actor";
import type { Page } from "../paging";
import { emailKey } from "../text";
import type { AuditEvent } from "./list";
import { namesOf, readEvents } from "./read";
import type { PlatformAuditQuery } from "./schema";
import { sentenceOf } from "./sentences";

/** One thing that was done, as operators see it: nobody is nameless to them. */
export type PlatformAuditEvent = AuditEvent & {
  /** Whose account it was done in; null for what concerns the platform itself. */
  partner: { id: string; code: string; name: string } | null;
};

/** What was done anywhere, newest first; for operators. */
export async function listPlatformAudit(
  ctx: Ctx,
  query: PlatformAuditQuery,
): Promise<Page<PlatformAuditEvent>> {
  assertOperator(ctx);
  const { cursor, limit, ...filter } = query;
  const { actor, action, partnerId, after, before } = filter;
  const of = { list: "platform-audit", partnerId: "", filter };
  const page = await readEvents(
    ctx,
    of,
    { cursor, limit },
    {
      ...{ partnerId, action, at: { gte: after, lt: before } },
      actor: actor && (await actorIdOf(ctx, actor)),
    },
  );
  const ids = page.data.flatMap((row) => (row.partnerId === null ? [] : [row.partnerId]));
  const [names, partners] = await Promise.all([
    namesOf(ctx.db, null, page.data),
    ctx.db.partner.findMany({
      where: { id: { in: [...new Set(ids)] } },
      select: { id: true, code: true, name: true },
    }),
  ]);
  const byId = new Map(partners.map((partner) => [partner.id, partner]));
  const data = page.data.map((row): PlatformAuditEvent => {
    const { id, at, action, subject, address, actorKind: kind } = row;
    const detail = (row.detail ?? {}) as Record<string, unknown>;
    return {
      ...{ id, at, action, subject, address },
      actor: { kind, id: row.actor, name: names.get(row.actor) ?? row.actor },
      sentence: sentenceOf(action, { detail, name: names.get(subject) ?? null }),
      partner: row.partnerId === null ? null : (byId.get(row.partnerId) ?? null),
    };
  });
  return { ...page, data };
}

/** People are looked for by the address that they sign in with; keys and the system as the log has them. */
async function actorIdOf(ctx: Ctx, actor: string): Promise<string> {
  if (!actor.includes("@")) return actor;
  const user = await ctx.db.user.findUnique({ where: { emailKey: emailKey(actor) } });
  return user?.id ?? actor;
}
