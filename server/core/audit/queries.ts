import type { Prisma, AuditEvent as Row } from "../../../prisma/client/client";
import { assertOperator, assertPartner } from "../kernel/access";
import type { Ctx, OfPartner, ReadDb } from "../kernel/actor";
import { cutPage, type ListOf, type Page, type Pages, readCursor } from "../kernel/paging";
import type { AuditFacts } from "../kernel/sentence";
import { type ActionName, SENTENCES } from "../registry";
import { mixedWord } from "../values/scripts";
import { emailKey } from "../values/text";
import type { AuditQuery, PlatformAuditQuery } from "./schema";

/** `id` is the value for the filter, `name` is for display. */
type AuditActor = { kind: Row["actorKind"]; id: string; name: string };

/** An audited action. `sentence` continues after the actor's name. */
export type AuditEvent = {
  id: string;
  at: Date;
  actor: AuditActor;
  action: string;
  subject: string;
  sentence: string;
  /** For operators: a note on names in it that mix writing systems within a word. Otherwise null. */
  note: string | null;
  address: string | null;
};

/** Operators and the system are anonymous to partners, and their addresses are hidden. */
const ANY_OPERATOR = "operator";

const isOperator = ({ actorKind }: Pick<Row, "actorKind">) =>
  actorKind === "operator" || actorKind === "system";

/** A partner's audit events, newest first. Every role may read them. */
export async function listAudit(
  ctx: Ctx,
  { partnerId, ...query }: OfPartner & AuditQuery,
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
      partnerId,
      action,
      subject,
      at: { gte: after, lt: before },
      ...(actor === ANY_OPERATOR && { actorKind: { in: ["operator", "system"] } }),
      // A partner can't find events by an operator's name.
      ...(actor !== undefined &&
        actor !== ANY_OPERATOR && { actor, actorKind: { in: ["user", "key"] } }),
    },
  );
  const names = await namesOf(ctx.db, partnerId, page.data);
  return { ...page, data: page.data.map((row) => withNote(ctx, eventOf(row, names))) };
}

/** The actors and actions that the partner's log can be filtered by. */
export async function listAuditChoices(
  ctx: Ctx,
  { partnerId }: OfPartner,
): Promise<{ actors: AuditActor[]; actions: string[] }> {
  assertPartner(ctx, partnerId);
  const where = { partnerId };
  const actions = await ctx.db.auditEvent.groupBy({ by: ["action"], where });
  const actors = await listActors(ctx, partnerId);
  return { actors, actions: actions.map(({ action }) => action).sort() };
}

/** People, keys, and one entry for all operators. */
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
  return [...own, { kind: "operator", id: ANY_OPERATOR, name: "The platform team" }];
}

/** Operators get a note, as on names elsewhere. */
function withNote<Event extends Omit<AuditEvent, "note">>(
  { actor }: Pick<Ctx, "actor">,
  event: Event,
): Event & Pick<AuditEvent, "note"> {
  const isForOperator = actor.kind === "operator";
  return {
    ...event,
    note: isForOperator ? mixedWord(`${event.actor.name} ${event.sentence}`) : null,
  };
}

function eventOf(row: Row, names: ReadonlyMap<string, string>): Omit<AuditEvent, "note"> {
  const { id, at, action, subject } = row;
  const detail = (row.detail ?? {}) as Record<string, unknown>;
  const sentence = sentenceOf(action, { detail, name: names.get(subject) ?? null });
  const by = byPerson(row);
  const address = isOperator(by) ? null : row.address;
  return { id, at, actor: actorOf(by, names), action, subject, sentence, address };
}

/** A person who redeems a link is not signed in yet, but is known: the link was issued to them. */
function byPerson(row: Row): Row {
  const isByLink = row.action === "user.password_set" && isOperator(row);
  if (!isByLink) return row;
  return { ...row, actorKind: row.partnerId === null ? "operator" : "user", actor: row.subject };
}

function actorOf(row: Named, names: ReadonlyMap<string, string>): AuditActor {
  const { actorKind: kind, actor } = row;
  if (isOperator(row)) return { kind: "operator", id: ANY_OPERATOR, name: "The platform team" };
  if (kind !== "key") return { kind, id: actor, name: names.get(actor) ?? "Someone who left" };
  return { kind, id: actor, name: nameOf(actor, names) };
}

/**
 * A key is named as a key, also to operators: whoever names it could call it like a person, whose
 * acts these would seem to be.
 */
function nameOf(actor: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(actor);
  if (actor.startsWith("key_")) return name === undefined ? "A key" : `Key “${name}”`;
  if (actor.startsWith("pky_") && name !== undefined) return `Platform key “${name}”`;
  return name ?? actor;
}

/** An audit event as operators see it: every actor is named. */
export type PlatformAuditEvent = AuditEvent & {
  /** The account that it happened in; null for the platform itself. */
  partner: { id: string; code: string; name: string } | null;
};

/** The audit events of all accounts, newest first; for operators. */
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
      partnerId,
      action,
      at: { gte: after, lt: before },
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
    const { id, at, action, subject, address } = row;
    const { actorKind: kind, actor } = byPerson(row);
    const detail = (row.detail ?? {}) as Record<string, unknown>;
    return withNote(ctx, {
      id,
      at,
      action,
      subject,
      address,
      actor: { kind, id: actor, name: nameOf(actor, names) },
      sentence: sentenceOf(action, { detail, name: names.get(subject) ?? null }),
      partner: row.partnerId === null ? null : (byId.get(row.partnerId) ?? null),
    });
  });
  return { ...page, data };
}

/** Resolves a person's email address to an id; keys and the system match as they are in the log. */
async function actorIdOf(ctx: Ctx, actor: string): Promise<string> {
  if (!actor.includes("@")) return actor;
  const user = await ctx.db.user.findUnique({ where: { emailKey: emailKey(actor) } });
  return user?.id ?? actor;
}

/**
 * A page of the matching events, newest first. Throws `invalid_request` for a cursor of another
 * list.
 */
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

/** The fields of an event whose names must be looked up. */
export type Named = Pick<Row, "actorKind" | "actor" | "subject">;

/**
 * Email addresses of people, also of removed ones, and names of things, by id: of one partner, or
 * of all with null.
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
  const [users, keys, platformKeys, customers] = await Promise.all([
    db.user.findMany(within("usr_")),
    db.apiKey.findMany(within("key_")),
    // Partners see who changed something as "The platform team".
    partnerId === null ? db.platformKey.findMany({ where: { id: { in: having("pky_") } } }) : [],
    db.customer.findMany(within("acc_")),
  ]);
  const names = new Map<string, string>();
  for (const { id, email } of [...users, ...customers]) names.set(id, email);
  for (const { id, label } of [...keys, ...platformKeys]) names.set(id, label);
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

/**
 * The rest of a sentence that begins with the actor; unknown actions of earlier versions keep their
 * names.
 */
export function sentenceOf(action: string, facts: AuditFacts): string {
  return isAction(action) ? SENTENCES[action](facts) : action;
}

const isAction = (action: string): action is ActionName => Object.hasOwn(SENTENCES, action);
