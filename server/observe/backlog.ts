import { withinAwake } from "../core/kernel/awake";
import type { Backlog } from "../core/kernel/health";

const CACHE_MS = 5_000;
const BUDGET_MS = 2_000;

export type BacklogWatch = {
  /** At most five seconds old; null while it can't be read. */
  read(): Promise<Backlog | null>;
  /** The last one that was read, for samples. */
  last(): Backlog | null;
};

/** Looks at the queue of webhooks at most every five seconds, however often it is asked. */
export function watchBacklog(look: () => Promise<Backlog>, nowMs: () => number): BacklogWatch {
  let asked: { atMs: number; found: Promise<Backlog | null> } | null = null;
  let last: Backlog | null = null;

  async function find(): Promise<Backlog | null> {
    const late = () => new Error(`no response within ${BUDGET_MS} ms`);
    // The readiness checks report a database that does not respond.
    last = await withinAwake(look(), BUDGET_MS, late).catch(() => null);
    return last;
  }

  return {
    read() {
      if (asked === null || nowMs() - asked.atMs >= CACHE_MS) {
        asked = { atMs: nowMs(), found: find() };
      }
      return asked.found;
    },
    last: () => last,
  };
}
