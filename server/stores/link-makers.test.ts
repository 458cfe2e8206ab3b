import { rmSync } from "node:fs";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { createEmptyDatabase } from "../../e2e/support/template-database";
import { migrate } from "./migrate";
import { migrationsBefore } from "./testing/migrations-before";

test("the migration finds the makers of open links, and ends those of people who lost the right", async () => {
  const database = await createEmptyDatabase(inject("postgresUrl"));
  const target = { connectionString: database.url };
  const folder = migrationsBefore("20261122010100_link_makers");
  await migrate(target, { folder });
  const client = new pg.Client(target);
  await client.connect();
  await client.query(`INSERT INTO partners (id, code, name, revshare_pct, created_at)
    VALUES ('prt_1', 'p', 'P', 1, now())`);
  // Each link is for a person of its name; its makers are in the audit log, in order.
  const links = {
    "by an owner": ["owner"],
    "by the command line": ["system"],
    "by someone removed": ["gone"],
    "by someone demoted": ["viewer"],
    "first by someone removed, then by an owner": ["gone", "owner"],
    "first by an owner, then by the command line": ["owner", "system"],
  };
  for (const id of ["owner", "viewer", ...Object.keys(links)]) {
    const role = id === "owner" ? "owner" : "viewer";
    await client.query(
      `INSERT INTO users (id, email, email_key, role, partner_id, created_at)
       VALUES ($1, $1, $1, $2::"Role", 'prt_1', now())`,
      [id, role],
    );
  }
  for (const [id, makers] of Object.entries(links)) {
    await client.query(
      `INSERT INTO one_time_links (id, user_id, kind, token_hash, created_at, expires_at)
       VALUES ($1, $1, 'invite', sha256($2), now(), now() + interval '1 h')`,
      [id, Buffer.from(id)],
    );
    for (const [index, actor] of makers.entries()) {
      await client.query(
        `INSERT INTO audit_events (id, at, partner_id, actor_kind, actor, action, subject)
         VALUES ($1, now(), 'prt_1', $2::"ActorKind", $3, $4, $5)`,
        [
          `${id} ${index}`,
          actor === "system" ? "system" : "user",
          actor,
          index === 0 ? "user.invited" : "user.reset",
          id,
        ],
      );
    }
  }
  await migrate(target);
  const { rows } = await client.query("SELECT id, maker_id FROM one_time_links ORDER BY id");
  expect(rows).toEqual([
    { id: "by an owner", maker_id: "owner" },
    { id: "by the command line", maker_id: null },
    { id: "first by an owner, then by the command line", maker_id: null },
    { id: "first by someone removed, then by an owner", maker_id: "owner" },
  ]);
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});
