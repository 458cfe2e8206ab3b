import { rmSync } from "node:fs";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { createEmptyDatabase } from "../../e2e/support/template-database";
import { migrate } from "./migrate";
import { migrationsBefore } from "./testing/migrations-before";

const MIGRATION = "20261121090000_planned_revokes";

test("the migration takes what lies ahead for a plan, and nothing else", async () => {
  const database = await createEmptyDatabase(inject("postgresUrl"));
  const target = { connectionString: database.url };
  const folder = migrationsBefore(MIGRATION);
  await migrate(target, { folder });
  const client = new pg.Client(target);
  await client.connect();
  await client.query(`INSERT INTO partners (id, code, name, revshare_pct, created_at)
    VALUES ('prt_1', 'p', 'P', 1, now())`);
  await client.query(`INSERT INTO api_keys
      (id, partner_id, label, hash, head, tail, scopes, created_at, created_by, revoked_at)
    SELECT id, 'prt_1', 'l', sha256(id::bytea), 'rsk_ab', 'yz', '{}', now(), 'x', now() + ahead
    FROM (VALUES ('planned', interval '1 h'), ('by a clock ahead', '5 s'), ('revoked', '-1 h'),
      ('active', NULL)) AS k(id, ahead)`);
  await migrate(target);
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM api_keys WHERE retires_at = revoked_at",
  );
  expect(rows.map(({ id }) => id)).toEqual(["planned"]);
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});
