import { cpSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrationsFolder } from "../migrate";

/** A new folder with the migrations that came before the one with this name. Remove it afterwards. */
export function migrationsBefore(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-migrations-"));
  for (const one of readdirSync(migrationsFolder()).filter((found) => found < name)) {
    cpSync(join(migrationsFolder(), one), join(folder, one), { recursive: true });
  }
  return folder;
}
