import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The path of a file of a package. Bundles are in folders of their own, so the packages are looked
 * for above this file and above the working folder.
 */
export function packageFile(path: string): string {
  for (const start of [dirname(fileURLToPath(import.meta.url)), process.cwd()]) {
    for (let folder = start; ; folder = dirname(folder)) {
      const file = join(folder, "node_modules", path);
      if (existsSync(file)) return file;
      if (folder === dirname(folder)) break;
    }
  }
  throw new Error(`${path} is not installed`);
}
