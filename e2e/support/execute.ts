import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SETTING_NAMES } from "../../server/env";
import {
  lineWriter,
  type OwnedProcess,
  spawnOwned,
  temporaryFolder,
} from "../../server/testing/processes";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The settings of a developer's shell, and PGPORT, PGSSLMODE and the like, must not reach the
 * product under test, nor the tests.
 */
const SETTINGS = new Set(SETTING_NAMES);
const isOfShell = (name: string) => !SETTINGS.has(name) && !/^PG[A-Z]/.test(name);
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => isOfShell(name))),
  NEXT_TELEMETRY_DISABLED: "1",
  // Removed at the end, with any files that killed tests leave behind.
  TMPDIR: temporaryFolder("t", 0o711),
  // Playwright otherwise keeps there what it has compiled, and compiles it in each run.
  PWTEST_CACHE_DIR: join(ROOT, "node_modules/.cache/playwright"),
};

export interface Outcome {
  isGreen: boolean;
  output: string;
}

const running = new Set<OwnedProcess>();
let isStopping = false;

/** Runs a program of this repository; its output is shown as it is printed, or only on failure. */
export async function execute(
  command: string,
  args: string[],
  options: { shows: "always" | "failure"; cwd?: string },
): Promise<Outcome> {
  if (isStopping) return { isGreen: false, output: "" };
  const isShown = options.shows === "always";
  const child = spawnOwned({
    command,
    args,
    cwd: options.cwd ?? ROOT,
    env: environment,
    ...(isShown && { onOutput: lineWriter() }),
  });
  running.add(child);
  const result = await child.exited;
  running.delete(child);
  if (result !== 0 && !isShown) process.stdout.write(child.output());
  return { isGreen: result === 0, output: isShown ? "" : child.output() };
}

/** Ends the running programs; later calls of execute() run nothing. */
export async function stopExecuting(): Promise<void> {
  isStopping = true;
  await Promise.all([...running].map((child) => child.stop()));
}
