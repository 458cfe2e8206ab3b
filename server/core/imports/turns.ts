import { fail } from "../kernel/errors";

type Bounds = { atOnce: number; waiting: number };

/**
 * Runs few jobs at once, in the order of their calls. Throws `unavailable` if too many wait, and then
 * the job has not begun.
 */
export function createTurns({ atOnce, waiting }: Bounds) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <Result>(job: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running++;
    else if (queue.length >= waiting) fail("unavailable");
    // Whoever ends gives its place to the first that waits.
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await job();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
