import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../server/testing/processes";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = [
  ...["app", "docs", "server", "prisma", "public", "dist", "proxy.ts", "next.config.mjs"],
  ...["tsconfig.json", "package.json", "package-lock.json", "postcss.config.mjs"],
];

/** By file, what to replace and by what. */
type Changes = Readonly<Record<string, readonly [from: string, to: string]>>;

/**
 * Builds the product with changed sources in a folder of its own; returns that folder. It has only
 * the pages whose folder in `app` is in `pages`: the others take a third of the CPU time.
 */
export function buildOtherRelease(changes: Changes, pages: readonly string[]): string {
  const folder = join(temporaryFolder("other-release"), "tree");
  mkdirSync(folder);
  for (const name of SOURCES) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  // As in an image, which has no files of earlier builds.
  rmSync(join(folder, "dist/static"), { recursive: true, force: true });
  copyPackages(folder);
  keepPages(join(folder, "app"), pages);
  for (const [file, [from, to]] of Object.entries(changes)) {
    const text = readFileSync(join(folder, file), "utf8");
    if (!text.includes(from)) throw new Error(`${file} does not contain "${from}"`);
    writeFileSync(join(folder, file), text.replaceAll(from, to));
  }
  const words = ["-n", "5", process.execPath, "server/start.mjs", "build"];
  execFileSync("nice", words, { cwd: folder, stdio: "ignore" });
  return folder;
}

function keepPages(app: string, kept: readonly string[]): void {
  const all = readdirSync(app, { recursive: true, encoding: "utf8" });
  const pages = all.filter((file) => file.endsWith("/page.tsx"));
  for (const page of pages) if (!kept.includes(dirname(page))) rmSync(join(app, page));
}

/** By hard links where possible. The bundler doesn't follow links to folders outside. */
function copyPackages(folder: string): void {
  const [from, to] = [join(ROOT, "node_modules"), join(folder, "node_modules")];
  try {
    execFileSync("cp", ["-al", from, to], { stdio: "ignore" });
  } catch {
    execFileSync("cp", ["-R", from, folder]);
  }
}
