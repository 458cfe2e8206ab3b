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

/** By file, a text of this release and its replacement in the other one. */
const CHANGES = {
  "app/layout.tsx": ['default: "Latchkey"', 'default: "Latchkey (other)"'],
  "app/_ui/dialog/overlays.tsx": ["<Modal ", '<Modal data-release="other" '],
  "app/_ui/palette/palette.tsx": ['aria-label="Results"', 'aria-label="Results (other)"'],
  "app/(dashboard)/_webhooks/endpoint-form.tsx": ['label="Description"', 'label="Comment"'],
  "app/(dashboard)/partners/[partner]/api-keys/_ui/issue-dialog.tsx": [
    "keys.issue.",
    "keys.issueOther.",
  ],
  "server/trpc/routers/keys.ts": ["  issue: partnerProcedure", "  issueOther: partnerProcedure"],
} as const;

/** The files of the other release that differ. Throws if one does not contain the text to replace. */
export function changedFiles(folder: string): { path: string; text: string }[] {
  return Object.entries(CHANGES).map(([file, [from, to]]) => {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    if (!text.includes(from)) throw new Error(`${file} does not contain "${from}"`);
    return { path, text: text.replaceAll(from, to) };
  });
}

/**
 * Builds the product with changed sources in a folder of its own; returns that folder. It has only
 * the pages whose folder in `app` is in `pages`: the others take a third of the CPU time.
 */
export function buildOtherRelease(pages: readonly string[]): string {
  const folder = join(temporaryFolder("other-release"), "tree");
  mkdirSync(folder);
  for (const name of SOURCES) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  // As in an image, which has no files of earlier builds.
  rmSync(join(folder, "dist/static"), { recursive: true, force: true });
  copyPackages(folder);
  keepPages(join(folder, "app"), pages);
  for (const { path, text } of changedFiles(folder)) writeFileSync(path, text);
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
