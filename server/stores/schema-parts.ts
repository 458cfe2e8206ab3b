import type { Migration } from "./read-migrations";
import { isSchemaBehind } from "./store-down";

/** A part that a migration created and the database should still have. */
type SchemaPart = { kind: string; name: string; migration: string };

const MADE = [
  { kind: "table", of: /\bCREATE TABLE (?:IF NOT EXISTS )?"?(\w+)/g },
  {
    kind: "index",
    of: /\bCREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?"?(\w+)/g,
  },
  { kind: "constraint", of: /(?<!\bDROP )\bCONSTRAINT "(\w+)"/g },
  { kind: "trigger", of: /\bCREATE (?:CONSTRAINT )?TRIGGER "?(\w+)/g },
  // One that is checked at the end of the transaction is listed as a constraint, too.
  { kind: "constraint", of: /\bCREATE CONSTRAINT TRIGGER "?(\w+)/g },
  { kind: "function", of: /\bCREATE FUNCTION "?(\w+)/g },
];
const GONE = /\bDROP (?:TABLE|INDEX|CONSTRAINT|TRIGGER|FUNCTION) (?:IF EXISTS )?"?(\w+)/g;

/** The parts that exist in the database, as `kind name`. */
const PRESENT = `
  SELECT array_agg(kind || ' ' || name) AS present FROM (
    SELECT CASE relkind WHEN 'i' THEN 'index' ELSE 'table' END AS kind, relname AS name
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'i')
    UNION ALL SELECT 'constraint', conname FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT 'trigger', tgname FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'function', proname FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace
  ) AS part`;

const APPLIED = `
  SELECT migration_name AS name FROM _prisma_migrations
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;

type Query = <Row>(text: string) => Promise<Row[]>;

/**
 * How a database differs from this release's schema: the migrations that it lacks, those that only
 * a newer release has, and the parts that it has lost.
 */
export async function compareSchema(
  query: Query,
  migrations: readonly Migration[],
): Promise<{ missing: string[]; newer: string[]; lost: SchemaPart[]; tooOld: TooOld | null }> {
  const rows = await query<{ name: string }>(APPLIED).catch((error: unknown) => {
    // Without the table of migrations, none is applied.
    if (isSchemaBehind(error)) return [];
    throw error;
  });
  const applied = new Set(rows.map(({ name }) => name));
  const known = new Set(migrations.map(({ name }) => name));
  return {
    missing: [...known].filter((name) => !applied.has(name)),
    newer: [...applied].filter((name) => !known.has(name)),
    lost: await lostParts(query, { migrations, appliedCount: applied.size }),
    tooOld: findTooOld([...known], [...applied]),
  };
}

/** A database from before the first migration, which replaced all earlier ones, and what to do. */
type TooOld = { problem: string; cure: string };

/** Null unless the database has only migrations of before the first known one. Names are sorted. */
export function findTooOld(known: readonly string[], applied: readonly string[]): TooOld | null {
  const [baseline] = known;
  const [oldest] = applied.toSorted();
  if (baseline === undefined || oldest === undefined) return null;
  if (applied.includes(baseline) || oldest > baseline) return null;
  return {
    problem: `this database is of a development version from before the first release (its first migration is ${oldest}, and this release begins with ${baseline})`,
    cure: "It can't be upgraded. Export what you need with the version that made it. Then use an empty database, or, with the embedded one, another DATA_DIR.",
  };
}

/** The tables, indexes, constraints, triggers and functions that exist after all migrations, in order. */
export function partsOf(migrations: readonly Pick<Migration, "name" | "script">[]): SchemaPart[] {
  let parts: SchemaPart[] = [];
  for (const { name: migration, script } of migrations) {
    for (const { kind, name } of stepsOf(script)) {
      if (kind === null) parts = parts.filter((part) => part.name !== name);
      else parts.push({ kind, name, migration });
    }
  }
  return parts;
}

/**
 * The parts that a script creates and, with a kind of null, drops, in order. A changed check is
 * both.
 */
function stepsOf(script: string): { kind: string | null; name: string }[] {
  const steps = [...MADE, { kind: null, of: GONE }].flatMap(({ kind, of }) =>
    [...script.matchAll(of)].map(({ index, 1: name = "" }) => ({ kind, name, index })),
  );
  return steps.sort((a, b) => a.index - b.index);
}

/**
 * Parts that applied migrations created and that no longer exist: somebody dropped them, or a
 * restore stopped after the table of migrations, which comes first in a dump. If the database has
 * migrations of a newer release, nothing counts as lost, since that release may have dropped parts.
 */
export async function lostParts(
  query: Query,
  {
    migrations,
    appliedCount,
  }: { migrations: readonly Pick<Migration, "name" | "script">[]; appliedCount: number },
): Promise<SchemaPart[]> {
  if (appliedCount > migrations.length) return [];
  const [row] = await query<{ present: string[] | null }>(PRESENT);
  const present = new Set(row?.present);
  return partsOf(migrations).filter(({ kind, name }) => !present.has(`${kind} ${name}`));
}

/** Describes the lost parts for operators. */
export function describeLost(lost: readonly SchemaPart[]): string {
  const named = lost.slice(0, 3).map(({ kind, name }) => `${kind} ${name}`);
  const rest = lost.length > named.length ? ` and ${lost.length - named.length} more` : "";
  return `${named.join(", ")}${rest}`;
}

export const LOST_ADVICE =
  "If a restore was interrupted, restore the whole backup into an empty database, as described in docs/operations.md.";
