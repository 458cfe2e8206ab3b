import type { Log } from "../core/ports";
import type { Outcome } from "./queue";

/** Together, because the embedded database runs one transaction at a time. */
const RECORD_AFTER_MS = 5;
const MAX_RECORDED_AT_ONCE = 500;
const RETRY_MS = 1_000;

type Options = {
  record(outcomes: readonly Outcome[]): Promise<unknown>;
  /** Called for outcomes that are recorded. */
  onRecorded(outcomes: readonly Outcome[]): void;
  log: Log;
};

/** Records outcomes in batches, and again for as long as the database fails. */
export class AttemptLog {
  readonly #options: Options;
  #outcomes: Outcome[] = [];
  #timer: NodeJS.Timeout | null = null;
  #recording: Promise<void> | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#outcomes.length === 0;
  }

  add(outcome: Outcome): void {
    this.#outcomes.push(outcome);
    this.#schedule(RECORD_AFTER_MS);
  }

  /** Records all; gives up at the first failure. */
  async close(): Promise<void> {
    await this.#flush();
    await this.#flush();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#flush();
    }, ms);
  }

  #flush(): Promise<void> {
    this.#recording ??= this.#recordAll().finally(() => {
      this.#recording = null;
    });
    return this.#recording;
  }

  async #recordAll(): Promise<void> {
    const { record, onRecorded, log } = this.#options;
    while (!this.isEmpty) {
      const batch = this.#outcomes.slice(0, MAX_RECORDED_AT_ONCE);
      try {
        await record(batch);
      } catch (err) {
        log.warn({ err }, "webhook attempts cannot be recorded; this is tried again");
        this.#schedule(RETRY_MS);
        return;
      }
      this.#outcomes = this.#outcomes.slice(batch.length);
      onRecorded(batch);
    }
  }
}
