import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrationsFolder } from "../../server/stores/migrate";
import { drift } from "../../server/stores/schema-engine.test-support";
import { startPostgres } from "../../server/testing/postgres";

/** Writes a migration with what has changed in schema.prisma; returns its path, null if nothing has. */
async function writeMigration(name: string): Promise<string | null> {
  const folder = migrationsFolder();
  const schema = readFileSync(join(folder, "../schema.prisma"), "utf8");
  const postgres = await startPostgres();
  try {
    const sql = await drift({ connectionString: postgres.url, folder, schema });
    if (sql === null) return null;
    const time = new Date().toISOString().slice(0, 19).replaceAll(/\D/g, "");
    const path = join(folder, `${time}_${name}`);
    mkdirSync(path);
    writeFileSync(join(path, "migration.sql"), sql);
    return path;
  } finally {
    await postgres.stop();
  }
}

/** Generates the client, for tests and type checks that are run without a build. */
function generateClient(): void {
  const args = ["server/start.mjs", "database-client"];
  execFileSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
}

const [name = ""] = process.argv.slice(2);
if (/^[a-z][a-z0-9_]*$/.test(name)) {
  const path = await writeMigration(name);
  generateClient();
  process.stdout.write(`${path ?? "schema.prisma has no changes."}\n`);
} else {
  process.stderr.write("Name the migration in snake_case: npm run migration -- customer_phone\n");
  process.exitCode = 1;
}
