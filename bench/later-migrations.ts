import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrationsFolder } from "../server/stores/migrate";

/** Copies the product's migrations into `parent`, so that later ones can be added. */
export function copyMigrations(parent: string): string {
  const folder = join(parent, "all");
  cpSync(migrationsFolder(), folder, { recursive: true });
  return folder;
}

/** Adds a migration of a later release; `index` is its position among those. */
export function addMigration(folder: string, index: number, script: string): void {
  const own = join(folder, `299901010000${String(index).padStart(2, "0")}_soak`);
  mkdirSync(own);
  writeFileSync(join(own, "migration.sql"), script);
}
