import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "../../server/testing/processes";

/**
 * The tests that a release must still pass while a newer one is rolled out: sign-in, API,
 * dashboard. Those of sessions are in one of two folders, depending on the release.
 */
const TESTS = [
  "server/core/team/sessions.test.ts",
  "server/core/sign-in/sessions.test.ts",
  "server/rest/api.test.ts",
  "server/rest/common.test.ts",
  "server/trpc/every-procedure.test.ts",
  "server/trpc/http.test.ts",
];

type Steps = Record<"client", { work(tools: { run: Run }): Promise<void> }>;
type Run = (
  command: string,
  args: string[],
  env: Record<string, string>,
) => Promise<{ code: number; output: string }>;

/**
 * Extracts the previous release into a temporary folder, with this release's migrations, and lists
 * the tests to run there. Null without git history.
 */
export async function layOutPreviousRelease(
  root: string,
): Promise<{ folder: string; tests: string[] } | null> {
  const commit = previousRelease(root);
  if (commit === null) return null;
  const folder = join(temporaryFolder("release"), "tree");
  mkdirSync(folder);
  const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  install(root, folder);
  rmSync(join(folder, "prisma/migrations"), { recursive: true });
  cpSync(join(root, "prisma/migrations"), join(folder, "prisma/migrations"), { recursive: true });
  const { steps } = (await import(pathToFileURL(join(folder, "server/start-steps.mjs")).href)) as {
    steps: Steps;
  };
  await steps.client.work({ run: runIn(folder) });
  return { folder, tests: TESTS.filter((file) => existsSync(join(folder, file))) };
}

/**
 * The commit of the release before HEAD: the newest tag or, without tags, the newest commit that
 * changed the version in package.json. While there has been only one version, it is the commit
 * before the newest migration. Null without git history.
 */
export function previousRelease(root: string): string | null {
  const git = (...args: string[]) => {
    const stdio: ["ignore", "pipe", "ignore"] = ["ignore", "pipe", "ignore"];
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio }).trim();
  };
  try {
    const [tag] = git("tag", "--merged", "HEAD^", "--sort=-creatordate", "v*").split("\n");
    if (tag) return git("rev-parse", `${tag}^{commit}`);
    const versions = git("log", "--format=%H", '-G"version":', "HEAD^", "--", "package.json");
    const [release, ...earlier] = versions.split("\n");
    // The first one created package.json, before there was a release.
    if (release && earlier.length > 0) return release;
    const newest = git("log", "-1", "--diff-filter=A", "--format=%H", "--", "prisma/migrations");
    return git("rev-parse", `${newest}^`);
  } catch {
    // No repository, a shallow clone, or no git.
    return null;
  }
}

function install(root: string, folder: string): void {
  const lock = (place: string) => readFileSync(join(place, "package-lock.json"), "utf8");
  if (lock(root) === lock(folder))
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  else execFileSync("npm", ["ci", "--include=dev"], { cwd: folder, stdio: "ignore" });
}

function runIn(folder: string): Run {
  return async (command, args, env) => ({
    code: 0,
    output: execFileSync(command, args, {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, ...env },
    }),
  });
}
