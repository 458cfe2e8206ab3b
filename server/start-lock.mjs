// One build at a time on a checkout, also when several starts begin at once or one was killed.
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

/** Whether there is a process with this number. */
export const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};

/** The number of the process that holds a lock file, or null when it is gone or long dead. */
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
  // Looked at again once it is out of the way: a rival may have put its own there meanwhile.
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (holderOf(aside) !== null) linkSync(aside, lock);
    rmSync(aside, { force: true });
  } catch {
    // A rival was faster; the next try sees what it made of it.
  }
  return false;
}

/** Two starts on one checkout take turns at building; the second finds everything done. */
export async function locked(work, say) {
  mkdirSync(join(root, "dist"), { recursive: true });
  const lock = join(root, "dist/.lock");
  const startedAt = Date.now();
  for (let isTold = false; !tryLock(lock); isTold = true) {
    if (!isTold) say("Waiting for another start on this folder ...\n");
    if (Date.now() - startedAt > LOCK_WAIT_MS) {
      throw new Failure(
        `Another start has held ${lock} for ten minutes. If there is none, delete it.`,
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

/** Notes that this process serves from the build, until it ends. */
export function markServing() {
  mkdirSync(SERVING, { recursive: true });
  const file = join(SERVING, String(process.pid));
  writeFileSync(file, "");
  process.on("exit", () => rmSync(file, { force: true }));
}

/** Throws while a server runs on the build that is about to be replaced: its pages would break. */
export function refuseWhileServing() {
  const pids = existsSync(SERVING) ? readdirSync(SERVING).map(Number) : [];
  const running = pids.filter((pid) => pid !== process.pid && isRunning(pid));
  if (running.length === 0) return;
  throw new Failure(
    `A server of this folder is running (process ${running.join(", ")}), and its build would be replaced. Stop it first, or use another clone.`,
  );
}
