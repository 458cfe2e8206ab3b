import { expect, it, test } from "vitest";
import { migrationsFolder } from "./migrate";
import { readMigrations } from "./read-migrations";

/** Later migrations run while the previous release serves; the first one runs on an empty database. */
const [, ...later] = readMigrations(migrationsFolder());

const RULES: { title: string; bad: RegExp }[] = [
  {
    title: "a new column is nullable or has a default: the previous release does not fill it",
    bad: /\bADD COLUMN\b(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT NULL\b/,
  },
  {
    title: "a column that becomes NOT NULL is checked first, by a constraint that was validated",
    bad: /\bSET NOT NULL\b/,
  },
  {
    title: "nothing that the previous release uses is dropped or renamed",
    bad: /\b(?:DROP (?:TABLE|COLUMN|TYPE)|RENAME (?:TO|COLUMN|VALUE))\b/,
  },
  {
    title: "no column changes its type, which rewrites the table",
    bad: /\bALTER COLUMN \S+ (?:SET DATA )?TYPE\b/,
  },
  {
    title:
      "a constraint on a table that exists is added NOT VALID, and validated by a later migration",
    bad: /\bADD CONSTRAINT\b(?![^;]*\bNOT VALID\b)[^;]*\b(?:CHECK|FOREIGN KEY)\b/,
  },
  {
    title: "an index on a table that exists is built concurrently",
    bad: /\bCREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY\b)/,
  },
  {
    title: "an index that is built concurrently is the only statement of its migration",
    bad: /\bCONCURRENTLY\b[^;]*;[^;]*\w|;[^;]*\bCONCURRENTLY\b/,
  },
  {
    title: "rows are not rewritten in the same transaction as the schema",
    bad: /^\s*(?:UPDATE|DELETE)\b/m,
  },
];

/** Without the bodies of functions, which run later. */
const withoutComments = (script: string) =>
  script.replaceAll(/--.*$/gm, "").replaceAll(/\bAS \$\$.*?\$\$/gs, "");

const tablesMade = (sql: string) =>
  new Set(Array.from(sql.matchAll(/\bCREATE TABLE "?(\w+)/g), ([, name = ""]) => name));

const LOCKS = /\b(?:ALTER TABLE|REFERENCES|TRIGGER\b[^;]*\bON) (?:ONLY )?"?(\w+)/g;

/**
 * The tables that existed before and that the migration locks against writes: those that it alters,
 * puts triggers on, or refers to by a foreign key.
 */
function locked(script: string): string[] {
  const sql = withoutComments(script);
  const made = tablesMade(sql);
  const named = Array.from(sql.matchAll(LOCKS), ([, name = ""]) => name);
  return [...new Set(named)].filter((name) => !made.has(name));
}

/** The statements on tables that existed before. */
function onOldTables(script: string): string {
  const sql = withoutComments(script);
  const made = tablesMade(sql);
  const isNew = (statement: string) => {
    const table = /\b(?:ALTER TABLE|\bON) (?:ONLY )?"?(\w+)/.exec(statement)?.[1];
    return /\bCREATE TABLE\b/.test(statement) || (table !== undefined && made.has(table));
  };
  return sql
    .split(/(?<=;)/)
    .filter((statement) => !isNew(statement))
    .join("");
}

/** A backfill runs in batches, each in its own transaction, and has no other statement. */
const BACKFILL = /^-- Backfill\b[^;]*\$1[^;]*\bLIMIT \d{1,4}\b[^;]*\bAS last\b[^;]*;\s*$/;

const ONE_LOCK =
  "at most one table that exists is locked: it stays locked while the migration waits for the next, for up to 500 ms each";

/** Migrations that lock several tables, and why no request waits for them. */
const LOCKS_SEVERAL: Record<string, string> = {
  "20261122210000_webhooks": "no release that may be running writes to the table events",
  "20261125210020_transfer_payouts": "no release that may be running writes to the table transfers",
  "20261125210030_transfer_payout_details":
    "no release that may be running writes to the table transfers",
  "20261126122710_charges_to_customer":
    "only imports and batches of charges write to the table charges, and they may wait",
};

function broken(script: string): string[] {
  if (BACKFILL.test(script)) return [];
  const found = RULES.filter(({ bad }) => bad.test(onOldTables(script))).map(({ title }) => title);
  return locked(script).length > 1 ? [...found, ONE_LOCK] : found;
}

test("every migration can be applied while the previous release is running", () => {
  const found = later.map(({ name, script }) => ({
    name,
    broken: broken(script).filter((title) => title !== ONE_LOCK || !(name in LOCKS_SEVERAL)),
  }));
  expect(found.filter(({ broken }) => broken.length > 0)).toEqual([]);
});

it.each([
  'ALTER TABLE "users" ADD COLUMN "x" TEXT NOT NULL;',
  "ALTER TABLE users ALTER COLUMN email SET NOT NULL;",
  "ALTER TABLE users DROP COLUMN email;",
  "ALTER TABLE users RENAME COLUMN email TO mail;",
  "ALTER TABLE users ALTER COLUMN email TYPE varchar(10);",
  "ALTER TABLE charges ADD CONSTRAINT c CHECK (amount > 0);",
  "ALTER TABLE charges ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES b (id);",
  "CREATE INDEX i ON charges (at);",
  "CREATE INDEX CONCURRENTLY i ON charges (at); CREATE INDEX CONCURRENTLY j ON charges (id);",
  "UPDATE users SET email = lower(email);",
  "-- Backfill\nUPDATE users SET email = lower(email) WHERE id > $1;",
  "ALTER TABLE users ADD COLUMN x TEXT; ALTER TABLE charges ADD COLUMN y TEXT;",
  "ALTER TABLE charges ADD COLUMN x TEXT REFERENCES users (id);",
  "CREATE TABLE n (a TEXT REFERENCES users (id), b TEXT REFERENCES charges (id));",
])("rejects: %s", (script) => {
  expect(broken(script)).not.toEqual([]);
});

it.each([
  "ALTER TABLE users ADD COLUMN x TEXT;",
  'ALTER TABLE "users" ADD COLUMN x TEXT; ALTER TABLE users ADD COLUMN y TEXT;',
  "ALTER TABLE users ADD COLUMN x TEXT NOT NULL DEFAULT 'a', ADD COLUMN y INT;",
  "ALTER TABLE charges ADD CONSTRAINT c CHECK (amount > 0) NOT VALID;",
  "ALTER TABLE charges VALIDATE CONSTRAINT c;",
  "CREATE INDEX CONCURRENTLY i ON charges (at);",
  `-- Backfill
   WITH batch AS (SELECT id FROM users WHERE id > $1 ORDER BY id LIMIT 1000), filled AS (
   UPDATE users SET x = 1 FROM batch WHERE users.id = batch.id) SELECT max(id) AS last FROM batch;`,
  "CREATE TABLE n (id INT NOT NULL); CREATE INDEX i ON n (id); ALTER TABLE n ADD CONSTRAINT f FOREIGN KEY (id) REFERENCES b (id);",
])("accepts: %s", (script) => {
  expect(broken(script)).toEqual([]);
});
