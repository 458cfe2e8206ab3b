// Keeps the static files of earlier builds, for pages that are open in browsers while a new build
// replaces the one they came from. JavaScript, like the scripts that run it.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** A page may be this many builds old. A build's files take about 4 MB. */
const KEPT_BUILDS = 3;
/** Not in `.next`, which each build empties. */
const KEPT = "dist/static";

/**
 * Keeps a copy of the new build's static files, and adds those of the builds before it to
 * `.next/static`. Their names contain hashes of their content, so that no file replaces another.
 */
export function keepStaticFiles(root) {
  const built = join(root, ".next/static");
  const kept = join(root, KEPT);
  const own = join(kept, readFileSync(join(root, ".next/BUILD_ID"), "utf8"));
  rmSync(own, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  cpSync(built, own, { recursive: true });
  const [, ...earlier] = newestFirst(kept);
  for (const folder of earlier.splice(KEPT_BUILDS - 1)) rmSync(folder, { recursive: true });
  for (const folder of earlier) cpSync(folder, built, { recursive: true, force: false });
}

function newestFirst(kept) {
  const folders = readdirSync(kept).map((name) => join(kept, name));
  const timeOf = (folder) => statSync(folder).mtimeMs;
  return folders.sort((one, other) => timeOf(other) - timeOf(one));
}
