import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eventually, temporaryFolder } from "./processes";

const VARIABLE = "LATCHKEY_TEST_RUN";
/** Making the demo takes seconds of CPU time; on a busy machine, a minute. */
const PATIENCE_MS = 230_000;

/** Called by the global setup: the run's test files share what they make in this folder. */
export function publishRunFolder(): void {
  process.env[VARIABLE] = temporaryFolder("run");
}

/**
 * A new folder with embedded stores. The first call of the run with this name makes them with
 * `make`, which leaves no process on the given folder; later ones copy that.
 */
export async function copyOfRun(
  name: string,
  make: (dataDir: string) => Promise<void>,
): Promise<string> {
  const folder = temporaryFolder("data");
  const run = process.env[VARIABLE];
  if (run === undefined) {
    await make(folder);
    return folder;
  }
  const made = join(run, name);
  if (isFirst(join(run, `${name}-begun`))) {
    const unfinished = join(run, `${name}-unfinished`);
    await make(unfinished);
    // The lock and its sockets, which can't be copied.
    rmSync(join(unfinished, "control"), { recursive: true });
    renameSync(unfinished, made);
  }
  await eventually(async () => {
    if (!existsSync(made)) throw new Error(`the stores "${name}" of this run are not ready`);
  }, PATIENCE_MS);
  cpSync(made, folder, { recursive: true });
  return folder;
}

function isFirst(mark: string): boolean {
  try {
    mkdirSync(mark);
    return true;
  } catch {
    return false;
  }
}
