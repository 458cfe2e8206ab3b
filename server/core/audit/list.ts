import type { AuditEvent as Row } from "../../../prisma/client/client";
import { assertPartner } from "../access";
import type { Ctx } from "../actor";
import type { Page } from "../paging";
import { type Named, namesOf, readEvents } from "./read";
import type { AuditQuery } from "./schema";
import { sentenceOf } from "./sentences";

/** Who did something: `id` is what a filter takes, `name` what people read. */
type AuditActor = { kind: Row["actorKind"]; id: string; name: string };

/** One thing that was done. `sentence` goes on where the actor's name ends. */
export type AuditEvent = {
  id: string;
  at: Date;
  actor: AuditActor;
  action: string;
  subject: string;
  sentence: string;
  address: string | null;
};

/** Operators and the system stay nameless to partners, and so do the places they work from. */
const ANY_OPERATOR = "operator";
const isOperator = ({ actorKind }: Pick<Row, "actorKind">) =>
  actorKind === "operator" || actorKind === "system";

/** What was done in a partner's account, newest first. Every role may read it. */
export async function listAudit(
  ctx: Ctx,
  partnerId: string,
  query: AuditQuery,
): Promise<Page<AuditEvent>> {
  assertPartner(ctx, partnerId);
  const { cursor, limit, ...filter } = query;
  const { actor, action, subject, after, before } = filter;
  const of = { list: "audit", partnerId, filter };
  const page = await readEvents(
    ctx,
    of,
    { cursor, limit },
    {
      ...{ partnerId, action, subject, at: { gte: after, lt: before } },
      ...(actor === ANY_OPERATOR && { actorKind: { in: ["operator", "system"] } }),
      // Operators' names do not help to find them.
      ...(actor !== undefined &&
        actor !== ANY_OPERATOR && { actor, actorKind: { in: ["user", "key"] } }),
    },
  );
  const names = await namesOf(ctx.db, partnerId, page.data);
  return { ...page, data: page.data.map((row) => eventOf(row, names)) };
}

/** What the partner's log can be filtered by: who stands in it, and what was done. */
export async function listAuditChoices(
  ctx: Ctx,
  partnerId: string,
): Promise<{ actors: AuditActor[]; actions: string[] }> {
  assertPartner(ctx, partnerId);
  const where = { partnerId };
  const actions = await ctx.db.auditEvent.groupBy({ by: ["action"], where });
  const actors = await listActors(ctx, partnerId);
  return { actors, actions: actions.map(({ action }) => action).sort() };
}

/** People, keys and, as one, those who run the platform. */
async function listActors(ctx: Ctx, partnerId: string): Promise<AuditActor[]> {
  const groups = await ctx.db.auditEvent.groupBy({
    by: ["actorKind", "actor"],
    where: { partnerId, actorKind: { in: ["user", "key"] } },
    orderBy: { actor: "asc" },
    take: 500,
  });
  const rows = groups.map(({ actorKind, actor }) => ({ actorKind, actor, subject: "" }));
  const names = await namesOf(ctx.db, partnerId, rows);
  const own = rows.map((row) => actorOf(row, names));
  own.sort((a, b) => a.kind.localeCompare(b.kind) * -1 || a.name.localeCompare(b.name));
  return [...own, { kind: "operator", id: ANY_OPERATOR, name: "An operator" }];
}

function eventOf(row: Row, names: ReadonlyMap<string, string>): AuditEvent {
  const { id, at, action, subject } = row;
  const detail = (row.detail ?? {}) as Record<string, unknown>;
  const sentence = sentenceOf(action, { detail, name: names.get(subject) ?? null });
  // Whoever takes up a link is not signed in yet, and yet known: it was made for them.
  const isByLink = action === "user.password_set" && isOperator(row);
  const by = isByLink ? { ...row, actorKind: "user" as const, actor: subject } : row;
  const address = isOperator(by) ? null : row.address;
  return { id, at, actor: actorOf(by, names), action, subject, sentence, address };
}

function actorOf(row: Named, names: ReadonlyMap<string, string>): AuditActor {
  const { actorKind: kind, actor } = row;
  if (isOperator(row)) return { kind: "operator", id: ANY_OPERATOR, name: "An operator" };
  const name = names.get(actor) ?? (kind === "key" ? "A key" : "Someone who left");
  return { kind, id: actor, name: kind === "key" ? `Key “${name}”` : name };
}
