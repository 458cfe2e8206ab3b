import { afterAwake } from "../core/kernel/awake";
import { DomainError, ERRORS } from "../core/kernel/errors";

/** How long a call waits for its turn. */
const PATIENCE_MS = 10_000;

type Group = { running: number; waiting: Set<() => void> };

/** Runs a call when it is its group's turn. Throws `unavailable` if that is not within 10 s. */
export type GroupTurns = <T>(groupId: string, run: () => Promise<T>) => Promise<T>;

/**
 * Lets each group, such as a partner, run only so many calls at once: each has a connection to the
 * database that other groups need.
 */
export function createGroupTurns(atOnce: number): GroupTurns {
  const groups = new Map<string, Group>();

  function turnOf(group: Group): Promise<void> {
    if (group.running < atOnce) {
      group.running++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        cancel();
        resolve();
      };
      const cancel = afterAwake(PATIENCE_MS, () => {
        group.waiting.delete(start);
        reject(new DomainError("unavailable", ERRORS.unavailable.message, {}));
      });
      group.waiting.add(start);
    });
  }

  /** The next one takes over the place. */
  function end(groupId: string, group: Group): void {
    const [next] = group.waiting;
    if (next !== undefined) {
      group.waiting.delete(next);
      next();
    } else if (--group.running === 0) {
      groups.delete(groupId);
    }
  }

  return async (groupId, run) => {
    const group = groups.get(groupId) ?? { running: 0, waiting: new Set() };
    groups.set(groupId, group);
    await turnOf(group);
    try {
      return await run();
    } finally {
      end(groupId, group);
    }
  };
}
