import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eventually, temporaryFolder } from "./processes";

const VARIABLE = "LATCHKEY_TEST_RUN";
/** Making the demo takes seconds of CPU time; on a busy machine, a minute. */
const PATIENCE_MS = 110_000;

/** Called by the global setup: the run's test files share what they make in this folder. */
export function publishRunFolder(): void {
  process.env[VARIABLE] = temporaryFolder("run");
}

/**
 * A new folder with embedded stores that contain the demo. The first call of the run makes it with
 * `make`, which starts a product on the given folder and stops it; later ones copy that.
 */
export async function demoFolder(make: (dataDir: string) => Promise<void>): Promise<string> {
  const folder = temporaryFolder("data");
  const run = process.env[VARIABLE];
  if (run === undefined) return folder;
  const made = join(run, "demo");
  if (isFirst(join(run, "demo-begun"))) {
    const unfinished = join(run, "demo-unfinished");
    await make(unfinished);
    // The lock and its sockets, which can't be copied.
    rmSync(join(unfinished, "control"), { recursive: true });
    renameSync(unfinished, made);
  }
  await eventually(async () => {
    if (!existsSync(made)) throw new Error("the demo of this run is not ready");
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
