import type { Log } from "../core/kernel/ports";

const WINDOW_MS = 1_000;
/** Further causes count as one, so that made-up messages cannot fill the memory. */
const MAX_CAUSES = 100;
const MAX_CAUSE_LENGTH = 300;

type Line = { fields: object; message: string };

/**
 * Writes a warning or error at once, and repeats of it at most once a second, without the stack and
 * with `repeated`, the number of lines it replaces. In an outage every request fails the same way.
 */
export function withoutRepeats(log: Log): Log {
  return {
    info: (fields, message) => log.info(fields, message),
    warn: onceASecond((fields, message) => log.warn(fields, message)),
    error: onceASecond((fields, message) => log.error(fields, message)),
  };
}

function onceASecond(write: Log["warn"]): Log["warn"] {
  const repeats = new Map<string, { count: number; last: Line }>();

  const watch = (cause: string) => {
    const timer = setTimeout(() => {
      const seen = repeats.get(cause);
      if (!seen || seen.count === 0) {
        repeats.delete(cause);
        return;
      }
      const { fields, message } = seen.last;
      write({ ...withoutStack(fields), repeated: seen.count }, message);
      seen.count = 0;
      watch(cause);
    }, WINDOW_MS);
    timer.unref();
  };

  return (fields, message) => {
    const named = causeOf({ fields, message });
    const cause = repeats.has(named) || repeats.size < MAX_CAUSES ? named : "";
    const last = { fields, message };
    const seen = repeats.get(cause);
    if (seen) {
      seen.count += 1;
      seen.last = last;
      return;
    }
    repeats.set(cause, { count: 0, last });
    watch(cause);
    write(fields, message);
  };
}

function errorOf(fields: object): Error | null {
  return "err" in fields && fields.err instanceof Error ? fields.err : null;
}

/** Prisma puts the query first and the reason last. */
function reasonOf({ message }: Error): string {
  return message.trim().split("\n").at(-1) ?? "";
}

function causeOf({ fields, message }: Line): string {
  const error = errorOf(fields);
  const text = "text" in fields ? String(fields.text) : "";
  const cause = error === null ? text : `${error.name} ${reasonOf(error)}`;
  return `${message} ${cause}`.slice(0, MAX_CAUSE_LENGTH);
}

function withoutStack(fields: object): object {
  const error = errorOf(fields);
  if (error === null) return fields;
  return { ...fields, err: { type: error.name, message: reasonOf(error) } };
}
