import type { Core } from "../core/actor";
import type { RecordedCall } from "../core/ports";

/** Runs work in one transaction. */
export type Transact = Core["transact"];

/** One of the recorder's buffers: bounded, in memory, written in batches. */
export type WriteBuffer = {
  /** Never waits and never throws. */
  add(call: RecordedCall): void;
  /** Writes what waits. Rejects when that failed; what could not be written waits on. */
  flush(): Promise<void>;
  waiting(): number;
  /** Calls that were lost since the start because too much was waiting. */
  dropped(): number;
  /** Calls that were left out by design since the start: their key had its share. */
  skipped?(): number;
};
