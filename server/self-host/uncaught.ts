import { asError, createLog, logFatal } from "../observe/log";

/** Where Next looks for a listener before it adds one of its own. */
const NEXT_LISTENER = Symbol.for("next.unhandledRejectionListener");

/**
 * Logs errors that nothing catches, whatever LOG_LEVEL is. After an exception, the state of the
 * process is unknown, so it exits with 1. After a rejection it continues: Next starts to read data
 * that a page may turn out not to need, and nothing handles the rejection of such a read.
 */
export function handleUncaught(): void {
  process.on("uncaughtException", (error: unknown) => {
    logFatal(error, "uncaughtException");
    process.exit(1);
  });
  const log = createLog("error");
  const onRejection = (reason: unknown) =>
    log.error(
      { err: asError(reason), cause: "unhandledRejection" },
      "nothing handled the rejection of a promise",
    );
  process.on("unhandledRejection", onRejection);
  Object.assign(globalThis, { [NEXT_LISTENER]: onRejection });
}
