import { assertEnrolled } from "../kernel/access";
import type { Ctx, ReadDb, Tx } from "../kernel/actor";
import { unknownName } from "../kernel/closest-match";
import { refuse } from "../kernel/errors";
import { isScope, SCOPE_NAMES } from "../kernel/scopes";
import type { CompanyScope } from "./schema";

/** The scopes of the company's own that keys may get, by name. For everyone who is signed in. */
export async function listScopes(ctx: Ctx): Promise<CompanyScope[]> {
  assertEnrolled(ctx.actor);
  return readScopes(ctx.db);
}

/** Like listScopes(), for the documentation, which is public. */
export function readScopes(db: ReadDb | Tx): Promise<CompanyScope[]> {
  return db.companyScope.findMany({
    where: { removalBeganAt: null },
    orderBy: { name: "asc" },
    select: { name: true, description: true },
  });
}

/** Unknown names that an error lists. */
const MAX_LISTED = 10;

/**
 * Throws `validation_failed`, with the closest names, unless all of these scopes exist. Called in
 * the change() that gives them to a key: a scope can't be removed until that has committed.
 */
export async function assertDefined(
  tx: Tx,
  { path, scopes }: { path: string; scopes: readonly string[] },
): Promise<void> {
  const own = scopes.filter((name) => !isScope(name));
  if (own.length === 0) return;
  const rows = await tx.$queryRaw<{ name: string }[]>`
    SELECT name FROM company_scopes WHERE name = ANY(${own}) AND removal_began_at IS NULL
    ORDER BY name FOR SHARE`;
  const defined = new Set(rows.map(({ name }) => name));
  const unknown = own.filter((name) => !defined.has(name));
  if (unknown.length === 0) return;
  const known = [...SCOPE_NAMES, ...(await readScopes(tx)).map(({ name }) => name)];
  const issues = unknown
    .slice(0, MAX_LISTED)
    .map((name) => ({ path, message: unknownName("scope", name, known) }));
  refuse(...issues);
}
