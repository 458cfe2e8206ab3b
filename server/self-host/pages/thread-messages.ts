import type { MessagePort } from "node:worker_threads";
import type { EventNews } from "../../core/ports";

/** What the thread of the pages asks of the thread that serves, and waits for. */
export type Questions = {
  /** Makes the cached records of a partner stale, as Core's announce(). */
  announce: unknown;
  /** The figures of the process, as Core's health(). */
  health: unknown;
};

export type ToServer =
  | { ask: number; what: keyof Questions; args: unknown[] }
  | { wrote: EventNews; count: number }
  | "ready"
  | "alive"
  | "closed";

export type ToPages =
  | { answered: number; result: unknown }
  | { answered: number; error: string }
  | { connection: MessagePort }
  | "are you alive"
  | "close";
