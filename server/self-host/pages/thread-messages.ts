import type { MessagePort } from "node:worker_threads";
import type { EventNews } from "../../core/kernel/ports";

/** Calls from the thread of the pages to the thread that serves, with their results. */
export type Questions = {
  /** Makes the cached records of a partner stale, as Core's announce(). */
  announce: unknown;
  /** The figures of the process, as Core's health(). */
  health: unknown;
  /** The webhooks that the demo's receiver has received, as Core's demoInbox(). */
  demoInbox: unknown;
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
