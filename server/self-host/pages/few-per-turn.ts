/** New connections go first for so long at a time. */
const MAX_HOLD_MS = 200;

type Options = {
  few: number;
  /** How many connections were accepted so far. */
  accepted: () => number;
  /** In milliseconds, from any start; never goes back. */
  now?: () => number;
};

/**
 * Lets a few callers through in each turn of the event loop, in their order: the function that is
 * returned resolves when it is the caller's turn. Hundreds of requests that arrive together would
 * otherwise be handled in one turn, for which all others wait. Node.js accepts one connection per
 * turn, so turns in which one arrives are kept short: nobody is let through.
 */
export function fewPerTurn({ few, accepted, now = () => performance.now() }: Options) {
  const waiting: (() => void)[] = [];
  let left = few;
  let seen = accepted();
  let heldSinceMs: number | null = null;
  let isPlanned = false;

  function isHeld(): boolean {
    const before = seen;
    seen = accepted();
    if (seen === before) heldSinceMs = null;
    else heldSinceMs ??= now();
    return heldSinceMs !== null && now() - heldSinceMs < MAX_HOLD_MS;
  }

  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      left = few;
      const passing = isHeld() ? [] : waiting.splice(0, few);
      left -= passing.length;
      for (const pass of passing) pass();
      if (waiting.length > 0 || left < few) plan();
    });
  }

  return async (): Promise<void> => {
    plan();
    if (left > 0 && waiting.length === 0 && accepted() === seen) left--;
    else await new Promise<void>((pass) => waiting.push(pass));
  };
}
