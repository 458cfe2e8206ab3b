import type { Tx } from "../core/kernel/actor";
import type { RecordedCall } from "../core/kernel/ports";

/** Runs work in one transaction. */
export type Transact = <T>(run: (tx: Tx) => Promise<T>) => Promise<T>;

/** One of the recorder's buffers: bounded, in memory, written in batches. */
export type WriteBuffer = {
  /** Never waits and never throws. */
  add(call: RecordedCall): void;
  /** Writes what is buffered. Rejects on failure; unwritten rows stay buffered. */
  flush(): Promise<void>;
  waiting(): number;
  /** Calls lost since the start because the buffer was full. */
  dropped(): number;
  /** Calls skipped by design since the start, because their key had used up its share. */
  skipped?(): number;
};
