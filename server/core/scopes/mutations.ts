import { assertOperator } from "../kernel/access";
import type { Ctx, Tx } from "../kernel/actor";
import { actorLabel, change } from "../kernel/change";
import { checked } from "../kernel/checked";
import { fail, isDomainError, refuse } from "../kernel/errors";
import { event } from "../kernel/event";
import { assertExpected, type Expecting } from "../kernel/expected";
import { liveWhere } from "../keys/view";
import { KEY_SCOPE_REMOVED, SCOPE_DEFINED, SCOPE_DESCRIBED, SCOPE_REMOVED } from "./actions";
import { SCOPE_EVENTS } from "./events";
import { countHolders, findHolders } from "./holders";
import {
  type CompanyScope,
  MAX_SCOPES,
  type RemovedScope,
  ScopeName,
  type ScopeRemove,
  type ScopeSave,
} from "./schema";
import type { Holders, ScopeRow } from "./view";

/**
 * Defines a scope, which partners can then give to their keys. Throws `conflict` if it exists, is
 * being removed, or if there are too many.
 */
export async function defineScope(ctx: Ctx, input: ScopeSave): Promise<CompanyScope> {
  const { name, description } = input;
  return change(ctx, { action: SCOPE_DEFINED, partnerId: null }, async (tx) => {
    // One after the other, so that no two count the same scopes. Keys are created meanwhile.
    await tx.$executeRaw`LOCK TABLE company_scopes IN SHARE ROW EXCLUSIVE MODE`;
    const before = await tx.companyScope.findUnique({ where: { name } });
    if (before) fail("conflict", { message: existing(before), details: { field: "name" } });
    if ((await tx.companyScope.count()) >= MAX_SCOPES) {
      const message = `You've reached the limit of ${MAX_SCOPES} scopes. Remove one first.`;
      fail("conflict", { message, details: { limit: MAX_SCOPES } });
    }
    const now = ctx.clock.now();
    const since = { createdAt: now, createdBy: actorLabel(ctx.actor), updatedAt: now };
    const row = { name, description, ...since, removalBeganAt: null };
    await tx.companyScope.create({ data: row });
    const detail = { scope: name, description };
    return { result: { name, description }, subject: name, detail };
  });
}

const existing = ({ name, removalBeganAt }: ScopeRow) =>
  removalBeganAt === null
    ? `The scope ${name} already exists.`
    : `The scope ${name} is being removed. Finish its removal first.`;

/** Changes what a scope grants in words. Throws `not_found`. */
export async function describeScope(
  ctx: Ctx,
  { name, description, isExpected }: ScopeSave & Expecting<CompanyScope>,
): Promise<CompanyScope> {
  return change(ctx, { action: SCOPE_DESCRIBED, partnerId: null }, async (tx) => {
    const before = await lockScope(tx, name);
    if (before.removalBeganAt) fail("conflict", { message: existing(before) });
    assertExpected(isExpected, { name, description: before.description });
    const result = { name, description };
    if (before.description === description) return { result, subject: name, unchanged: true };
    const updatedAt = ctx.clock.now();
    await tx.companyScope.update({ where: { name }, data: { description, updatedAt } });
    const detail = { scope: name, before: before.description, after: description };
    return { result, subject: name, detail };
  });
}

/** Defines a scope, or describes one that exists. Throws as these do, and `validation_failed`. */
export async function saveScope(ctx: Ctx, input: ScopeSave): Promise<CompanyScope> {
  const exists = await ctx.db.companyScope.findUnique({ where: { name: input.name } });
  if (exists) return describeScope(ctx, input);
  const parsed = checked(ScopeName, input.name);
  if ("issues" in parsed) {
    const [{ message }] = parsed.issues;
    refuse({ path: "name", message });
  }
  return defineScope(ctx, input).catch((error: unknown) => {
    // Somebody else has defined it at the same moment.
    if (isDomainError(error) && error.details.field === "name") return describeScope(ctx, input);
    throw error;
  });
}

async function lockScope(tx: Tx, name: string): Promise<ScopeRow> {
  // Waits for the keys that are getting the scope.
  await tx.$queryRaw`SELECT FROM company_scopes WHERE name = ${name} FOR UPDATE`;
  const row = await tx.companyScope.findUnique({ where: { name } });
  return row ?? fail("not_found", { message: "Scope not found." });
}

/** Partners whose keys lose a scope at the same time. */
const AT_ONCE = 4;

/**
 * Removes a scope, also from all keys that have it. Once this returns, no process accepts it any
 * more, and defining it again gives it to no key. Throws `not_found`, and `conflict` with `keys` and
 * `partners` unless `keys` is the number of active keys that lose it.
 *
 * The keys of each partner lose it in a transaction of their own. Meanwhile no key gets it. If this
 * is interrupted, repeating it finishes the removal.
 */
export async function removeScope(ctx: Ctx, input: ScopeRemove): Promise<RemovedScope> {
  assertOperator(ctx);
  const { name } = input;
  const begun = await beginRemoval(ctx, input);
  const partnerIds = await findHolders(ctx.db, name);
  // Announced together: while Redis is away, each announcement waits for the same time.
  const quiet: Ctx = { ...ctx, announce: async () => false };
  const waiting = partnerIds.values();
  const takeAll = async () => {
    for (const partnerId of waiting) await takeFrom(quiet, { partnerId, name, at: begun.at });
  };
  const takers = await Promise.allSettled(Array.from({ length: AT_ONCE }, takeAll));
  for (const taker of takers) if (taker.status === "rejected") throw taker.reason;
  // An interrupted removal may not have announced which partners' keys it changed.
  const affected = begun.isRepeat ? await allPartners(ctx) : partnerIds;
  await Promise.all(affected.map((id) => ctx.announce(id, { narrows: true })));
  await change(ctx, { action: SCOPE_REMOVED, partnerId: null }, async (tx) => {
    await tx.companyScope.deleteMany({ where: { name, removalBeganAt: begun.at } });
    return { result: undefined, subject: name, unchanged: true };
  });
  return { name, keys: begun.keys, partners: begun.partners };
}

/** `at` identifies the removal: the scope may be defined again while a repeat of it still runs. */
type Begun = Holders & { isRepeat: boolean; at: Date };

/** From here on, no key gets the scope. */
function beginRemoval(ctx: Ctx, { name, keys: seen }: ScopeRemove): Promise<Begun> {
  return change<Begun>(ctx, { action: SCOPE_REMOVED, partnerId: null }, async (tx) => {
    const row = await lockScope(tx, name);
    const now = ctx.clock.now();
    const holders = await countHolders(tx, name, now);
    if (row.removalBeganAt) {
      const result = { ...holders, isRepeat: true, at: row.removalBeganAt };
      return { result, subject: name, unchanged: true };
    }
    if (holders.keys !== seen) refuseUnconfirmed(name, holders);
    await tx.companyScope.update({ where: { name }, data: { removalBeganAt: now } });
    const detail = { scope: name, description: row.description, ...holders };
    return { result: { ...holders, isRepeat: false, at: now }, subject: name, detail };
  });
}

function refuseUnconfirmed(name: string, { keys, partners }: Holders): never {
  const holders =
    keys === 0
      ? "no active key has it"
      : `${keys} active ${keys === 1 ? "key" : "keys"} of ${partners} ${partners === 1 ? "partner" : "partners"} would lose it`;
  const message = `Removing ${name} must be confirmed with the number of keys: ${holders}.`;
  return fail("conflict", { message, details: { field: "keys", keys, partners } });
}

async function allPartners({ db }: Ctx): Promise<string[]> {
  return (await db.partner.findMany({ select: { id: true } })).map(({ id }) => id);
}

/** IDs that an event lists. */
const MAX_LISTED = 100;

type Taking = { partnerId: string; name: string; at: Date };

/** Takes the scope from all keys of a partner; there is an audit row for each active one. */
function takeFrom(ctx: Ctx, { partnerId, name, at }: Taking): Promise<void> {
  return change(ctx, { action: KEY_SCOPE_REMOVED, partnerId }, async (tx) => {
    const held = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM company_scopes WHERE name = ${name} AND removal_began_at = ${at}::timestamptz
      FOR SHARE`;
    if (held.length === 0) return { result: undefined, subject: name, unchanged: true };
    const where = { partnerId, scopes: { has: name }, ...liveWhere(ctx.clock.now()) };
    const select = { id: true, label: true };
    const active = await tx.apiKey.findMany({ where, select, orderBy: { id: "asc" } });
    await tx.$executeRaw`
      UPDATE api_keys SET scopes = array_remove(scopes, ${name})
      WHERE id IN (
        SELECT id FROM api_keys WHERE partner_id = ${partnerId} AND ${name} = ANY(scopes)
        ORDER BY id FOR NO KEY UPDATE)`;
    const subjects = active.map(({ id, label }) => ({
      subject: id,
      detail: { label, removed: [name] },
    }));
    const keys = active.slice(0, MAX_LISTED).map(({ id }) => id);
    const data = { count: active.length, keys };
    const removed = event(SCOPE_EVENTS["scope.removed"], { subject: name, data });
    return { result: undefined, subjects, events: active.length === 0 ? [] : [removed] };
  });
}
