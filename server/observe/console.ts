import { format } from "node:util";
import type { Log } from "../core/kernel/ports";
import { bounded } from "./log";

/**
 * Redirects the console output of libraries to the log. Next writes client input there: an action's
 * ID, a path, an error with line breaks. In the log these become bounded fields under a fixed
 * message. Information, such as how long a start took, is dropped.
 */
export function sendConsoleToLog(log: Log, target: Console = console): void {
  const to =
    (level: "warn" | "error") =>
    (...parts: unknown[]) => {
      const err = parts.find((part) => part instanceof Error);
      const text = bounded(format(...parts.filter((part) => part !== err)));
      log[level](err ? { err, text } : { text }, "console output of a library");
    };
  const drop = () => {};
  Object.assign(target, { log: drop, info: drop, warn: to("warn"), error: to("error") });
}
