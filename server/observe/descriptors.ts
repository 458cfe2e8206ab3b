import { open } from "node:fs/promises";
import type { Log } from "../core/kernel/ports";

const EVERY_MS = 1_000;
const REPEAT_MS = 60_000;

/**
 * Logs, at most once a minute, that connections are refused because no file descriptor is left.
 * Node.js closes such connections and reports nothing, so this tries to open a file each second.
 */
export function watchDescriptors(log: Pick<Log, "error">): { close(): void } {
  let quietUntilMs = 0;
  const timer = setInterval(async () => {
    const code = await probe();
    if (code === null || performance.now() < quietUntilMs) return;
    quietUntilMs = performance.now() + REPEAT_MS;
    log.error(
      { code },
      "connections are refused: no file descriptor is left; raise the limit (LimitNOFILE, ulimit -n)",
    );
  }, EVERY_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/**
 * Returns a function that takes errors. After one for want of a file descriptor, `onOver` is called
 * once files can be opened again: a module whose loading failed is never loaded a second time.
 */
export function afterShortage(onOver: () => void): (error: unknown) => void {
  let timer: NodeJS.Timeout | null = null;
  const look = async () => {
    if (timer === null || (await probe()) !== null) return;
    clearInterval(timer);
    timer = null;
    onOver();
  };
  return (error) => {
    if (!/EMFILE|ENFILE/.test(String(error))) return;
    timer ??= setInterval(look, EVERY_MS).unref();
  };
}

/** EMFILE or ENFILE if this process, or this machine, has no descriptor left. */
async function probe(): Promise<string | null> {
  try {
    const file = await open("/dev/null");
    await file.close();
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code === "EMFILE" || code === "ENFILE" ? code : null;
  }
}
