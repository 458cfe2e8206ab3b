// Allows one build at a time per checkout, even if several starts run concurrently or one was
// killed.
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Failure, root } from "./start-steps.mjs";

const LOCK_WAIT_MS = 10 * 60_000;

/** Whether a process with this id is running. */
export const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};

/** The id of the running process that holds a lock file; null if there is none. */
function holderOf(lock) {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    if (pid > 0) return isRunning(pid) ? pid : null;
    return Date.now() - statSync(lock).mtimeMs < 5_000 ? -1 : null;
  } catch {
    return null;
  }
}

function tryLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  if (holderOf(lock) !== null) return false;
  // Checked again after moving it away: another process may have created a new lock meanwhile.
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (holderOf(aside) !== null) linkSync(aside, lock);
    rmSync(aside, { force: true });
  } catch {
    // Another process was faster; the next try sees its result.
  }
  return false;
}

/**
 * Runs `work` under the lock, so that concurrent starts on one checkout build one after the other.
 */
export async function locked(work, say) {
  mkdirSync(join(root, "dist"), { recursive: true });
  const lock = join(root, "dist/.lock");
  const startedAt = Date.now();
  for (let hasSaid = false; !tryLock(lock); hasSaid = true) {
    if (!hasSaid) say("Waiting for another start in this folder ...\n");
    if (Date.now() - startedAt > LOCK_WAIT_MS) {
      throw new Failure(
        `Another start has held ${lock} for 10 minutes. If no other start is running, delete the file.`,
      );
    }
    await new Promise((wake) => setTimeout(wake, 200));
  }
  const unlock = () => rmSync(lock, { force: true });
  process.on("exit", unlock);
  try {
    await work();
  } finally {
    process.off("exit", unlock);
    unlock();
  }
}

const SERVING = join(root, "dist/.serving");

/** Marks this process as serving from the build, until it exits. */
export function markServing() {
  mkdirSync(SERVING, { recursive: true });
  const file = join(SERVING, String(process.pid));
  writeFileSync(file, "");
  process.on("exit", () => rmSync(file, { force: true }));
}

/** Throws if a running server uses the build that would be replaced: its pages would break. */
export function refuseWhileServing() {
  const pids = existsSync(SERVING) ? readdirSync(SERVING).map(Number) : [];
  const running = pids.filter((pid) => pid !== process.pid && isRunning(pid));
  if (running.length === 0) return;
  throw new Failure(
    `A server is running in this folder (process ${running.join(", ")}), and a build would replace its files. Stop it first, or use another clone.`,
  );
}
